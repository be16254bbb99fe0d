import FHJSON
import FHRowCollections
import FeatureKit

/// The rows of a source that have been fetched so far.
final class PulledRows {
    /// The number of this set of rows.
    ///
    /// Each edit and each refresh of the source begins a new set with a new number.
    let edition: Int
    /// The rows in the order of their arrival; a repeated row keeps its first position.
    private(set) var rows = HeldRows.collection(RowCollection())
    /// The number of rows that arrived again with another value.
    ///
    /// Each such row invalidates the results that were computed earlier.
    private(set) var revision = 0
    /// The start of the next page to fetch.
    private(set) var next = FetchRequest.Start.offset(0)
    private(set) var endReached = false
    /// The column types that the source declares; nil if it declares none.
    private(set) var columns: [ColumnType]?
    /// The problems that the source has reported last; nil if it has reported none.
    private(set) var problems: RowProblems?
    /// The way in which further rows arrive, according to the last page.
    private(set) var growth: Page.Growth?
    /// The failure that ended the rows early; nil if there is none.
    private(set) var failure: Failure?
    /// The ``Page/edition`` of the last page.
    private(set) var madeEdition: Int?
    /// True if a live source has reported that there are no more rows for now.
    private(set) var isAtRest = false

    private let limit: Int
    /// The number of rows that have arrived, including rows that arrived again.
    private var received = 0
    private var cursors: Set<ExactText> = []

    init(edition: Int, limit: Int) {
        self.edition = edition
        self.limit = limit
    }

    /// Allows further rows of a live source to be fetched, although the source had no more rows for now.
    func expectMore() { isAtRest = false }

    /// Adds the page that begins at ``next``.
    ///
    /// - Throws: `invalidData` if the source has too many rows or repeats pages; `systemLimit` if there is too little
    ///   memory.
    func add(_ page: Page) throws(Failure) {
        try checkLimit(of: page.rows.count)
        try MemoryRoom.check(for: RecordList.indexBytes * page.rows.count, "the rows that are filtered or sorted")
        note(page)
        if let cursor = page.nextCursor {
            if !endReached, !cursors.insert(cursor) {
                throw Failure(
                    "invalidData",
                    "the source gave the cursor \(LikelyName.shown(cursor)) twice, so that its rows have no end",
                    retryable: true)
            }
            next = .cursor(cursor)
        } else if case .offset = next {
            next = .offset(received + page.rows.count)
        } else {
            // A source with cursors ends with a page without a cursor.
            endReached = true
        }
        received += page.rows.count
        let known = rows.count
        revision += rows.put(page.rows)
        if rows.count == known, !page.rows.isEmpty, !endReached, growth == nil { throw .repeatedRows }
    }

    /// Takes all rows at once, without looking at each of them.
    ///
    /// - Throws: `invalidData` if the source has too many rows.
    func share(_ all: WholeRows) throws(Failure) {
        note(all.page)
        // Lines are not in memory, so their number has no limit.
        if case .collection(let rows) = all.rows { try checkLimit(of: rows.count) }
        rows = all.rows
        received = all.rows.count
        next = .offset(received)
    }

    private func checkLimit(of count: Int) throws(Failure) {
        guard received + count <= limit else {
            throw Failure(
                "invalidData",
                "the source has more than \(limit) rows, which is more than can be filtered or sorted", retryable: true)
        }
    }

    /// Takes over what a page reports besides its rows.
    private func note(_ page: Page) {
        endReached = page.endReached || page.rows.isEmpty && page.growth == nil
        growth = page.growth
        isAtRest = page.growth == .live
        failure = page.failure
        madeEdition = page.edition
        problems = page.problems ?? problems
        columns = page.columns ?? columns
    }
}
