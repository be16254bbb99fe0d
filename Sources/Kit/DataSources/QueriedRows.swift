import FHJSON
import FHRowCollections
import FeatureKit

/// The fetched rows that pass the filter of a query, in the order of the query.
///
/// The result is computed in steps. Each call of ``advance(over:_:)`` by a caller that waits for a page is one step.
final class QueriedRows {
    /// The maximum number of rows that are inserted into a sorted result.
    private static let fewRows = 512
    /// The maximum number of matches of a step that are read one by one for their sort keys.
    private static let fewMatches = 64
    /// The maximum length of all sort keys in bytes, as far as it is known from the rows.
    private static let longestKeys = 4 << 30

    let query: RowQuery
    private var filter = HeldFilter.none
    private let readsID: Bool
    private var table: SortTable
    /// The length in bytes of the values whose sort keys are in the table.
    private var keyedLength = 0
    /// The running sort of the filtered rows; nil before and after the sort.
    private var run: SortRun?
    private var isSorted = false
    /// The indices of the rows that pass the filter.
    private var places: [UInt32] = []
    /// The number of fetched rows to which the filter was applied.
    private var seen = 0
    /// The ``PulledRows/revision`` that the result is based on.
    private var revision = 0

    init(_ query: RowQuery) {
        self.query = query
        readsID = query.readsID
        table = SortTable(query.sort)
    }

    /// Returns a page; nil if more steps are necessary.
    ///
    /// For a query without a sort, a full page can be returned before all rows are fetched.
    func page(_ wanted: Range<Int>, of pulled: PulledRows) throws(Failure) -> Page? {
        guard revision == pulled.revision else { return nil }
        let isAll = pulled.endReached || pulled.isAtRest
        let isComplete = (isUnsorted || isSorted) && seen == pulled.rows.count && isAll
        guard isComplete || isUnsorted && !isAll && places.count >= wanted.upperBound else { return nil }
        let isLast = isComplete && wanted.upperBound >= places.count
        return try cut(
            wanted, of: pulled, endReached: isLast && pulled.endReached, isComplete: isComplete && pulled.endReached,
            growth: isLast && pulled.isAtRest ? .live : nil)
    }

    /// Returns a partial page while more rows are produced; nil if the request has to wait for more rows.
    ///
    /// - Parameters:
    ///   - wanted: The requested range.
    ///   - pulled: The fetched rows.
    ///   - wait: The condition for an answer.
    func part(
        _ wanted: Range<Int>, of pulled: PulledRows, _ wait: FetchRequest.Wait
    ) throws(Failure) -> Page? {
        guard isUnsorted, pulled.growth == .running else { return nil }
        switch wait {
        case .page: return nil
        case .rows where pulled.rows.count == 0: break
        case .rows, .further: if places.count <= wanted.lowerBound { return nil }
        }
        return try cut(wanted, of: pulled, endReached: false, growth: .running)
    }

    private func cut(
        _ wanted: Range<Int>, of pulled: PulledRows, endReached: Bool, isComplete: Bool = false,
        growth: Page.Growth?
    ) throws(Failure) -> Page {
        var page = Page(
            rows: try pulled.rows.batch(places[wanted.clamped(to: places.indices)].lazy.map { Int($0) }),
            endReached: endReached, totalCount: isComplete && pulled.failure == nil ? places.count : nil,
            problems: pulled.problems, growth: growth, failure: pulled.failure, edition: pulled.madeEdition)
        page.columns = pulled.columns
        return page
    }

    /// True if another page of the source must be fetched before the next step.
    func isWaiting(for pulled: PulledRows) -> Bool {
        revision == pulled.revision && seen == pulled.rows.count && !pulled.endReached && !pulled.isAtRest
    }

    /// Keeps the result for the first rows, which are followed by other rows now.
    ///
    /// - Parameter count: The number of rows that have not changed.
    /// - Returns: False if the result can't be continued.
    func keep(first count: Int) -> Bool {
        guard run == nil, isUnsorted || isSorted else { return false }
        revision = 0
        if seen > count {
            places.removeAll { $0 >= count }
            seen = count
        }
        return true
    }

