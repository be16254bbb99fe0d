import CFHVector
import FHJSON
import FHTextFolding
import FeatureKit

/// A filter of lines, which looks only at the lines that can match.
///
/// A word, or a text that the condition requires, is searched in many lines at once. The lines in which it occurs, and
/// the lines that are not ASCII, are then filtered as rows are.
struct LineFilter {
    private var filter: RowFilter
    private let needsID: Bool
    /// The text that each matching ASCII line contains; nil if there is none.
    private let needle: LineNeedle?

    /// Makes a filter for the predicate and the text of a query.
    init(_ query: RowQuery) {
        filter = RowFilter(query)
        needsID = RowQuery(predicate: query.predicate, text: query.text, textKeys: query.textKeys).readsID
        needle = LineNeedle(query)
    }

    /// Appends the numbers of the matching rows in a range.
    mutating func append(matchesIn places: Range<Int>, of rows: LineRows, to matches: inout [UInt32]) throws(Failure) {
        guard let needle, !needsID else {
            try rows.forEachValue(in: places, needsID: needsID) { row, value in
                if filter.matches(value) { matches.append(UInt32(row)) }
            }
            return
        }
        var json = JSONWriter()
        try rows.read(places) { first, lines in
            var (row, next) = (first, 0)
            while let found = needle.next(in: lines, from: next) {
                let start = lines.lineStart(before: found)
                let end = lines.firstLineBreak(from: found) ?? lines.count
                row += lines.lineBreakCount(in: next..<start)
                json.removeAll()
                LineRow.write(id: nil, text: LineBytes(lines, start..<end).text, to: &json)
                if json.withUnsafeBytes({ filter.matches($0) }) { matches.append(UInt32(row)) }
                row += 1
                next = end + 1
            }
        }
    }
}

/// A text that each matching ASCII line contains, without regard to case.
///
/// If it is not ASCII itself, no ASCII line matches.
private struct LineNeedle {
    /// The letters and digits from the most to the least frequent ones in texts; all other bytes are rarer.
    private static let frequent = Array("etaoinsrhldcumfpg01wybvk2x345j6789qz".utf8)

    private let bytes: [UInt8]
    /// The bits that are set in a byte of a text before the comparison: that of lower case for letters.
    private let ignored: [UInt8]
    /// The two rarest bytes; they are the same if there is only one.
    private let rare: (first: Int, second: Int)

    /// Finds the text for a query; nil if there is none.
    init?(_ query: RowQuery) {
        let words =
            query.textKeys == ["text"] ? query.text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) : []
        let texts = words.map { FoldedNeedle(String($0)).bytes } + Self.required(by: query.predicate)
        guard let longest = texts.max(by: { $0.count < $1.count }), !longest.isEmpty else { return nil }
        bytes = longest
        ignored = longest.map { $0 &- UInt8(ascii: "a") < 26 ? 0x20 : 0 }
        let order = longest.indices.sorted { Self.rank(longest[$0]) > Self.rank(longest[$1]) }
        rare = (order[0], order.count > 1 ? order[1] : order[0])
    }

    private static func rank(_ byte: UInt8) -> Int { frequent.firstIndex(of: byte) ?? frequent.count }

    private static func required(by condition: Condition?) -> [[UInt8]] {
        switch condition {
        case .contains("text", .value(let operand)): operand.value.stringValue.map { [FoldedNeedle($0).bytes] } ?? []
        case .all(let parts): parts.flatMap(required)
        default: []
        }
    }

    /// Finds the next occurrence, or the next byte that is not ASCII.
    ///
    /// - Returns: The offset of a byte in the line; nil if no line behind `start` can match.
    func next(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = lines.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        // The last block of 64 places would read beyond the end, so it is compared byte by byte.
        let lastBlock = lines.count - 64 - bytes.count
        var next = start
        while next <= lastBlock {
            var places =
                vector_places(base + next + rare.first, bytes[rare.first], ignored[rare.first])
                & vector_places(base + next + rare.second, bytes[rare.second], ignored[rare.second])
            let wide = vector_wide_places(base + next)
            let firstWide = wide.trailingZeroBitCount
            while places != 0, places.trailingZeroBitCount < firstWide {
                let place = next + places.trailingZeroBitCount
                if isMatch(base + place) { return place }
                places &= places &- 1
            }
            if wide != 0 { return next + firstWide }
            next += 64
        }
        while next < lines.count {
            if base[next] >= 0x80 || next + bytes.count <= lines.count && isMatch(base + next) { return next }
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

extension RowQuery {
    /// True if the query may read other members of a line's row than its text.
    var readsID: Bool {
        let hasWords = !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        if hasWords, textKeys.isEmpty { return true }
        let keys = (predicate?.references ?? []) + (hasWords ? textKeys : []) + sort.map(\.key)
        return !keys.allSatisfy { $0 == "text" }
    }
}
