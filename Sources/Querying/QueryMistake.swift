import JSON

/// What is wrong with a query that came as JSON.
public struct QueryMistake: Error, Hashable, CustomStringConvertible {
    /// Where it is, from the object that has the query's members.
    public let pointer: JSONPointer
    /// What is wrong there, and what would be right.
    public let message: String

    init(_ path: [String], _ message: String) {
        pointer = JSONPointer(path)
        self.message = message
    }

    /// Both in one sentence.
    public var description: String { "\(pointer) \(message)" }
}

/// A value of a query with the way to it.
struct QueryNode {
    let value: JSONValue
    let path: [String]

    func mistake(_ message: String) -> QueryMistake { QueryMistake(path, message) }

    /// The member with a key, if it is there.
    func member(_ key: String) -> QueryNode? {
        value[key].map { QueryNode(value: $0, path: path + [key]) }
    }

    /// The elements of what must be an array.
    func elements(of things: String) throws(QueryMistake) -> [QueryNode] {
        guard value.isArray else { throw mistake("must be an array of \(things)") }
        return value.elements.enumerated().map { QueryNode(value: $1, path: path + ["\($0)"]) }
    }

    /// The text that this must be.
    func text() throws(QueryMistake) -> String {
        guard let text = value.stringValue else { throw mistake("must be a string") }
        return text
    }

    /// The string, number, Boolean or null that this must be.
    func scalar() throws(QueryMistake) -> JSONValue {
        if value.isArray || value.isObject { throw mistake("must be a string, a number, a Boolean or null") }
        return value
    }

    /// The Boolean that this must be.
    func flag() throws(QueryMistake) -> Bool {
        guard let flag = value.boolValue else { throw mistake("must be true or false") }
        return flag
    }

    /// The Boolean that a member must be; false where it is absent.
    func flag(_ key: String) throws(QueryMistake) -> Bool { try member(key)?.flag() ?? false }

    /// Refuses what is no object, and members that it would not have.
    func expect(_ keys: [String]) throws(QueryMistake) {
        guard value.isObject else { throw mistake("must be an object with \(keys.joined(separator: ", "))") }
        for (key, _) in value.members where !keys.contains(key) {
            throw mistake("has a member \(key), which is not known; known are \(keys.joined(separator: ", "))")
        }
    }
}
