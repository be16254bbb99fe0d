/// The members that a JSON Schema allows.
///
/// They are used to find unknown members in a value.
///
/// Only `properties`, `additionalProperties`, `items` and `anyOf` are evaluated. An object is closed if
/// `additionalProperties` is false. In `anyOf`, the alternative for objects is evaluated if there is only one such
/// alternative, and likewise for arrays.
public final class ClosedMembers: Sendable {
    private let names: [String]
    private let isClosed: Bool
    private let members: [String: ClosedMembers]
    /// The schema of members that `properties` does not name; nil if it allows all values.
    private let others: ClosedMembers?
    private let elements: ClosedMembers?

    private static let deepestLevel = 64

    /// Reads a schema; nil if it allows all members everywhere.
    public convenience init?(_ schema: JSONValue) { self.init(schema, depth: 0) }

    private init?(_ schema: JSONValue, depth: Int) {
        guard schema.isObject, depth < Self.deepestLevel else { return nil }
        let alternatives = schema["anyOf"].map { Array($0.elements) } ?? []
        let object = alternatives.isEmpty ? schema : Self.only("object", of: alternatives) ?? .null
        let array = alternatives.isEmpty ? schema : Self.only("array", of: alternatives) ?? .null
        let properties = object["properties"]?.members.map { (name: $0.key, schema: $0.value) } ?? []
        names = properties.map(\.name)
        var members: [String: ClosedMembers] = [:]
        for property in properties {
            if let inner = ClosedMembers(property.schema, depth: depth + 1) { members[property.name] = inner }
        }
        self.members = members
        isClosed = object["additionalProperties"]?.boolValue == false
        others = object["additionalProperties"].flatMap { ClosedMembers($0, depth: depth + 1) }
        elements = array["items"].flatMap { ClosedMembers($0, depth: depth + 1) }
        if !isClosed, members.isEmpty, others == nil, elements == nil { return nil }
    }

    /// Returns the only alternative for values of a JSON type; nil if no alternative, or more than one, has this type.
    private static func only(_ kind: String, of alternatives: [JSONValue]) -> JSONValue? {
        let fitting = alternatives.filter { $0["type"]?.stringValue == kind }
        return fitting.count == 1 ? fitting[0] : nil
    }

    /// Returns the unknown members of a value, in order.
    public func unknown(in value: JSONValue) -> [UnknownMember] {
        var found: [UnknownMember] = []
        find(in: value, [], &found)
        return found
    }

    private func find(in value: JSONValue, _ tokens: [String], _ found: inout [UnknownMember]) {
        if value.isArray {
            guard let elements else { return }
            for (index, element) in value.elements.enumerated() {
                elements.find(in: element, tokens + ["\(index)"], &found)
            }
            return
        }
        guard value.isObject else { return }
        for (name, member) in value.members {
            if names.contains(where: { isSameText($0, name) }) {
                members[name]?.find(in: member, tokens + [name], &found)
            } else if isClosed {
                found.append(UnknownMember(pointer: JSONPointer(tokens + [name]), name: name, known: names))
            } else {
                others?.find(in: member, tokens + [name], &found)
            }
        }
    }
}

/// An unknown member of an object.
///
/// It is thrown by implementations of `init(from:)` that check for unknown members themselves.
public struct UnknownMember: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path of the member from the checked value.
    public let pointer: JSONPointer
    /// The name of the member.
    public let name: String
    /// The names that the object's members may have.
    public let known: [String]

    /// Makes an unknown member.
    public init(pointer: JSONPointer, name: String, known: [String]) {
        self.pointer = pointer
        self.name = name
        self.known = known
    }

    /// The message, which contains the unknown name, the likely name and the allowed names.
    public var description: String {
        let advice = LikelyName.advice(for: name, among: known, whenEmpty: "None is known.")
        return "no member is called \(LikelyName.shown(name)). \(advice)"
    }

    /// Returns the first unknown member of an object; nil if all members are allowed.
    ///
    /// - Parameters:
    ///   - value: The object; any other value has no members.
    ///   - known: The allowed names.
    ///   - path: The path of the object.
    public static func first(in value: JSONValue, known: [String], at path: [any CodingKey]) -> UnknownMember? {
        guard value.isObject else { return nil }
        for (name, _) in value.members where !known.contains(where: { isSameText($0, name) }) {
            return UnknownMember(pointer: JSONPointer(path.map(\.stringValue) + [name]), name: name, known: known)
        }
        return nil
    }
}
