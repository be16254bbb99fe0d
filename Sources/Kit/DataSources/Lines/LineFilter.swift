import FHJSON
import FeatureKit

/// A filter of lines, which looks only at the lines that can match.
///
/// A word, or a text that the condition requires, is searched in many lines at once. The lines in which it occurs, and
/// the lines that are not ASCII, are then filtered as rows are.
struct LineFilter {
    private var filter: RowFilter
    private let needsID: Bool
    /// Nil if each line has to be filtered.
    private let needle: QueryNeedle?

    /// Makes a filter for the predicate and the text of a query.
    init(_ query: RowQuery) {
        filter = RowFilter(query)
        needsID = RowQuery(predicate: query.predicate, text: query.text, textKeys: query.textKeys).readsID
        needle = needsID ? nil : QueryNeedle(query)
    }

    /// Appends the numbers of the matching rows in a range.
    mutating func append(matchesIn places: Range<Int>, of rows: LineRows, to matches: inout [UInt32]) throws(Failure) {
        guard let needle else {
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

extension RowQuery {
    /// True if the query may read other members of a line's row than its text.
    var readsID: Bool {
        let hasWords = !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        if hasWords, textKeys.isEmpty { return true }
        let keys = (predicate?.references ?? []) + (hasWords ? textKeys : []) + sort.map(\.key)
        return !keys.allSatisfy { $0 == "text" }
    }
}
