import FHJSON

/// The text of a valid JSON value.
///
/// Simple values are read directly, and others are parsed.
struct ValueText {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The string; nil for another type.
    var string: String? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        if bytes.contains(UInt8(ascii: "\\")) { return parsed.stringValue }
        return String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self)
    }

    /// The integer; nil for another type or for a number outside 64 bits.
    var integer: Int? {
        // A number of more than 18 digits may overflow, so it is parsed.
        guard (1...18).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return parsed.intValue
        }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The Boolean; nil for another type.
    var bool: Bool? {
        switch bytes.first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// The strings of an array.
    ///
    /// Empty for null, and nil for another type.
    var strings: [String]? {
        if bytes.elementsEqual("[]".utf8) { return [] }
        let value = parsed
        if value.isNull { return [] }
        let strings = value.isArray ? value.elements.map(\.stringValue) : [nil]
        return strings.contains(nil) ? nil : strings.compactMap(\.self)
    }

    var parsed: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
}
