import CFHVector
import FHJSON
import FHTextFolding
import FeatureKit

/// A text that each row contains that matches a query, without regard to case, except rows that are not ASCII.
///
/// It is a word of the query, or a text that the condition requires. If it is not ASCII itself, no ASCII row matches.
struct QueryNeedle {
    /// The letters and digits from the most to the least frequent ones in texts; all other bytes are rarer.
    private static let frequent = Array("etaoinsrhldcumfpg01wybvk2x345j6789qz".utf8)

    /// The maximum length in bytes, so that the work at a place is bounded.
    private static let longest = 64

    private let bytes: [UInt8]
    /// The bits that are set in a byte of a text before the comparison: that of lower case for letters.
    private let ignored: [UInt8]
    /// The two rarest bytes; they are the same if there is only one.
    private let rare: (first: Int, second: Int)

    /// Finds the text for a query; nil if there is none.
    init?(_ query: RowQuery) {
        let words = query.text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        let texts = words.map { FoldedNeedle(String($0)).bytes } + Self.required(by: query.predicate)
        guard let whole = texts.max(by: { $0.count < $1.count }), !whole.isEmpty else { return nil }
        let longest = whole.prefix(Self.longest)
        bytes = Array(longest)
        ignored = longest.map { $0 &- UInt8(ascii: "a") < 26 ? 0x20 : 0 }
        let order = longest.indices.sorted { Self.rank(longest[$0]) > Self.rank(longest[$1]) }
        rare = (order[0], order.count > 1 ? order[1] : order[0])
    }

    private static func rank(_ byte: UInt8) -> Int { frequent.firstIndex(of: byte) ?? frequent.count }

    private static func required(by condition: Condition?) -> [[UInt8]] {
        switch condition {
        case .contains(_, .value(let operand)): operand.value.stringValue.map { [FoldedNeedle($0).bytes] } ?? []
        case .all(let parts): parts.flatMap(required)
        default: []
        }
    }

    /// Finds the next occurrence, or the next byte that is not ASCII.
    ///
    /// - Parameters:
    ///   - texts: The texts of rows.
    ///   - start: The offset behind the last row that was found.
    ///   - stop: A further byte that is found, such as the one that begins escapes.
    /// - Returns: The offset of a byte in a row; nil if no row behind `start` can match.
    @inline(__always)
    func next(in texts: UnsafeRawBufferPointer, from start: Int, orAt stop: UInt8? = nil) -> Int? {
        guard let base = texts.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        // The last block of 64 places would read beyond the end, so it is compared byte by byte.
        let lastBlock = texts.count - 64 - bytes.count
        var next = start
        while next <= lastBlock {
            var places =
                vector_places(base + next + rare.first, bytes[rare.first], ignored[rare.first])
                & vector_places(base + next + rare.second, bytes[rare.second], ignored[rare.second])
            var wide = vector_wide_places(base + next)
            if let stop { wide |= vector_places(base + next, stop, 0) }
            let firstWide = wide.trailingZeroBitCount
            while places != 0, places.trailingZeroBitCount < firstWide {
                let place = next + places.trailingZeroBitCount
                if isMatch(base + place) { return place }
                places &= places &- 1
            }
            if wide != 0 { return next + firstWide }
            next += 64
        }
        while next < texts.count {
            if base[next] >= 0x80 || base[next] == stop || next + bytes.count <= texts.count && isMatch(base + next) {
                return next
            }
            next += 1
        }
        return nil
    }

    @inline(__always)
    private func isMatch(_ text: UnsafePointer<UInt8>) -> Bool {
        for place in 0..<bytes.count where text[place] | ignored[place] != bytes[place] { return false }
        return true
    }
}
