import FeatureKit
import JSON
import Querying

/// Results that a source gave, and where they go on.
public struct SearchAnswer: Sendable {
    let results: Results
    let continuation: Continuation

    /// Where a source's results go on.
    struct Continuation: Sendable, Equatable {
        /// Where the next page begins; nil where there is none.
        var cursor: String?
        /// How many results there are in all; nil where that is unknown.
        var totalCount: Int?
        /// The places that the source named: one that comes again leads nowhere.
        var cursors: Set<ExactText> = []
        /// What the source keeps for the next page.
        var hold: (any AnyObject & Sendable)?

        var endReached: Bool { cursor == nil }

        static func == (a: Continuation, b: Continuation) -> Bool {
            a.cursor == b.cursor && a.totalCount == b.totalCount && a.cursors == b.cursors
        }
    }

    /// Makes results of a page, behind those that there are.
    ///
    /// - Throws: `CancellationError`, or a failure where the source would go round in circles.
    init(
        _ page: SearchPage, after known: (results: Results, continuation: Continuation)? = nil, to question: Question,
        _ configuration: SearchConfiguration
    ) throws {
        let corpus = try (known?.results.corpus ?? Corpus()).appending(
            page.page.rows, matches: page.matches, declared: page.page.columns, problems: page.page.problems,
            failure: page.page.failure,
            isLast: true, configuration.settings)
        let first = known?.results.corpus.rows.count ?? 0
        // A source that counts by cursors and gives none has no more.
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

    /// Whether the source is still finding the results of the page that was asked for.
    let isPart: Bool

    /// Whether there are rows that were not there before; those included that a filter leaves out.
    let hasNew: Bool
}
