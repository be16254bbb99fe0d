import FHFuzzyMatch
import TestSupport
import Testing

/// Compares the upper bounds of scores, which need no alignment, with the scores.
struct CeilingTests {
    private static let queries = [
        "a", "b", "1", "A", "/", "ab", "bc", "aB", "b1", "a/b", "_a", "abc", "cab", "a1b", "abca", "abcabc",
    ]

    private static let signs = ["/", "/", "/", "_", "-", ".", "", "", ":", "\\"]

    private func drawPath(
        _ words: ClosedRange<Int>, _ generator: inout SeededGenerator, signs: [String] = signs
    ) -> String {
        let words = (0..<Int.random(in: words, using: &generator)).map { _ in
            ["ab", "abc", "Ab", "aB", "b1", "ca", "a", "B", "c", "1"].randomElement(using: &generator) ?? ""
        }
        return words.reduce("") { path, word in
            // A few texts contain white space or characters outside ASCII.
            let isRare = Int.random(in: 0..<60, using: &generator) == 0
            let sign = (isRare ? [" ", "é"] : signs).randomElement(using: &generator) ?? ""
            return path.isEmpty && !isRare ? word : path + sign + word
        }
    }

    @Test func aRunIsWorthWhatTheReferenceSays() {
        forEachSeed(20) { seed, generator in
            let rows = (0..<60).map { _ in drawPath(1...4, &generator, signs: ["/", "_", ""]) }
            let index = makeIndex(rows)
            for query in Self.queries where query.count < 4 {
                let reference = ReferencePattern(groups: [[ReferenceTerm(kind: .fuzzy, isInverse: false, text: query)]])
                var expected: [Int: Int] = [:]
                for (row, text) in rows.enumerated() { expected[row] = reference.score([text], weights: [1]) }
                let found = ranked(query, in: index)
                let scores = Dictionary(uniqueKeysWithValues: found.map { (Int($0.row), Int($0.score)) })
                let wrong = rows.indices.filter { scores[$0] != expected[$0] }
                #expect(
                    wrong.isEmpty,
                    "seed \(seed): \(query) in \(wrong.map { (rows[$0], scores[$0] ?? -1, expected[$0] ?? -1) })")
            }
        }
    }

    @Test func whatIsWorthAsMuchStandsByItsLengthAndThenByWhereItBegins() {
        forEachSeed(3) { seed, generator in
            let index = makeIndex((0..<1_500).map { _ in drawPath(1...16, &generator) })
            for query in Self.queries {
                let pattern = Pattern(query)
                let keys = ranked(query, in: index).map { match in
                    let ranges = index.highlights(of: pattern, row: Int(match.row)).flatMap(\.ranges)
                    return [-Int(match.score), match.length, ranges.first?.lowerBound ?? 0, Int(match.row)]
                }
                let isInOrder = zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
                #expect(isInOrder, "seed \(seed): \(query)")
            }
        }
    }

    @Test func theBestAreFoundThoughMostAreNotAligned() async throws {
        try await forEachSeed(1) { seed, generator in
            let index = makeIndex((0..<6_000).map { _ in drawPath(1...20, &generator) })
            for query in Self.queries {
                let pattern = Pattern(query)
                let whole = Scan(pattern, in: index).flatMap { $0 }.sorted()
                for limit in [1, 30, 1_000] {
                    var ranking = Ranking(pattern, in: index, limit: limit)
                    while !ranking.isComplete {
                        try await ranking.advance(by: Int.random(in: 500...6_000, using: &generator), parts: 2)
                    }
                    #expect(ranking.matches == Array(whole.prefix(limit)), "seed \(seed): \(query), \(limit)")
                    #expect(ranking.count == whole.count, "seed \(seed): \(query), \(limit)")
                }
            }
        }
    }

    @Test func theBestAreFoundWhereTextsAndTermsAreAsLongAsIsLookedAtAtOnce() async throws {
        try await forEachSeed(2) { seed, generator in
            let rows = (0..<1_500).map { _ in
                let length = Int.random(in: 62...66, using: &generator)
                let filler = String(
                    repeating: ["ab/", "a_b", "\u{7F}ab", "bA\u{1}"].randomElement(using: &generator) ?? "", count: 22)
                let end = ["", "xyz", "/xyz", "z"].randomElement(using: &generator) ?? ""
                return String(filler.prefix(length - end.count)) + end
            }
            let index = makeIndex(rows)
            let long = String(repeating: "ab", count: 17)
            for query in [
                "x", "z", "xyz", "bz", String(long.prefix(31)), String(long.prefix(32)), String(long.prefix(33)),
            ] {
                let pattern = Pattern(query)
                let whole = Scan(pattern, in: index).flatMap { $0 }.sorted()
                let expected = rows.filter { text in
                    var rest = query[...]
                    for letter in text.lowercased() where letter == rest.first { rest.removeFirst() }
                    return rest.isEmpty
                }
                #expect(whole.count == expected.count, "seed \(seed): \(query)")
                var ranking = Ranking(pattern, in: index, limit: 20)
                while !ranking.isComplete { try await ranking.advance(by: 1_000, parts: 2) }
                #expect(ranking.matches == Array(whole.prefix(20)), "seed \(seed): \(query)")
            }
        }
    }

    @Test func theBestAreFoundInListsThatKnowHowEarlierLettersLie() async throws {
        try await forEachSeed(1) { seed, generator in
            let index = makeIndex((0..<12_000).map { _ in drawPath(1...20, &generator) })
            for query in ["abcab1", "a/b_c", "cabAb", "1abc"] {
                var previous: Ranking?
                for end in 1...query.count {
                    let pattern = Pattern(String(query.prefix(end)))
                    var ranking = Ranking(pattern, in: index, limit: 50, after: previous)
                    while !ranking.isComplete { try await ranking.advance(by: 7_000, parts: 2) }
                    let whole = Scan(pattern, in: index).flatMap { $0 }.sorted()
                    #expect(ranking.matches == Array(whole.prefix(50)), "seed \(seed): \(query.prefix(end))")
                    #expect(ranking.count == whole.count, "seed \(seed): \(query.prefix(end))")
                    // After half of the letters, nothing is prepared for the next letter.
                    if Bool.random(using: &generator) {
                        ranking.prepare(parts: 2, copyingUpTo: Bool.random(using: &generator) ? 0 : 1 << 18)
                        await ranking.prepared()
                    }
                    previous = ranking
                }
            }
        }
    }
}
