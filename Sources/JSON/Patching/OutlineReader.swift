import Glibc

/// Goes through the text of an outline, which is known to be JSON.
struct OutlineReader {
    /// Where a value stands.
    struct Part {
        let range: Range<Int>
        /// How many lists stand before it in the text.
        let listsBefore: Int
        /// How many stand in it.
        let listCount: Int
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0
    /// How many lists were passed.
    private(set) var listCount = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Reads a value again.
    init(_ bytes: UnsafeRawBufferPointer, at part: Part) {
        self.bytes = bytes
        offset = part.range.lowerBound
        listCount = part.listsBefore
    }

    /// The byte that comes next, behind white space.
    mutating func next() -> UInt8 {
        while Self.isSpace(bytes[offset]) { offset &+= 1 }
        return bytes[offset]
    }

    /// Steps over an opening bracket.
    mutating func enter() { offset &+= 1 }

    /// Steps to the next element or key of the container that was entered; false behind the last one, with the
    /// closing bracket passed.
    mutating func step() -> Bool {
        switch next() {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            offset &+= 1
            return false
        case UInt8(ascii: ","): offset &+= 1
        default: break
        }
        _ = next()
        return true
    }

    /// Steps over a key and its colon.
    mutating func takeKey() -> Range<Int> {
        let start = offset
        skipString()
        let end = offset
        _ = next()
        offset &+= 1
        _ = next()
        return start..<end
    }

    /// Steps over a value.
    mutating func takeValue() -> Part {
        let start = offset
        let before = listCount
        skipValue()
        return Part(range: start..<offset, listsBefore: before, listCount: listCount - before)
    }

    private mutating func skipString() {
        offset &+= 1
        while true {
            let byte = bytes[offset]
            offset &+= 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") { offset &+= 1 }
        }
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            switch bytes[offset] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth &+= 1
                offset &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth &-= 1
                offset &+= 1
            case JSONOutline.mark:
                listCount &+= 1
                offset &+= 1
            case let byte where Self.isDelimiter(byte): offset &+= 1
            default: skipPlain()
            }
        } while depth > 0
    }

    /// Steps over a number or a name.
    private mutating func skipPlain() {
        while offset < bytes.count, !Self.isDelimiter(bytes[offset]) { offset &+= 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Whether a number or a name ends before this byte.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"): true
        default: isSpace(byte)
        }
    }
}

extension OutlineReader {
    /// Whether two ranges have the same bytes.
    static func isSame(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ other: UnsafeRawBufferPointer, _ otherRange: Range<Int>
    ) -> Bool {
        guard range.count == otherRange.count else { return false }
        guard let a = bytes.baseAddress, let b = other.baseAddress else { return range.isEmpty }
        return memcmp(a + range.lowerBound, b + otherRange.lowerBound, range.count) == 0
    }
}
