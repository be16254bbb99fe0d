/// The bytes that framing looks at.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let openBrace = UInt8(ascii: "{")
    static let openBracket = UInt8(ascii: "[")
    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Whether the byte is white space in the sense of RFC 8259 §2.
    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
    }

    /// The byte with `A`…`Z` made lower case.
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// The bytes without spaces and tabs at either end.
    static func trimmed(_ bytes: UnsafeRawBufferPointer.SubSequence) -> UnsafeRawBufferPointer.SubSequence {
        var rest = bytes
        while let first = rest.first, first == space || first == tab { rest.removeFirst() }
        while let last = rest.last, last == space || last == tab { rest.removeLast() }
        return rest
    }
}
