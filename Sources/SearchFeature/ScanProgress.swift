import FuzzyMatch

/// How far a corpus has been looked through for a query.
public struct ScanProgress: Sendable {
    /// What was found so far.
    private(set) var results: Results
    private let pattern: Pattern
    private var best = TopMatches(limit: Results.limit)
    /// The first row that was not looked at.
    private var next = 0

    /// Nothing looked at yet.
    init(_ query: String, in corpus: Corpus) {
        results = Results(query: query, corpus: corpus)
        pattern = Pattern(query)
    }

    /// Looks at so many rows, and at as many again until there is something new or the end is reached.
    ///
    /// - Throws: `CancellationError`.
    func advanced(by rows: Int) throws -> ScanProgress {
        var progress = self
        let index = results.corpus.index
        repeat {
            let end = min(progress.next + rows, index.count)
            for matches in Scan(pattern, in: index, rows: progress.next..<end) {
                try Task.checkCancellation()
                progress.best.add(matches)
            }
            progress.next = end
        } while progress.best.count == best.count && progress.next < index.count
        progress.results.rows = progress.best.matches.map(\.row)
        progress.results.count = progress.best.count
        progress.results.isComplete = progress.next == index.count
        return progress
    }
}
