import JSON
import JSONRPC

/// Reading a method's params: a wrong one is -32602, and the message says which and what would be right.
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

    func object(_ key: StaticString) throws(RPCError) -> JSONValue? {
        guard let value = self[key], !value.isNull else { return nil }
        guard value.isObject else { throw RPCError(param: "\(key)", "must be an object") }
        return value
    }

    /// The member `limit`, from 1.
    func limit() throws(RPCError) -> Int {
        guard let limit = try optionalInt("limit"), limit >= 1 else {
            throw RPCError(param: "limit", "must be an integer, and 1 or more")
        }
        return limit
    }
}

extension RPCError {
    /// One wrong param of a method.
    init(param: String, _ message: String) {
        self.init(.invalidParams, "the param \(param) \(message)", details: [.init("param", .string(param))])
    }
}
