import FHJSON

/// A validation error of a query that was read from JSON.
public struct QueryDiagnostic: Error, Hashable, CustomStringConvertible {
    /// The path of the invalid value, relative to the object with the query's members.
    public let pointer: JSONPointer
    /// The error and the expected value, as a phrase that follows the path.
    public let message: String

    init(_ path: [String], _ message: String) {
        pointer = JSONPointer(path)
        self.message = message
    }

    /// The path and the error in one sentence.
    public var description: String { "\(pointer) \(message)" }
}

/// A JSON value inside a query, with its path.
struct QueryNode {
    let value: JSONValue
    let path: [String]

    func diagnostic(_ message: String) -> QueryDiagnostic { QueryDiagnostic(path, message) }

    /// Returns the member with a key; nil if it is absent.
    func member(_ key: String) -> QueryNode? {
        value[key].map { QueryNode(value: $0, path: path + [key]) }
    }

    /// Returns the elements of the array, and throws if the value is not an array.
    func elements(of things: String) throws(QueryDiagnostic) -> [QueryNode] {
        guard value.isArray else { throw diagnostic("must be an array of \(things)") }
        return value.elements.enumerated().map { QueryNode(value: $1, path: path + ["\($0)"]) }
    }

    /// Returns the value as a string, and throws if it is not a string.
    func text() throws(QueryDiagnostic) -> String {
        guard let text = value.stringValue else { throw diagnostic("must be a string") }
        return text
    }

    /// Returns the value, and throws if it is an array or an object.
    func scalar() throws(QueryDiagnostic) -> JSONValue {
        if value.isArray || value.isObject { throw diagnostic("must be a string, a number, a Boolean or null") }
        return value
    }

    /// Returns the value as a Boolean, and throws if it is not a Boolean.
    func flag() throws(QueryDiagnostic) -> Bool {
        guard let flag = value.boolValue else { throw diagnostic("must be true or false") }
        return flag
    }

    /// Returns the Boolean member with a key; false if the member is absent.
    ///
    /// Throws if the member is not a Boolean.
    func flag(_ key: String) throws(QueryDiagnostic) -> Bool { try member(key)?.flag() ?? false }

    /// Throws if the value is not an object, or has members other than `keys`.
    func expect(_ keys: [String]) throws(QueryDiagnostic) {
        guard value.isObject else { throw diagnostic("must be an object with \(keys.joined(separator: ", "))") }
        for (key, _) in value.members where !keys.contains(key) {
            throw diagnostic("has a member \(key), which is not known; known are \(keys.joined(separator: ", "))")
        }
    }
}
