public import FHJSON

/// Values as text, according to the format of their column: as one line, or with all their lines.
public enum CellText {
    /// The largest number of characters in a cell; no terminal is wider.
    private static let longestLine = 5_000
    /// The largest number of characters of a value that is shown with all its lines.
    public static let mostCharacters = 20_000

    /// Returns a value in one line; an unknown format is drawn as text.
    public static func line(_ value: JSONValue?, type: String) -> String {
        if type == "toggle" { return ValueText.checkBox(ValueText.isOn(value)) }
        return String(plain(value, longest: longestLine).prefix(longestLine))
    }

    /// Returns a value with all its lines; only a very long value is cut.
    public static func whole(_ value: JSONValue?, type: String) -> String {
        if type == "toggle" { return ValueText.checkBox(ValueText.isOn(value)) }
        let isNested = value.map { $0.isObject || $0.isArray } ?? false
        let text = isNested ? IndentedJSON.text(of: value ?? .null, longest: mostCharacters) : plain(value)
        if text.isEmpty { return "—" }
        let shown = text.prefix(mostCharacters)
        return shown.endIndex == text.endIndex ? text : shown + "…"
    }

    /// Returns true if a value is drawn as its text, in which matches can be marked.
    public static func isText(_ value: JSONValue?, type: String) -> Bool { type != "toggle" && value?.boolValue == nil }

    /// Returns the format of a value that no column declares.
    public static func type(of value: JSONValue) -> String {
        switch value.kind {
        case .bool: "toggle"
        case .integer, .real: "number"
        case .object: "object"
        case .array: "array"
        case .string, .null: "text"
        }
    }

    /// Returns a value as text, without a format.
    public static func plain(_ value: JSONValue?, longest: Int = mostCharacters) -> String {
        guard let value else { return "" }
        switch value.kind {
        case .null: return ""
        case .string: return value.withStringBytes { beginning(of: $0, characters: longest) } ?? ""
        case .bool: return value.boolValue == true ? "yes" : "no"
        case .integer, .real: return value.intValue.map(String.init) ?? value.description
        case .array, .object: return value.description
        }
    }

    /// Returns the beginning of a text, usually with at least `characters` characters.
    ///
    /// The rest of a very long text is not decoded, because it is never drawn.
    private static func beginning(of bytes: UnsafeRawBufferPointer, characters: Int) -> String {
        // Most characters have at most four bytes. The additional bytes show that the text continues.
        var end = min(bytes.count, characters * 4 + 4)
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

extension Int {
    /// The number with separated thousands, such as `1,000,000`.
    public var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + text
    }
}

extension JSONValue {
    /// Returns the number at a key, at most 2^50, so that sums of such numbers don't overflow.
    public func boundedNumber(_ key: String) -> Int { min(number(key), 1 << 50) }
}

/// JSON with a line for each member, for users.
private enum IndentedJSON {
    static func text(of value: JSONValue, longest: Int) -> String {
        var text = ""
        write(value, indent: 0, to: &text, longest: longest)
        return text
    }

    private static func write(_ value: JSONValue, indent: Int, to text: inout String, longest: Int) {
        guard text.utf8.count <= longest else { return }
        let isObject = value.isObject
        guard value.count > 0, isObject || value.isArray else {
            text += value.description
            return
        }
        let parts = isObject ? value.members.map { ($0.key, $0.value) } : value.elements.map { ("", $0) }
        let space = String(repeating: " ", count: min(indent + 2, 40))
        text += isObject ? "{" : "["
        for (index, part) in parts.enumerated() where text.utf8.count <= longest {
            text += (index > 0 ? ",\n" : "\n") + space
            if isObject { text += "\"\(part.0)\": " }
            write(part.1, indent: indent + 2, to: &text, longest: longest)
        }
        text += "\n" + String(repeating: " ", count: min(indent, 40)) + (isObject ? "}" : "]")
    }
}
