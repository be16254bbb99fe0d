import FHFuzzyMatch
import TestSupport
import Testing

/// Compares the matcher with a slow reference that tries all alignments.
struct ReferenceTests {
    @Test func matchesAndScoresAreTheReferences() {
        forEachSeed(100) { seed, generator in
            let weights = [[1], [3, 1], [2, 1, 7]].randomElement(using: &generator) ?? [1]
            var index = SearchIndex(weights: weights)
            var rows: [[String]] = []
            for _ in 0..<20 { rows.append(weights.map { _ in generator.drawText(0...12) }) }
            for row in rows { index.append(row) }
            for _ in 0..<5 {
                let reference = generator.drawPattern()
                var expected: [Int: Int] = [:]
                for (row, fields) in rows.enumerated() { expected[row] = reference.score(fields, weights: weights) }
                let found = ranked(reference.query, in: index)
                let scores = Dictionary(uniqueKeysWithValues: found.map { (Int($0.row), Int($0.score)) })
                #expect(scores == expected, "seed \(seed): \(reference.query) in \(rows)")
            }
        }
    }

    @Test func highlightsAreABestAlignment() {
        forEachSeed(300) { seed, generator in
            let text = generator.drawText(0...12)
            var term = generator.drawTerm()
            term.isInverse = false
            let best = term.score(in: text)
            let expected = term.alignments(in: text).filter { $0.score == best }.map { scalars(of: $0.ranges) }
            let highlights = makeIndex([text]).highlights(of: Pattern(term.query), row: 0)
            let ranges = highlights.first?.ranges ?? []
            let isAny = expected.isEmpty ? highlights.isEmpty : expected.contains(scalars(of: ranges))
            #expect(isAny, "seed \(seed): \(term.query) in \(text): \(ranges)")
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "seed \(seed)")
            #expect(ranges.allSatisfy { !$0.isEmpty }, "seed \(seed)")
        }
    }

    private func scalars(of ranges: [Range<Int>]) -> Set<Int> {
        Set(ranges.flatMap { $0 })
    }
}
