import FHJSON

/// A JSON value that a test can write as a Swift literal.
enum JSON: Equatable, Sendable, CustomStringConvertible {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    init(_ text: String) { self = .text(text) }
    init(_ texts: [String]) { self = .array(texts.map(JSON.text)) }
    init(_ elements: [JSON]) { self = .array(elements) }
    init(_ members: [String: String]) { self = .object(members.mapValues(JSON.text)) }

    /// Reads a value of a message.
    init(_ value: JSONValue) {
        if let bool = value.boolValue {
            self = .bool(bool)
        } else if let text = value.stringValue {
            self = .text(text)
        } else if value.isObject {
            var members: [String: JSON] = [:]
            for member in value.members { members[member.key] = JSON(member.value) }
            self = .object(members)
        } else if value.isArray {
            self = .array(value.elements.map(JSON.init))
        } else {
            self = value.isNull ? .null : .number(Double(value.description) ?? 0)
        }
    }

    // MARK: Parts

    var string: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var int: Int? {
        if case .number(let number) = self { return Int(exactly: number) }
        return nil
    }

    /// The elements of an array; empty for other values.
    var elements: [JSON] {
        if case .array(let elements) = self { return elements }
        return []
    }

    /// The members of an object; empty for other values.
    var members: [String: JSON] {
        if case .object(let members) = self { return members }
        return [:]
    }

    subscript(_ key: String) -> JSON? {
        get { members[key] }
        set {
            var members = members
            members[key] = newValue
            self = .object(members)
        }
    }

    /// Returns the object with the members of another object, which replace members with the same names.
    func merging(_ other: JSON) -> JSON { .object(members.merging(other.members) { $1 }) }

    /// Returns the value after a merge patch (RFC 7396), in which null is an ordinary value and removes nothing.
    func patched(_ patch: JSON) -> JSON {
        guard case .object(let changes) = patch, case .object(let members) = self else { return patch }
        return .object(members.merging(changes) { $0.patched($1) })
    }

    private static func quoted(_ text: String) -> String { JSONText.build { $0.value(text) }.string }

    /// The value as JSON text, with members in the order of their keys.
    var description: String {
        switch self {
        case .null: return "null"
        case .bool(let bool): return bool ? "true" : "false"
        case .number(let number): return Int(exactly: number).map(String.init) ?? String(number)
        case .text(let text): return Self.quoted(text)
        case .array(let elements): return "[" + elements.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            let parts = members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.description)" }
            return "{" + parts.joined(separator: ",") + "}"
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringInterpolation {
    init(floatLiteral value: Double) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
