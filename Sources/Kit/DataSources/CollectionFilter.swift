import FHRowCollections
import FeatureKit

/// A filter of rows in memory, which looks only at the rows that can match.
///
/// A text that matching rows contain is searched in the texts of many rows at once. The rows in which it occurs, and the
/// rows that are not ASCII or have escapes, are then filtered one by one.
struct CollectionFilter {
    private var filter: RowFilter
    private let needle: QueryNeedle?

    /// Makes a filter for the predicate and the text of a query.
    init(_ query: RowQuery) {
        filter = RowFilter(query)
        needle = QueryNeedle(query)
    }

    /// Appends the numbers of the matching rows in a range.
    mutating func append(matchesIn places: Range<Int>, of rows: RowCollection, to matches: inout [UInt32]) {
        var place = places.lowerBound
        guard let needle else {
            rows.forEach(in: places) { row in
                if row.withTexts({ _, value in filter.matches(value) }) { matches.append(UInt32(place)) }
                place += 1
            }
            return
        }
        var run: RowRun?
        rows.forEach(in: places) { row in
            if run?.extend(to: row) != true {
                run?.find(needle, &filter, &matches)
                run = RowRun(row, place: place)
            }
            place += 1
        }
        run?.find(needle, &filter, &matches)
    }
}

/// Rows that follow each other in a block.
private struct RowRun {
    private let block: RowBlock
    /// The place of the first row in the block.
    private let first: Int
    /// The number of the first row.
    private let place: Int
    private var count = 1

    init(_ row: SourceRow, place: Int) {
        block = row.block
        first = row.place
        self.place = place
    }

    /// Adds the next row; returns false if it does not follow in the block.
    @inline(__always)
    mutating func extend(to row: SourceRow) -> Bool {
        guard row.block === block, row.place == first + count else { return false }
        count += 1
        return true
    }

    /// Appends the numbers of the rows that match.
    func find(_ needle: QueryNeedle, _ filter: inout RowFilter, _ matches: inout [UInt32]) {
        block.withReader { reader in
            guard let start = reader.read(first, { id, _, _ in id.baseAddress }) else { return }
            func end(_ row: Int) -> Int {
                reader.read(first + row) { _, value, _ in value.baseAddress.map { $0 - start + value.count } ?? 0 }
            }
            let texts = UnsafeRawBufferPointer(start: start, count: end(count - 1))
            var (row, next) = (0, 0)
            while let found = needle.next(in: texts, from: next, orAt: UInt8(ascii: "\\")) {
                row = Self.firstRow(endingBehind: found, from: row, count, end)
                if reader.read(first + row, { _, value, _ in filter.matches(value) }) {
                    matches.append(UInt32(place + row))
                }
                next = end(row)
                row += 1
            }
        }
    }

    /// Finds the first row whose text ends behind an offset, which is usually not far.
    private static func firstRow(endingBehind offset: Int, from first: Int, _ count: Int, _ end: (Int) -> Int) -> Int {
        var (low, step) = (first, 1)
        while low + step < count, end(low + step - 1) <= offset {
            low += step
            step *= 2
        }
        var high = min(low + step, count) - 1
        while low < high {
            let middle = (low + high) / 2
            if end(middle) <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
