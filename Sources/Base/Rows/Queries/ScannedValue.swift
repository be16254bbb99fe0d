import FHJSON

/// A JSON value that refers to its bytes in a JSON text.
///
/// It is valid only as long as the bytes of the text are valid.
public struct ScannedValue {
    package enum Kind {
        case missing, null, bool, number, text, tree
        /// A value that is present, but equals no value.
        ///
        /// Secrets, for example, can't be compared.
        case opaque
    }

    package var kind = Kind.missing
    /// True if a string has escapes.
    var hasEscapes = false
    /// True if a string contains only ASCII.
    var isASCII = true
    /// The bytes of the value.
    ///
    /// For a string, these are the bytes between the quotes.
    package var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    init() {}

    init(kind: Kind, hasEscapes: Bool = false, isASCII: Bool = true, bytes: UnsafeBufferPointer<UInt8>) {
        self.kind = kind
        self.hasEscapes = hasEscapes
        self.isASCII = isASCII
        self.bytes = bytes
    }

    /// Scans the text of one value.
    ///
    /// - Parameter json: Valid, compact JSON.
    init(json: UnsafeBufferPointer<UInt8>) {
        switch json.first {
        case UInt8(ascii: "\""):
            let inner = UnsafeBufferPointer(rebasing: json[1..<json.count - 1])
            self.init(
                kind: .text, hasEscapes: inner.contains(UInt8(ascii: "\\")), isASCII: inner.allSatisfy { $0 < 0x80 },
                bytes: inner)
        case UInt8(ascii: "{"), UInt8(ascii: "["): self.init(kind: .tree, bytes: json)
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self.init(kind: .bool, bytes: json)
        case UInt8(ascii: "n"): self.init(kind: .null, bytes: json)
        case nil: self.init()
        default: self.init(kind: .number, bytes: json)
        }
    }

    /// A missing value.
    public static var missing: ScannedValue { ScannedValue() }

    /// A value that is present, but equals no value.
    ///
    /// Secrets, for example, can't be compared.
    public static var opaque: ScannedValue {
        ScannedValue(kind: .opaque, bytes: UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Makes a Boolean.
    public static func bool(_ bool: Bool) -> ScannedValue {
        let word: StaticString = bool ? "true" : "false"
        return ScannedValue(
            kind: .bool, bytes: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Passes a string to `body` as a value, without encoding it as JSON.
    public static func lending<Result>(_ text: String, _ body: (ScannedValue) -> Result) -> Result {
        var text = text
        return text.withUTF8 { bytes in
            body(ScannedValue(kind: .text, isASCII: bytes.allSatisfy { $0 < 0x80 }, bytes: bytes))
        }
    }
}

extension ScannedValue {
    /// True if the value is missing, null, a string that consists only of white space, or an empty array.
    public var isBlank: Bool {
        switch kind {
        case .missing, .null: true
        case .text: isBlankText
        case .tree: bytes.count == 2 && bytes.first == UInt8(ascii: "[")
        case .bool, .number, .opaque: false
        }
    }

    /// True for a string that consists only of white space.
    ///
    /// For most strings, it is enough to look at the first byte.
    @inline(__always)
    private var isBlankText: Bool {
        guard let first = bytes.first else { return true }
        let isPlain = first &- 0x21 < 0x5E && first != UInt8(ascii: "\\")
        return isPlain ? false : withText(WhiteSpace.isAll)
    }

    /// The Boolean, or the Boolean that a string spells; nil for any other value.
    var bool: Bool? {
        switch kind {
        case .bool: bytes.first == UInt8(ascii: "t")
        case .text where Self.word(bytes, says: "true"): true
        case .text where Self.word(bytes, says: "false"): false
        default: nil
        }
    }

    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, says word: StaticString) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return bytes.count == word.count && zip(bytes, word).allSatisfy { $0 | 0x20 == $1 }
    }

    /// The number, or the number that a string spells; nil for any other value.
    var number: Number? {
        switch kind {
        case .number: Number(bytes)
        case .text where !hasEscapes: Number(bytes)
        default: nil
        }
    }

    /// The parsed array or object.
    var tree: JSONValue {
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(bytes)) else {
            preconditionFailure("a value in a row is valid")
        }
        return value
    }
}

/// Detection of characters with the Unicode property White_Space, in UTF-8.
enum WhiteSpace {
    /// True if a text consists only of white space.
    static func isAll(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 0
        while position < text.count {
            let length = length(at: position, in: text)
            if length == 0 { return false }
            position += length
        }
        return true
    }

    /// Returns the length in bytes of the white-space character at a position; 0 for any other character.
    private static func length(at position: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        func byte(_ offset: Int) -> UInt8 { position + offset < text.count ? text[position + offset] : 0 }
        switch byte(0) {
        case 0x09...0x0D, 0x20: return 1
        case 0xC2: return byte(1) == 0x85 || byte(1) == 0xA0 ? 2 : 0
        case 0xE1: return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0
        case 0xE2:
            let isSpace = byte(1) == 0x80 && ((0x80...0x8A).contains(byte(2)) || [0xA8, 0xA9, 0xAF].contains(byte(2)))
            return isSpace || byte(1) == 0x81 && byte(2) == 0x9F ? 3 : 0
        case 0xE3: return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0
        default: return 0
        }
    }
}
