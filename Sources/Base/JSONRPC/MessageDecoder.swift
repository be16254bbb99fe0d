public import FHJSON

/// Decoder of messages by the rules of JSON-RPC 2.0 §4 to §6.
public enum MessageDecoder {
    /// Decodes the message in a frame.
    ///
    /// An invalid message becomes `invalid`, with the id of the request if it is readable.
    public static func decode(_ bytes: UnsafeRawBufferPointer) -> Incoming {
        do throws(JSONParseError) {
            return decode(try JSONValue(parsing: bytes))
        } catch {
            return .invalid(RPCError(.parseError, text(of: error)), id: recoverID(from: bytes))
        }
    }

    private static func text(of error: JSONParseError) -> String {
        switch error.kind {
        case .syntax: "not JSON: \(error)"
        case .limit, .repeatedMember: "the message has \(error)"
        }
    }

    /// Decodes a parsed message or batch.
    public static func decode(_ value: JSONValue) -> Incoming {
        guard value.isArray else { return decode(member: value) }
        guard value.count > 0 else {
            return refuse("the batch is empty; expected at least one message", id: .null)
        }
        return .batch(Batch(value))
    }

    /// Decodes a message that is not a batch.
    static func decode(member value: JSONValue) -> Incoming {
        guard value.isObject else { return refuse("the message is \(article(value)); expected an object", id: .null) }
        let id: RequestID?
        if let idValue = value["id"] {
            guard let known = RequestID(idValue) else {
                return refuse("\"id\" is \(article(idValue)); expected a string, an integer or null", id: .null)
            }
            id = known
        } else {
            id = nil
        }
        guard let method = value["method"] else { return decodeResponse(value, id: id) }
        if let flaw = versionFlaw(value) { return refuse(flaw, id: id ?? .null) }
        guard let method = method.stringValue else {
            return refuse("\"method\" is \(article(method)); expected a string", id: id ?? .null)
        }
        let params = value["params"]
        if let params, !params.isObject, !params.isArray, !params.isNull {
            return refuse("\"params\" is \(article(params)); expected an object", id: id ?? .null)
        }
        if let id { return .request(id: id, method: method, params: params) }
        return .notification(method: method, params: params)
    }

    /// Decodes a message without a method: a response, or an invalid message.
    ///
    /// The error for an invalid response has the id null, because the peer would match any other id with one of the
    /// peer's requests.
    private static func decodeResponse(_ value: JSONValue, id: RequestID?) -> Incoming {
        let result = value["result"]
        let error = value["error"]
        guard result != nil || error != nil else {
            return refuse(
                versionFlaw(value) ?? "\"method\" is missing; expected the name of a method", id: id ?? .null)
        }
        if let flaw = versionFlaw(value) { return refuse(flaw, id: .null) }
        guard let id else { return refuse("\"id\" is missing; an answer has the id of its request", id: .null) }
        // As in JSON-RPC 1.0, a peer may send both members, one of which is null.
        switch (result, error) {
        case (let result?, let error) where error?.isNull ?? true:
            return .response(id: id, .success(result))
        case (let result, let error?) where result?.isNull ?? true:
            return .response(id: id, .failure(PeerError(error)))
        default:
            return .response(id: id, .failure(.malformed("the peer's answer has both a \"result\" and an \"error\"")))
        }
    }

    private static func refuse(_ message: String, id: RequestID) -> Incoming {
        .invalid(RPCError(.invalidRequest, message), id: id)
    }

    /// Returns the error message for an invalid `jsonrpc` member; nil if the member is valid.
    private static func versionFlaw(_ value: JSONValue) -> String? {
        guard let version = value["jsonrpc"] else { return "\"jsonrpc\" is missing; expected \"2.0\"" }
        let isRight = version.withStringBytes { $0.elementsEqual("2.0".utf8) } ?? false
        let found = version.kind == .string ? "another string" : article(version)
        return isRight ? nil : "\"jsonrpc\" is \(found); expected the string \"2.0\""
    }

    /// Returns the name of a value's type with an indefinite article, for an error message.
    private static func article(_ value: JSONValue) -> String {
        switch value.kind {
        case .null: "null"
        case .bool: "a truth value"
        case .integer: "an integer"
        case .real: "a number with a fraction or exponent"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
