import FHJSON
import FHJSONRPC
import FeatureKit

/// Readers of a method's params.
///
/// An invalid param throws -32602 with its name and the expected value.
extension JSONValue {
    func string(_ key: StaticString) throws(RPCError) -> String {
        guard let value = self[key] else { throw RPCError(param: "\(key)", "is missing; it must be a string") }
        guard let string = value.stringValue else { throw RPCError(param: "\(key)", "must be a string") }
        return string
    }

    func optionalString(_ key: StaticString) throws(RPCError) -> String? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let string = value.stringValue else { throw RPCError(param: "\(key)", "must be a string") }
        return string
    }

    func strings(_ key: StaticString) throws(RPCError) -> [String] {
        let values = self[key].map { $0.isArray ? $0.elements.map(\.stringValue) : [nil] } ?? [nil]
        guard !values.contains(nil) else { throw RPCError(param: "\(key)", "must be an array of strings") }
        return values.compactMap { $0 }
    }

    func optionalInt(_ key: StaticString) throws(RPCError) -> Int? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let integer = value.intValue else { throw RPCError(param: "\(key)", "must be an integer") }
        return integer
    }

    func optionalBool(_ key: StaticString) throws(RPCError) -> Bool? {
        guard let value = self[key], !value.isNull else { return nil }
        guard let bool = value.boolValue else { throw RPCError(param: "\(key)", "must be true or false") }
        return bool
    }

    /// Reads the member `timeoutMs`, which is at least 0; nil if it is absent.
    func timeoutMs() throws(RPCError) -> Int? {
        guard let timeoutMs = try optionalInt("timeoutMs") else { return nil }
        guard timeoutMs >= 0 else { throw RPCError(param: "timeoutMs", "must be 0 or more") }
        return timeoutMs
    }

    /// Reads an object.
    ///
    /// An absent member, null and `[]` count as `{}`.
    func object(_ key: StaticString) throws(RPCError) -> JSONValue {
        do {
            return try Params.object(self[key])
        } catch {
            throw RPCError(param: "\(key)", "must be an object")
        }
    }

    /// Reads an object; nil if it is absent or null.
    func optionalObject(_ key: StaticString) throws(RPCError) -> JSONValue? {
        guard let value = self[key], !value.isNull else { return nil }
        guard value.isObject else { throw RPCError(param: "\(key)", "must be an object") }
        return value
    }

    /// Reads the member `limit`, which is at least 1.
    func limit() throws(RPCError) -> Int {
        guard let limit = try optionalInt("limit"), limit >= 1 else {
            throw RPCError(param: "limit", "must be an integer, and 1 or more")
        }
        return limit
    }

    /// Reads the member `path`, the names and ids that lead to a child; empty if it is absent.
    func path() throws(RPCError) -> [String] {
        guard let value = self["path"], !value.isNull else { return [] }
        let names = value.kind == .array ? value.elements.map(\.stringValue) : [nil]
        guard !names.contains(nil) else {
            throw RPCError(param: "path", "must be an array of strings such as [\"counter1\"]")
        }
        return names.compactMap { $0 }
    }
}

extension RPCError {
    /// Creates the error for one invalid param of a method.
    init(param: String, _ message: String) {
        self.init(.invalidParams, "the param \(param) \(message)", details: [.init("param", .string(param))])
    }

    /// Creates the error for params with which a feature can't be opened.
    init(params refusal: ActionRefusal, of method: String) {
        guard case .invalidParams(let fields) = refusal, let first = fields.first else {
            self.init(.invalidParams)
            return
        }
        self.init(
            .invalidParams, "the param params\(first.path): \(first.message)",
            details: [.init("fields", Self.text(of: fields))])
    }

    /// Creates the error for a refused action.
    ///
    /// - Parameter explanation: the meaning of the reason in this case; nil for its general meaning.
    init(_ refusal: ActionRefusal, of action: String, in instance: String, explanation: String? = nil) {
        switch refusal {
        case .unknown(let known):
            let names = JSONText.build { $0.value(known) }
            self.init(
                .unknownAction,
                "\(instance) has no action \(LikelyName.shown(action)). \(Self.advice(for: action, among: known))",
                details: [.init("known", names)])
        case .invalidParams(let fields):
            let mistakes = fields.map { "\($0.path.isEmpty ? "they" : $0.path): \($0.message)" }
            self.init(
                .invalidActionParams, "the params of \(action) are wrong: \(mistakes.joined(separator: "; "))",
                details: [.init("fields", Self.text(of: fields))])
        case .unavailable(let reason, let detail):
            self.init(
                .actionUnavailable,
                "\(action) can't be done (\(reason)): \(detail ?? explanation ?? RefusalReason.explanation(of: reason))",
                retryable: Self.passing.contains(reason),
                details: [.init("reason", .string(reason))])
        }
    }

    private static func advice(for action: String, among known: [String]) -> String {
        let likely = LikelyName.of(action, among: known).map { "Did you mean \($0)? " } ?? ""
        return "\(likely)It has \(known.joined(separator: ", "))"
    }

    /// The reasons for which an action is unavailable only for a time.
    ///
    /// After such a reason, sending the action again later can succeed.
    private static let passing: Set = [
        "loading", "refreshing", "notLoaded", "saving", "alreadySubmitting", "submitting", "performing", "staleResults",
    ]

    private static func text(of fields: [ActionRefusal.Field]) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            for field in fields {
                json.beginObject()
                json.field("path", field.path)
                json.field("code", field.code)
                json.field("message", field.message)
                json.endObject()
            }
            json.endArray()
        }
    }
}
