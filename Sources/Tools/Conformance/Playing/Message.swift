import FHJSON

/// Messages of JSON-RPC 2.0.
///
/// Messages to a tested program are written, and messages from it are checked.
enum Message {
    static func request(_ id: JSONValue, _ method: String, _ params: JSONText?) -> JSONText {
        .build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("id", id)
            json.field("method", method)
            if let params { json.field("params", params) }
            json.endObject()
        }
    }

    /// Returns an answer to a request.
    ///
    /// - Parameter member: `result` or `error`.
    static func answer(_ id: JSONValue, _ member: String, _ value: JSONValue) -> JSONText {
        .build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("id", id)
            json.key(member)
            json.value(JSONText(value))
            json.endObject()
        }
    }

    // MARK: Checks for both sides

    static func fault(ofVersionIn message: JSONValue) -> Fault? {
        if message["jsonrpc"]?.stringValue == "2.0" { return nil }
        return Fault(["M-8"], "a message without jsonrpc \"2.0\": \(message.shortened)")
    }

    static func fault(inAnswer answer: JSONValue) -> Fault? {
        if answer["jsonrpc"]?.stringValue == "2.0", (answer["result"] == nil) != (answer["error"] == nil) { return nil }
        return Fault(["M-14"], "an answer has jsonrpc, and a result or an error: \(answer.shortened)")
    }
}
