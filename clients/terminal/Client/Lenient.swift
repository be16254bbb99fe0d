import FHJSON

/// Functions that read snapshots, and treat a value of an unexpected type as absent.
///
/// In this way, the features of a host with a later edition of the protocol, or of a faulty host, are drawn as far as
/// possible.
extension JSONValue {
    /// Returns the text at a key; an empty text if there is none.
    public func text(_ key: String) -> String { self[key]?.stringValue ?? "" }

    /// Returns true if the value at a key is true.
    public func isTrue(_ key: String) -> Bool { self[key]?.boolValue == true }

    /// Returns the number at a key; 0 if it is negative or not an integer.
    public func number(_ key: String) -> Int { max(0, self[key]?.intValue ?? 0) }

    /// Returns the value at a key; nil if it is null or absent.
    public func value(_ key: String) -> JSONValue? { self[key].flatMap { $0.isNull ? nil : $0 } }

    /// Returns the object at a key; an empty object if there is none.
    public func object(_ key: String) -> JSONValue { self[key].flatMap { $0.isObject ? $0 : nil } ?? .emptyObject }

    /// Returns the elements of the array at a key; an empty array if there is none.
    public func list(_ key: String) -> [JSONValue] {
        guard let array = self[key], array.isArray else { return [] }
        return Array(array.elements)
    }

    /// Returns the objects in the array at a key.
    public func objects(_ key: String) -> [JSONValue] { list(key).filter(\.isObject) }

    /// Returns the texts in the array at a key.
    public func texts(_ key: String) -> [String] { list(key).compactMap(\.stringValue) }

    /// Returns the value of a row in a column; nil if it is null or absent.
    ///
    /// - Parameter key: the column's key: the name of a member, or a JSON Pointer.
    public func value(at key: String) -> JSONValue? {
        guard key.hasPrefix("/") else { return value(key) }
        var found = self
        for part in key.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            guard let next = found.isArray ? Int(name).flatMap({ found[$0] }) : found[name] else { return nil }
            found = next
        }
        return found.isNull ? nil : found
    }
}

extension String {
    /// Returns the text with all occurrences of another text replaced.
    func replacing(_ old: String, with new: String) -> String {
        guard contains(old) else { return self }
        return split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }

    /// Returns true if the text begins with the bytes of another one.
    ///
    /// `hasPrefix` compares by canonical equivalence (Unicode TR 15), and whole characters.
    public func hasExactPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}

extension Sequence<String> {
    /// Returns true if one of the texts has the same bytes as another one.
    public func containsExactly(_ text: String) -> Bool { contains { isSameText($0, text) } }
}
