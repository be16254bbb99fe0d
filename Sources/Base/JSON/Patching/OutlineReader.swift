import Glibc

/// A reader of the text of a ``JSONOutline``, which is valid JSON apart from the bytes for deferred parts.
struct OutlineReader {
    /// The place of a value in the text, and the deferred parts in the value.
    struct Part {
        let range: Range<Int>
        /// The number of deferred parts before the value.
        let deferredBefore: Int
        /// The number of deferred parts in the value.
        let deferredCount: Int
    }

    let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0
    /// The number of deferred parts that the reader has passed.
    private(set) var deferredCount = 0

    /// Makes a reader at an offset of a text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - offset: The offset at which reading starts.
    ///   - deferredCount: The number of deferred parts before that offset.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, deferredCount: Int = 0) {
        self.bytes = bytes
        self.offset = offset
        self.deferredCount = deferredCount
    }

    /// Makes a reader at the start of a value.
    init(_ bytes: UnsafeRawBufferPointer, at part: Part) {
        self.init(bytes, at: part.range.lowerBound, deferredCount: part.deferredBefore)
    }

    /// The byte at the reader.
    var byte: UInt8 { bytes[offset] }

    /// True if the members or elements of the next value are compared one by one.
    ///
    /// This is the case for an object, and for an array whose first element is an object, an array or a deferred value.
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

    /// Skips bytes, which must not contain deferred parts.
    mutating func skip(_ count: Int) { offset &+= count }

    /// True if a value ends before the byte at an offset.
    ///
    /// A value ends at the end of the text, or before a delimiter.
    func isEnd(_ offset: Int) -> Bool { offset == bytes.count || Self.isDelimiter(bytes[offset]) }

    /// Skips white space and returns the next byte.
    mutating func next() -> UInt8 {
        while Self.isSpace(bytes[offset]) { offset &+= 1 }
        return bytes[offset]
    }

    /// Skips an opening bracket.
    mutating func enter() { offset &+= 1 }

    /// Moves to the next element or key of the open container.
    ///
    /// After the last element or member, returns false and moves past the closing bracket.
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

    /// Reads a key and its colon.
    ///
    /// Returns an empty range for deferred members, which have no key.
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

    /// Reads a value and returns its place.
    mutating func takeValue() -> Part {
        let start = offset
        let before = deferredCount
        skipValue()
        return Part(range: start..<offset, deferredBefore: before, deferredCount: deferredCount - before)
    }

    /// Returns the place of the value between the position of the reader `start` and the position of this reader.
    func part(from start: OutlineReader) -> Part {
        Part(
            range: start.offset..<offset, deferredBefore: start.deferredCount,
            deferredCount: deferredCount - start.deferredCount)
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
                deferredCount &+= 1
                offset &+= 1
            case let byte where Self.isDelimiter(byte): offset &+= 1
            default: skipPlain()
            }
        } while depth > 0
    }

    /// Skips a number or a literal.
    private mutating func skipPlain() {
        while offset < bytes.count, !Self.isDelimiter(bytes[offset]) { offset &+= 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// True if a number or a literal ends before this byte.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"): true
        default: isSpace(byte)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// True if two ranges have the same bytes.
    func isSame(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
        guard range.count == other.count, let base = baseAddress else { return range.count == other.count }
        return memcmp(base + range.lowerBound, base + other.lowerBound, range.count) == 0
    }

    /// Counts the equal bytes after two offsets, up to a limit.
    ///
    /// After each offset, at least `limit` bytes must exist.
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

    /// Counts the equal bytes before two offsets, up to a limit.
    ///
    /// Before each offset, at least `limit` bytes must exist.
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
