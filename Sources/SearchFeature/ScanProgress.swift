import FeatureKit
import FuzzyMatch
import Querying

/// How far a corpus has been looked through for a question.
public struct ScanProgress: Sendable {
    /// What was found so far.
    private(set) var results: Results
    /// What rows must pass beside the pattern.
    private let query: RowQuery
    private let arrangement: Arrangement
    private var ranking: Ranking

    /// Nothing looked at yet.
    ///
    /// - Parameter previous: what was found before; a query that has only grown looks at nothing else.
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

    /// How many rows may match when nothing was looked at yet.
    var candidateCount: Int { ranking.candidateCount }

    /// Whether all rows that there are were looked at.
    var isAtEnd: Bool { ranking.isComplete }

    /// The same progress in a corpus with more rows; nothing looked at where that has others.
    func continued(in corpus: Corpus) -> ScanProgress {
        guard corpus.isGrown(from: results.corpus) else {
            return ScanProgress(results.question, query, arrangement, in: corpus)
        }
        var progress = self
        progress.results.corpus = corpus
        progress.ranking.grow(to: corpus.index)
        return progress
    }

    /// Looks at so many rows, and at as many again until there is something new or the end is reached.
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
    /// Whether both have looked at the same rows for the same question.
    public static func == (a: ScanProgress, b: ScanProgress) -> Bool {
        a.ranking.next == b.ranking.next && a.results == b.results
    }
}
