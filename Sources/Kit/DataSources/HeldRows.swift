import FHJSON
import FHRowCollections
import FeatureKit

/// All rows that a query filters and sorts: rows in memory, or lines that are read when they are needed.
enum HeldRows: Sendable {
    case collection(RowCollection)
    case lines(LineRows)

    /// The number of rows.
    var count: Int {
        switch self {
        case .collection(let rows): rows.count
        case .lines(let rows): rows.count
        }
    }

    /// Appends rows in memory, or replaces the rows that have their ids.
    ///
    /// - Returns: The number of rows that were replaced with another value.
    mutating func put(_ batch: RowBatch) -> Int {
        guard case .collection(var rows) = self else { return 0 }
        // Without a second reference, the rows are changed in place.
        self = .collection(RowCollection())
        let changed = batch.count { row in rows.put(row).map { $0 != row } ?? false }
        self = .collection(rows)
        return changed
    }

    /// The rows with these numbers.
    func batch(_ places: some Collection<Int>) throws(Failure) -> RowBatch {
        switch self {
        case .collection(let rows): RowBatch(places.lazy.map { rows[$0] })
        case .lines(let rows): try rows.batch(places)
        }
    }

    /// The value of a row.
    func value(_ place: Int) throws(Failure) -> JSONText {
        try batch(CollectionOfOne(place)).first?.value ?? .emptyObject
    }

    /// Returns the range of the rows that a step of a query reads.
    ///
    /// - Parameters:
    ///   - first: The first of the rows.
    ///   - size: The number of rows in memory.
    func piece(from first: Int, size: Int) -> Range<Int> {
        switch self {
        case .collection(let rows): first..<min(first + size, rows.count)
        // A step takes a few milliseconds.
        case .lines(let rows): rows.piece(from: first, length: size << 9)
        }
    }

    /// Calls `body` with the value of each row in a range.
    func forEachValue(
        in places: Range<Int>, needsID: Bool, _ body: (_ place: Int, _ value: UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        switch self {
        case .collection(let rows):
            var place = places.lowerBound
            rows.forEach(in: places) { row in
                row.withTexts { _, value in body(place, value) }
                place += 1
            }
        case .lines(let rows): try rows.forEachValue(in: places, needsID: needsID, body)
        }
    }
}

/// The filter of a query over rows of either kind.
enum HeldFilter {
    case none
    case rows(CollectionFilter)
    case lines(LineFilter)

    init(_ query: RowQuery, for rows: HeldRows) {
        if !query.isFilter {
            self = .none
        } else if case .lines = rows {
            self = .lines(LineFilter(query))
        } else {
            self = .rows(CollectionFilter(query))
        }
    }

    /// Appends the numbers of the matching rows in a range.
    mutating func append(
        matchesIn places: Range<Int>, of rows: HeldRows, to matches: inout [UInt32]
    ) throws(Failure) {
        switch (self, rows) {
        case (.none, _): matches.append(contentsOf: places.lazy.map(UInt32.init))
        case (.lines(var filter), .lines(let rows)):
            try filter.append(matchesIn: places, of: rows, to: &matches)
            self = .lines(filter)
        case (.rows(var filter), .collection(let rows)):
            filter.append(matchesIn: places, of: rows, to: &matches)
            self = .rows(filter)
        case (.lines, .collection), (.rows, .lines): preconditionFailure("a filter is made for its rows")
        }
    }
}
