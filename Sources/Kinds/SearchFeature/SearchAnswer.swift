import FHJSON
import FeatureKit

/// The results that a source has found, and the data for the request of further results.
public struct SearchAnswer: Sendable {
    let results: Results
    let continuation: Continuation

    /// The data for the request of further results.
    struct Continuation: Sendable, Equatable {
        /// The cursor of the next page; nil after the last one.
        var cursor: String?
        /// The total number of results; nil if unknown.
        var totalCount: Int?
        /// The cursors returned so far, because a repeated cursor is an error.
        var cursors: Set<ExactText> = []
        /// An object of the source that must be kept alive until the next page is requested; nil if the source needs
        /// none.
        var hold: (any AnyObject & Sendable)?

        var endReached: Bool { cursor == nil }

        static func == (a: Continuation, b: Continuation) -> Bool {
            a.cursor == b.cursor && a.totalCount == b.totalCount && a.cursors == b.cursors
        }
    }

    /// Creates an answer from a page of results, which are appended to the results of the earlier pages.
    ///
    /// - Throws: `CancellationError`; a failure if the source repeats a cursor or rows; `systemLimit` if there is too
    ///   little memory.
    init(
        _ page: SearchPage, after known: (results: Results, continuation: Continuation)? = nil, to question: Question,
        _ configuration: SearchConfiguration
    ) throws {
        let corpus = try (known?.results.corpus ?? Corpus()).appending(
            page.page.rows, matches: page.matches, declared: page.page.columns, problems: page.page.problems,
            failure: page.page.failure,
            isLast: true, configuration.settings)
        let first = known?.results.corpus.rows.count ?? 0
        // If a source paginates by cursors and returns no cursor, it has no more rows.
        var continuation = Continuation(
            cursor: page.page.endReached ? nil : page.page.nextCursor,
            totalCount: page.page.totalCount.map { max($0, corpus.rows.count) },
            cursors: known?.continuation.cursors ?? [], hold: page.hold)
        if let cursor = continuation.cursor, !continuation.cursors.insert(cursor) {
            throw Failure.repeatedCursor(cursor)
        }
        let isNew = corpus.rows.count > first
        if !isNew, known != nil, !page.page.rows.isEmpty, page.page.growth == nil, continuation.cursor != nil {
            throw Failure.repeatedRows
        }
        self.continuation = continuation
        let query = configuration.query(of: question)
        var results = Results(question: question, corpus: corpus, isComplete: true)
        var filter = RowFilter(query)
        for (number, row) in corpus.rows.enumerated() where row.withTexts({ _, value in filter.matches(value) }) {
            results.rows.append(UInt32(number))
        }
        results.count = results.rows.count
        configuration.arrangement.arrange(&results)
        self.results = results
        hasNew = isNew
        isPart = page.page.growth == .running
    }

    /// True if the source is still finding results of the requested page.
    let isPart: Bool

    /// True if the page has rows that earlier pages did not have, including rows that a filter hides.
    let hasNew: Bool
}