    /// Performs the next step: filters at most `pieceSize` further rows, or continues the sort.
    ///
    /// - Throws: `systemLimit` if there is no memory for the result.
    func advance(over pulled: PulledRows, _ pieceSize: Int) throws(Failure) {
        let rows = pulled.rows
        if revision != pulled.revision { beginAnew(pulled.revision) }
        if isSorted, seen < rows.count {
            if rows.count - seen <= Self.fewRows { return try insert(the: rows) }
            // The sort keys are released after a sort, so many further rows require a new sort of all rows.
            beginAnew(pulled.revision)
        }
        if run != nil { return sort() }
        let piece = rows.piece(from: seen, size: pieceSize)
        try checkRoom(for: piece)
        if seen == 0 { filter = HeldFilter(query, for: rows) }
        let known = places.count
        do throws(Failure) {
            try filter.append(matchesIn: piece, of: rows, to: &places)
            if !isUnsorted { try appendKeys(ofPlacesFrom: known, in: piece, of: rows) }
        } catch {
            // A part of the piece may have been filtered.
            beginAnew(pulled.revision)
            throw error
        }
        seen = piece.upperBound
        if !isUnsorted, !isSorted, seen == pulled.rows.count, pulled.endReached || pulled.isAtRest { beginSorting() }
    }

    private var isUnsorted: Bool { query.sort.isEmpty }

    private func beginAnew(_ revision: Int) {
        self.revision = revision
        run = nil
        isSorted = false
        places = []
        table = SortTable(query.sort)
        keyedLength = 0
        seen = 0
    }

    /// Checks that there is memory for the results of a step.
    ///
    /// - Throws: `systemLimit` if there is too little memory, or if the sort keys become too long.
    private func checkRoom(for piece: Range<Int>) throws(Failure) {
        // The lists of indices and sort keys grow by doubling. A sort key has a text twice.
        let (count, subject) = (places.count + piece.count, "the rows that are filtered or sorted")
        if isUnsorted { return try MemoryRoom.check(for: 8 * count, subject) }
        try MemoryRoom.check(for: 64 * count + 4 * keyedLength, subject)
        if 2 * keyedLength > Self.longestKeys {
            throw Failure(
                "systemLimit",
                "the sort keys of these rows are longer than \(Self.longestKeys) bytes; filter the rows, then sort them",
                retryable: false)
        }
    }

    /// Appends the sort keys of the matching rows in a range.
    private func appendKeys(ofPlacesFrom first: Int, in piece: Range<Int>, of rows: HeldRows) throws(Failure) {
        let matches = places[first...]
        func append(_ value: UnsafeRawBufferPointer) {
            table.append(value)
            keyedLength += value.count
        }
        if matches.count <= Self.fewMatches {
            for place in matches {
                try rows.forEachValue(in: Int(place)..<Int(place) + 1, needsID: readsID) { append($1) }
            }
            return
        }
        var next = first
        try rows.forEachValue(in: piece, needsID: readsID) { place, value in
            guard next < places.count, places[next] == place else { return }
            append(value)
            next += 1
        }
    }

    /// Inserts the further rows at their places in the order.
    private func insert(the rows: HeldRows) throws(Failure) {
        var found: [UInt32] = []
        try filter.append(matchesIn: seen..<rows.count, of: rows, to: &found)
        var new: [(place: UInt32, value: JSONText)] = []
        for place in found { new.append((place, try rows.value(Int(place)))) }
        new.sort { a, b in
            // Of rows with equal sort keys, the earlier one is first.
            query.precedes(a.value, b.value) || a.place < b.place && !query.precedes(b.value, a.value)
        }
        var merged: [UInt32] = []
        merged.reserveCapacity(places.count + new.count)
        var taken = 0
        for (place, value) in new {
            var (low, high) = (taken, places.count)
            while low < high {
                let middle = (low + high) / 2
                if query.precedes(value, try rows.value(Int(places[middle]))) {
                    high = middle
                } else {
                    low = middle + 1
                }
            }
            merged += places[taken..<low]
            merged.append(place)
            taken = low
        }
        places = merged + places[taken...]
        seen = rows.count
    }

    private func beginSorting() {
        run = SortRun(table)
        table = SortTable(query.sort)
    }

    private func sort() {
        if run?.advance() == true { return }
        places = run?.order.map { places[Int($0)] } ?? []
        run = nil
        isSorted = true
    }
}
