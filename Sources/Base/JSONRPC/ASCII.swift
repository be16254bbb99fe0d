/// The ASCII bytes on which framing depends.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let openBrace = UInt8(ascii: "{")
    static let openBracket = UInt8(ascii: "[")
    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// True for JSON white space (RFC 8259 §2).
    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
    }

    /// Returns the lower case of a byte that is one of `A`…`Z`; returns any other byte unchanged.
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// Returns the bytes without leading and trailing spaces and tabs.
    static func trimmed(_ bytes: UnsafeRawBufferPointer.SubSequence) -> UnsafeRawBufferPointer.SubSequence {
        var rest = bytes
        while let first = rest.first, first == space || first == tab { rest.removeFirst() }
        while let last = rest.last, last == space || last == tab { rest.removeLast() }
        return rest
    }
}
