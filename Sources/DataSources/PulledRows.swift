import FeatureKit
import JSON

/// The rows of a source as far as they have been pulled.
final class PulledRows {
    /// Which rows they are: others after each edit and each refresh.
    let edition: Int
    /// The rows in the order in which they came; one that came again stands where it came first.
    private(set) var rows = RowCollection()
    /// Counts rows that were changed by coming again: what was found before does not hold any more.
    private(set) var revision = 0
    /// Where the next page begins.
    private(set) var next = FetchRequest.Start.offset(0)
    private(set) var endReached = false
    /// The types that the source below declares for their members.
    private(set) var columns: [ColumnType]?
    /// The problems that the source below has found in them.
    private(set) var problems: RowProblems?
    /// How rows that are still being made come to be there, as the last page has it.
    private(set) var growth: Page.Growth?
    /// Why the rows end where they do; nil where they end as they should.
    private(set) var failure: Failure?
    /// Which making of the rows these are of.
    private(set) var madeEdition: Int?
    /// True if a live source has said that these are all for now.
    private(set) var isAtRest = false

    private let limit: Int
    /// How many rows have come, those included that came again.
    private var received = 0
    private var cursors: Set<ExactText> = []

    init(edition: Int, limit: Int) {
        self.edition = edition
        self.limit = limit
    }

    /// Looks for further rows of a live source before a page is cut again.
    func expectMore() { isAtRest = false }

    /// Takes the page that begins at ``next``.
    ///
    /// - Throws: `invalidData` where the source does not come to an end.
    func add(_ page: Page) throws(Failure) {
        guard received + page.rows.count <= limit else {
            throw Failure(
                "invalidData",
                "the source has more than \(limit) rows, which is more than can be filtered or sorted", retryable: true)
        }
        try MemoryRoom.check(for: RecordList.indexBytes * page.rows.count, "the rows that are filtered or sorted")
        endReached = page.endReached || page.rows.isEmpty && page.growth == nil
        growth = page.growth
        isAtRest = page.growth == .live
        failure = page.failure
        madeEdition = page.edition
        problems = page.problems ?? problems
        columns = page.columns ?? columns
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
            // A source that counts by cursors and gives none has no more.
            endReached = true
        }
        received += page.rows.count
        let known = rows.count
        for row in page.rows {
            if let old = rows.put(row), old != row { revision += 1 }
        }
        if rows.count == known, !page.rows.isEmpty, !endReached, growth == nil { throw .repeatedRows }
    }
}
