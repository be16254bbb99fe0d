/// A query in the text of a pager.
///
/// Case counts only if the query has capitals.
struct PagerQuery {
    private let characters: [Character]
    private let hasCase: Bool
    /// The bytes of the query if it is ASCII.
    private let ascii: [UInt8]?

    init?(_ text: String) {
        if text.isEmpty { return nil }
        hasCase = text.contains(where: \.isUppercase)
        characters = Array(text)
        let bytes = characters.compactMap(\.asciiValue)
        ascii = bytes.count == characters.count ? bytes : nil
    }

    /// Returns the ranges of the matches in a text.
    func matches(in text: [Character]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while start + characters.count <= text.count {
            let isMatch = characters.indices.allSatisfy { isEqual(text[start + $0], characters[$0]) }
            if isMatch { ranges.append(start..<start + characters.count) }
            start += isMatch ? characters.count : 1
        }
        return ranges
    }

    private func isEqual(_ a: Character, _ b: Character) -> Bool {
        if a == b { return true }
        return !hasCase && a.isUppercase && a.lowercased() == String(b)
    }

    /// Returns true if a range of bytes contains a match; nil if only ``matches(in:)`` can decide.
    func matches(_ bytes: [UInt8], _ range: Range<Int>) -> Bool? {
        guard let wanted = ascii, let first = wanted.first else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            // In a line with control characters, a match may contain a change of colours.
            for index in range where buffer[index] < 0x20 { return nil }
            var start = range.lowerBound
            while start + wanted.count <= range.upperBound {
                if folded(buffer[start]) == first {
                    var length = 1
                    while length < wanted.count, folded(buffer[start + length]) == wanted[length] { length += 1 }
                    if length == wanted.count { return true }
                }
                start += 1
            }
            return false
        }
    }

    /// Returns a letter in lower case if case doesn't count, and every other byte unchanged.
    private func folded(_ byte: UInt8) -> UInt8 { !hasCase && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
