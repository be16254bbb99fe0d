import JSON

/// A value where its text lies, which is known to be JSON: what is plain is read at once, the rest is parsed.
struct ValueText {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The string; nil where it is another value.
    var string: String? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        if bytes.contains(UInt8(ascii: "\\")) { return parsed.stringValue }
        return String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self)
    }

    /// The integer; nil where it is another value, or one that takes more than 64 bits.
    var integer: Int? {
        // Longer ones may be too long.
        guard (1...18).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return parsed.intValue
        }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The truth value; nil where it is another value.
    var bool: Bool? {
        switch bytes.first {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// The strings of an array, none of null; nil where it is another value.
    var strings: [String]? {
        if bytes.elementsEqual("[]".utf8) { return [] }
        let value = parsed
        if value.isNull { return [] }
        let strings = value.isArray ? value.elements.map(\.stringValue) : [nil]
        return strings.contains(nil) ? nil : strings.compactMap(\.self)
    }

    /// The value.
    var parsed: JSONValue { (try? JSONValue(parsing: bytes)) ?? .null }
}
