import Glibc

/// Goes through the text of an outline, which is known to be JSON.
struct OutlineReader {
    /// Where a value stands.
    struct Part {
        let range: Range<Int>
        /// How much is noted before it in the text.
        let notesBefore: Int
        /// How many stand in it.
        let noteCount: Int
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0
    /// How many notes were passed.
    private(set) var noteCount = 0

    /// - Parameters:
    ///   - bytes: where the text stands.
    ///   - offset: where the reading begins.
    ///   - noteCount: how many notes stand before that.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, noteCount: Int = 0) {
        self.bytes = bytes
        self.offset = offset
        self.noteCount = noteCount
    }

    /// Reads a value again.
    init(_ bytes: UnsafeRawBufferPointer, at part: Part) {
        self.init(bytes, at: part.range.lowerBound, noteCount: part.notesBefore)
    }

    /// The byte that the reader stands before.
    var byte: UInt8 { bytes[offset] }

    /// Whether it stands before an object, or before an array whose first element is an object, an array or a note: what
    /// they are made of can change alone.
    var hasParts: Bool {
        if byte == UInt8(ascii: "{") { return true }
        guard byte == UInt8(ascii: "[") else { return false }
        var first = self
        first.enter()
        switch first.next() {
        case UInt8(ascii: "{"), UInt8(ascii: "["), JSONOutline.mark: return true
        default: return false
        }
    }

    /// Steps over what is known to have no notes in it.
    mutating func skip(_ count: Int) { offset &+= count }

    /// Whether a value ends before a byte: where none comes, or one that can't go on with a number or a name.
    func isEnd(_ offset: Int) -> Bool { offset == bytes.count || Self.isDelimiter(bytes[offset]) }

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

    /// Steps over a key and its colon; empty where members are noted, which have none.
    mutating func takeKey() -> Range<Int> {
        let start = offset
        if byte == JSONOutline.membersMark { return start..<start }
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
        let before = noteCount
        skipValue()
        return Part(range: start..<offset, notesBefore: before, noteCount: noteCount - before)
    }

    /// What was stepped over since it stood elsewhere.
    func part(from start: OutlineReader) -> Part {
        Part(
            range: start.offset..<offset, notesBefore: start.noteCount, noteCount: noteCount - start.noteCount)
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

    mutating func skipValue() {
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
            case JSONOutline.mark, JSONOutline.membersMark:
                noteCount &+= 1
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

extension UnsafeRawBufferPointer {
    /// Whether two ranges have the same bytes.
    func isSame(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
        guard range.count == other.count, let base = baseAddress else { return range.count == other.count }
        return memcmp(base + range.lowerBound, base + other.lowerBound, range.count) == 0
    }

    /// How many bytes are the same from two places on; there must be so many as are looked at.
    func sharedLength(_ place: Int, _ other: Int, limit: Int) -> Int {
        guard let base = baseAddress else { return 0 }
        let (a, b) = (base + place, base + other)
        var length = 0
        while length &+ 128 <= limit, memcmp(a + length, b + length, 128) == 0 { length &+= 128 }
        while length &+ 8 <= limit {
            let word = (a + length).loadUnaligned(as: UInt64.self) ^ (b + length).loadUnaligned(as: UInt64.self)
            if word != 0 { return length &+ word.littleEndian.trailingZeroBitCount &>> 3 }
            length &+= 8
        }
        while length < limit, self[place &+ length] == self[other &+ length] { length &+= 1 }
        return length
    }

    /// How many bytes are the same before two places; there must be so many as are looked at.
    func sharedLength(before place: Int, _ other: Int, limit: Int) -> Int {
        guard let base = baseAddress else { return 0 }
        let (a, b) = (base + place, base + other)
        var length = 0
        while length &+ 8 <= limit {
            let (from, to) = (a - length - 8, b - length - 8)
            let word = from.loadUnaligned(as: UInt64.self) ^ to.loadUnaligned(as: UInt64.self)
            if word != 0 { return length &+ word.littleEndian.leadingZeroBitCount &>> 3 }
            length &+= 8
        }
        while length < limit, self[place &- 1 &- length] == self[other &- 1 &- length] { length &+= 1 }
        return length
    }
}
