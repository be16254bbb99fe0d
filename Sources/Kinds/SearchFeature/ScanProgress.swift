import FHFuzzyMatch
import FHRowCollections
import FeatureKit

/// The progress of a search in the rows of a corpus.
public struct ScanProgress: Sendable {
    /// The results found so far.
    private(set) var results: Results
    /// The filter that rows must pass in addition to the pattern.
    private let query: RowQuery
    private let arrangement: Arrangement
    private var ranking: Ranking

    /// Creates the progress at the start of a search.
    ///
    /// - Parameter previous: the results for an earlier query; nil if there are none. If the new query extends the
    ///   earlier one and the filter is the same, only the rows that matched the earlier query are searched.
    init(
        _ question: Question, _ query: RowQuery, _ arrangement: Arrangement, in corpus: Corpus,
        after previous: Results? = nil
    ) {
        results = Results(question: question, corpus: corpus)
        self.query = query
        self.arrangement = arrangement
        let isOfSameRows = previous.map { $0.question.filter == question.filter && corpus.isGrown(from: $0.corpus) }
        let earlier = isOfSameRows == true ? previous?.ranking.value : nil
        ranking = Ranking(Pattern(question.query), in: corpus.index, limit: Results.limit, after: earlier)
    }

    /// The number of rows that may match, at the start of the search.
    var candidateCount: Int { ranking.candidateCount }

    /// True if all rows of the corpus were searched.
    var isAtEnd: Bool { ranking.isComplete }

    /// Returns the progress in a newer corpus.
    ///
    /// The search continues if rows were only added to the corpus. Otherwise it restarts.
    func continued(in corpus: Corpus) -> ScanProgress {
        guard corpus.isGrown(from: results.corpus) else {
            return ScanProgress(results.question, query, arrangement, in: corpus)
        }
        var progress = self
        progress.results.corpus = corpus
        progress.ranking.grow(to: corpus.index)
        return progress
    }

    /// Searches chunks of `rows` rows, until a chunk has a new result or all rows of the corpus are searched.
    ///
    /// - Throws: `CancellationError`.
    func advanced(by rows: Int) async throws -> ScanProgress {
        var progress = self
        repeat {
            try await progress.ranking.advance(by: rows, parts: Cores.count, where: filter)
        } while progress.ranking.count == ranking.count && !progress.ranking.isComplete
        progress.results.rows = progress.ranking.matches.map(\.row)
        progress.results.count = progress.ranking.count
        progress.results.isComplete = progress.isAtEnd && progress.results.corpus.isWhole
        if progress.results.isComplete { progress.ranking.prepare(parts: max(1, Cores.count - 1)) }
        progress.results.ranking.value = progress.ranking
        arrangement.arrange(&progress.results)
        return progress
    }

    private var filter: Ranking.Filter? {
        guard query.isFilter else { return nil }
        return { [query, rows = results.corpus.rows] in
            var filter = RowFilter(query)
            return { row in rows[row].withTexts { _, value in filter.matches(value) } }
        }
    }
}

extension ScanProgress: Equatable {
    /// True if both searches have the same query and filter, have searched the same rows, and have the same results.
    public static func == (a: ScanProgress, b: ScanProgress) -> Bool {
        a.ranking.next == b.ranking.next && a.results == b.results
    }
}
