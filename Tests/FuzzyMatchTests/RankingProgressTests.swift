import FHFuzzyMatch
import TestSupport
import Testing

/// Rankings that advance in parts and in parallel, that grow, and that are based on earlier results.
struct RankingProgressTests {
    private func drawRows(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
        (0..<count).map { _ in generator.drawText(0...10) }
    }

    /// Returns the best rows of a complete scan.
    private func expected(
        _ pattern: Pattern, in index: SearchIndex, limit: Int, where isWanted: (Int) -> Bool = { _ in true }
    ) -> (best: [Match], count: Int) {
        let matches = Scan(pattern, in: index).flatMap { $0 }.filter { isWanted(Int($0.row)) }
        return (Array(matches.sorted().prefix(limit)), matches.count)
    }

    @Test func partsSideBySideAreTheWhole() async throws {
        try await forEachSeed(1) { seed, generator in
            let index = makeIndex(drawRows(9_000, &generator))
            for query in ["ab", "'ab", "ab c", "!a", "", "é"] {
                let pattern = Pattern(query)
                let expected = expected(pattern, in: index, limit: 50)
                for parts in 1...3 {
                    var ranking = Ranking(pattern, in: index, limit: 50)
                    while !ranking.isComplete {
                        try await ranking.advance(by: Int.random(in: 2_000...9_000, using: &generator), parts: parts)
                    }
                    #expect(ranking.matches == expected.best, "seed \(seed): \(query) in \(parts)")
                    #expect(ranking.count == expected.count, "seed \(seed): \(query) in \(parts)")
                }
            }
        }
    }

    @Test func ofOneCharacterTheBestAreFoundThoughMostTextsAreNotRead() async throws {
        try await forEachSeed(2) { seed, generator in
            let index = makeIndex(drawRows(9_000, &generator))
            for query in ["a", "b", "'b", "1", "/", "_", "-", ".", "\\ ", "A", "é", "^a", "a$", "!a"] {
                let pattern = Pattern(query)
                for limit in [1, 20, 300] {
                    let expected = expected(pattern, in: index, limit: limit)
                    var ranking = Ranking(pattern, in: index, limit: limit)
                    while !ranking.isComplete {
                        try await ranking.advance(by: Int.random(in: 500...4_000, using: &generator), parts: 2)
                    }
                    #expect(ranking.matches == expected.best, "seed \(seed): \(query)")
                    #expect(ranking.count == expected.count, "seed \(seed): \(query)")
                }
            }
        }
    }

    @Test func whatIsTypedLetterByLetterFindsTheSameAsAtOnce() async throws {
        try await forEachSeed(1) { seed, generator in
            let index = makeIndex(drawRows(6_000, &generator))
            for query in ["abc", "a b", "'ab", "ab | c", "!ab", "éa"] {
                var previous: Ranking?
                for end in 1...query.count {
                    let pattern = Pattern(String(query.prefix(end)))
                    var ranking = Ranking(pattern, in: index, limit: 20, after: previous)
                    // Sometimes the next letter arrives before all rows have been scanned.
                    try await ranking.advance(by: Int.random(in: 4_000...6_000, using: &generator), parts: 2)
                    previous = ranking
                    if !ranking.isComplete { try await ranking.advance(by: 6_000, parts: 2) }
                    let expected = expected(pattern, in: index, limit: 20)
                    #expect(ranking.matches == expected.best, "seed \(seed): \(query.prefix(end))")
                    #expect(ranking.count == expected.count, "seed \(seed): \(query.prefix(end))")
                }
            }
        }
    }

    @Test func whatIsKnownOfLongRowsServesALongerQuery() async throws {
        try await forEachSeed(1) { seed, generator in
            let index = makeIndex((0..<2_500).map { _ in generator.drawText(0...150) })
            for query in ["abcab1/ba", "aaaaaaaa", "éabcé", "AbAbA"] {
                var previous: Ranking?
                var end = 0
                while end < query.count {
                    // Sometimes two letters arrive together.
                    end = min(query.count, end + Int.random(in: 1...2, using: &generator))
                    let pattern = Pattern(String(query.prefix(end)))
                    var ranking = Ranking(pattern, in: index, limit: 30, after: previous)
                    while !ranking.isComplete {
                        try await ranking.advance(by: Int.random(in: 500...2_000, using: &generator), parts: 2)
                        // Growing by no rows must be possible too.
                        ranking.grow(to: index)
                    }
                    let expected = expected(pattern, in: index, limit: 30)
                    #expect(ranking.matches == expected.best, "seed \(seed): \(query.prefix(end))")
                    #expect(ranking.count == expected.count, "seed \(seed): \(query.prefix(end))")
                    // The lists for the next letter may be complete before the letter arrives, or not.
                    let parts = Int.random(in: 0...3, using: &generator)
                    let limit = [0, 1_000, 5_000].randomElement(using: &generator) ?? 0
                    if parts > 0 { ranking.prepare(parts: parts, copyingUpTo: limit) }
                    if Bool.random(using: &generator) { await ranking.prepared() }
                    previous = ranking
                }
            }
        }
    }

