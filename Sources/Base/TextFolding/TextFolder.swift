/// Case and diacritic folding of texts.
///
/// The result is a byte string for searching and sorting.
///
/// The bytes are the UTF-8 of the folded scalars. A mark that forms another letter is preceded by ``markByte``. An
/// instance looks up each scalar in Unicode's tables only once.
public struct TextFolder: Sendable {
    /// The byte before a mark that belongs to the preceding letter.
    ///
    /// It never occurs in UTF-8, and is greater than all bytes of UTF-8.
    public static let markByte: UInt8 = 0xFF

    /// For each page of 256 scalars, its position in ``entries``, counted from 1; 0 if the page has no entries.
    private var pages: [UInt16] = []
    /// For each scalar of a page, the range of its folded bytes in ``expansions``; 0 if it was not folded yet.
    ///
    /// The low byte is the number of folded bytes plus one. The other bits are the position of the first folded byte.
    private var entries: [UInt32] = []
    private var expansions: [UInt8] = []

    /// Creates an instance with empty tables.
    public init() {}

    /// Appends the folded form of a text.
    ///
    /// - Parameter text: valid UTF-8.
    public mutating func fold(_ text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
        var position = 0
        while position < text.count {
            let plain = text[position...].prefix { $0 < 0x80 }
            folded.append(contentsOf: plain.lazy.map(Self.lowercased))
            position = plain.endIndex
            guard position < text.count else { return }
            let (scalar, length) = Self.scalar(at: position, in: text)
            append(scalar, to: &folded)
            position += length
        }
    }

    /// Returns the folded form of a text.
    public mutating func folded(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { bytes in
            var folded: [UInt8] = []
            folded.reserveCapacity(bytes.count)
            fold(bytes, into: &folded)
            return folded
        }
    }

    /// Returns the lower case of an ASCII letter; returns any other byte unchanged.
    @inline(__always)
    public static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    /// Returns the multi-byte scalar at a position in valid UTF-8, and its length in bytes.
    private static func scalar(at position: Int, in text: UnsafeBufferPointer<UInt8>) -> (value: UInt32, length: Int) {
        let lead = text[position]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead & (0x7F >> length))
        for offset in 1..<length { value = value << 6 | UInt32(text[position + offset] & 0x3F) }
        return (value, length)
    }

    private mutating func append(_ scalar: UInt32, to folded: inout [UInt8]) {
        let page = Int(scalar >> 8)
        if page < pages.count, pages[page] != 0 {
            let entry = entries[Int(pages[page] - 1) << 8 | Int(scalar & 0xFF)]
            if entry != 0 {
                let start = Int(entry >> 8)
                folded.append(contentsOf: expansions[start..<start + Int(entry & 0xFF) - 1])
                return
            }
        }
        learn(scalar)
        append(scalar, to: &folded)
    }

    private mutating func learn(_ scalar: UInt32) {
        let page = Int(scalar >> 8)
        if page >= pages.count { pages += repeatElement(0, count: page + 1 - pages.count) }
        if pages[page] == 0 {
            entries += repeatElement(0, count: 256)
            pages[page] = UInt16(entries.count >> 8)
        }
        let start = expansions.count
        let folding: Folding = [.case, .accents]
        for unit in folding.units(of: Unicode.Scalar(scalar) ?? "\u{FFFD}") {
            if unit & Folding.markFlag != 0 { expansions.append(Self.markByte) }
            let part = Unicode.Scalar(unit & ~Folding.markFlag) ?? "\u{FFFD}"
            expansions.append(contentsOf: UTF8.encode(part) ?? UTF8.encodedReplacementCharacter)
        }
        let slot = Int(pages[page] - 1) << 8 | Int(scalar & 0xFF)
        entries[slot] = UInt32(start) << 8 | UInt32(expansions.count - start + 1)
    }
}
