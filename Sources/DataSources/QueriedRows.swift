import FeatureKit
import Querying

/// The rows that a query lets through, in its order, as far as they are known.
///
/// It is found in steps; whoever wants a page does the next one.
final class QueriedRows {
    let query: RowQuery
    private var filter: RowFilter
    private var table: SortTable
    /// Sorts what was let through; nil before that and after it.
    private var run: SortRun?
    private var isSorted = false
    /// The places of the rows that were let through.
    private var places: [UInt32] = []
    /// How many rows have been looked at.
    private var seen = 0
    /// Of which rows that is true.
    private var revision = 0

    init(_ query: RowQuery) {
        self.query = query
        filter = RowFilter(query)
        table = SortTable(query.sort)
    }

    /// A page; nil where it is not known yet.
    ///
    /// Without a sort a page that is full is known before all rows are.
    func page(_ wanted: Range<Int>, of pulled: PulledRows) -> Page? {
        guard revision == pulled.revision else { return nil }
        let isAll = pulled.endReached || pulled.isAtRest
        let isComplete = (isUnsorted || isSorted) && seen == pulled.rows.count && isAll
        guard isComplete || isUnsorted && !isAll && places.count >= wanted.upperBound else { return nil }
        let isLast = isComplete && wanted.upperBound >= places.count
        return cut(
            wanted, of: pulled, endReached: isLast && pulled.endReached, isComplete: isComplete && pulled.endReached,
            growth: isLast && pulled.isAtRest ? .live : nil)
    }

    /// What is known of a page whose other rows are still being made; nil where that is not worth showing.
    ///
    /// - Parameter wait: what the request waits for.
    func part(_ wanted: Range<Int>, of pulled: PulledRows, _ wait: FetchRequest.Wait) -> Page? {
        guard isUnsorted, pulled.growth == .running else { return nil }
        switch wait {
        case .page: return nil
        case .rows where pulled.rows.isEmpty: break
        case .rows, .further: if places.count <= wanted.lowerBound { return nil }
        }
        return cut(wanted, of: pulled, endReached: false, growth: .running)
    }

    private func cut(
        _ wanted: Range<Int>, of pulled: PulledRows, endReached: Bool, isComplete: Bool = false,
        growth: Page.Growth?
    ) -> Page {
        var page = Page(
            rows: RowBatch(places[wanted.clamped(to: places.indices)].lazy.map { pulled.rows[Int($0)] }),
            endReached: endReached, totalCount: isComplete && pulled.failure == nil ? places.count : nil,
            problems: pulled.problems, growth: growth, failure: pulled.failure, edition: pulled.madeEdition)
        page.columns = pulled.columns
        return page
    }

    /// Whether nothing can be done before another page of the source has come.
    func isWaiting(for pulled: PulledRows) -> Bool {
        revision == pulled.revision && seen == pulled.rows.count && !pulled.endReached && !pulled.isAtRest
    }

    /// Does the next step: looks at some rows more, or goes on sorting.
    func advance(over pulled: PulledRows, _ pieceSize: Int) {
        // What was sorted is not there any more to be sorted with others.
        if revision != pulled.revision || isSorted && seen < pulled.rows.count { beginAnew(pulled.revision) }
        if run != nil { return sort() }
        let piece = seen..<min(seen + pieceSize, pulled.rows.count)
        pulled.rows.forEach(in: piece) { row in
            row.withTexts { _, value in
                if !query.isFilter || filter.matches(value) {
                    places.append(UInt32(seen))
                    if !isUnsorted { table.append(value) }
                }
            }
            seen += 1
        }
        if !isUnsorted, !isSorted, seen == pulled.rows.count, pulled.endReached || pulled.isAtRest { beginSorting() }
    }

    private var isUnsorted: Bool { query.sort.isEmpty }

    private func beginAnew(_ revision: Int) {
        self.revision = revision
        run = nil
        isSorted = false
        places = []
        table = SortTable(query.sort)
        seen = 0
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