    @Test func whatGoesOnGrowingFindsTheSameWhileRowsAreAppended() async throws {
        try await forEachSeed(1) { seed, generator in
            var index = SearchIndex(weights: [1, 2])
            func append(_ count: Int) {
                for _ in 0..<count { index.append([generator.drawText(0...12), generator.drawText(0...12)]) }
            }
            append(9_000)
            for query in ["abcab", "ba 1", "'ab/a", "AbA"] {
                var previous: Ranking?
                for end in 1...query.count {
                    let pattern = Pattern(String(query.prefix(end)))
                    var ranking = Ranking(pattern, in: index, limit: 100, after: previous)
                    try await ranking.advance(by: .max, parts: end % 2 + 1) { { $0 % 5 != 0 } }
                    // Rows that arrive between two letters are known to only one of the rankings.
                    if end == 4 {
                        append(1_000)
                        ranking.grow(to: index)
                        try await ranking.advance(by: .max, parts: 2) { { $0 % 5 != 0 } }
                    }
                    let expected = expected(pattern, in: index, limit: 100) { $0 % 5 != 0 }
                    #expect(ranking.matches == expected.best, "seed \(seed): \(query.prefix(end))")
                    #expect(ranking.count == expected.count, "seed \(seed): \(query.prefix(end))")
                    previous = ranking
                }
            }
        }
    }

    @Test func rowsThatAreNotWantedDontCount() async throws {
        let index = makeIndex((0..<10_000).map { "row \($0)" })
        var ranking = Ranking(Pattern("row"), in: index, limit: 10)
        try await ranking.advance(by: 10_000, parts: 2) { { $0.isMultiple(of: 3) } }
        #expect(ranking.matches.allSatisfy { $0.row.isMultiple(of: 3) })
        #expect(ranking.count == 3_334)
        var narrower = Ranking(Pattern("row9"), in: index, limit: 10, after: ranking)
        try await narrower.advance(by: 10_000, parts: 2) { { $0.isMultiple(of: 3) } }
        let expected = expected(Pattern("row9"), in: index, limit: 10) { $0.isMultiple(of: 3) }
        #expect(narrower.matches == expected.best)
        #expect(narrower.count == expected.count)
    }

    @Test func rowsThatWereAppendedAreLookedAtToo() async throws {
        var index = makeIndex((0..<5_000).map { "row \($0)" })
        var ranking = Ranking(Pattern("99"), in: index, limit: 1_000)
        try await ranking.advance(by: .max, parts: 2)
        #expect(ranking.isComplete)
        for row in 5_000..<12_345 { index.append(["row \(row)"]) }
        ranking.grow(to: index)
        #expect(!ranking.isComplete)
        try await ranking.advance(by: 100_000, parts: 2)
        let expected = expected(Pattern("99"), in: index, limit: 1_000)
        #expect(ranking.matches == expected.best)
        #expect(ranking.count == expected.count)
    }

    @Test func aTaskThatIsCancelledStops() async {
        let index = makeIndex((0..<50_000).map { "row \($0)" })
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var ranking = Ranking(Pattern("row"), in: index, limit: 10)
            try await ranking.advance(by: 50_000, parts: 2)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func whatIsNarrowerFindsNothingElse() {
        forEachSeed(60) { seed, generator in
            let index = makeIndex(drawRows(100, &generator))
            let queries = (0..<4).map { _ in generator.drawPattern().query }
            let patterns = (queries + ["a", "ab", "a b", "'a", "!a", ""]).map { Pattern($0) }
            let found = patterns.map { Set(Scan($0, in: index).flatMap { $0 }.map(\.row)) }
            for (narrow, rows) in zip(patterns, found) {
                for (wide, others) in zip(patterns, found) where narrow.narrows(wide) {
                    #expect(rows.isSubset(of: others), "seed \(seed): \(queries)")
                }
            }
        }
    }

    @Test func aQueryThatGrowsIsNarrower() {
        for (query, longer) in [
            ("a", "ab"), ("ab", "aXb"), ("ab", "ab c"), ("'ab", "'abc"), ("^ab", "^abc"), ("bc$", "abc$"), ("", "a"),
            ("ab", "'ab"), ("ab", "^ab$"), ("a | b", "ax"), ("a | b", "ax | by"), ("!a", "!a b"),
        ] {
            #expect(Pattern(longer.lowercased()).narrows(Pattern(query)), "\(longer) after \(query)")
        }
        for (query, longer) in [("ab", "ba"), ("a", "a | b"), ("!a", "!ab"), ("'ab", "ab"), ("ab$", "abc$")] {
            #expect(!Pattern(longer).narrows(Pattern(query)), "\(longer) after \(query)")
        }
    }
}
