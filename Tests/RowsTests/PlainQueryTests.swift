import FHJSON
import TestSupport
import Testing

@testable import FHRowCollections
@testable import FHRows

/// Compares queries over bytes with the same queries over parsed values.
@Suite struct PlainQueryTests {
    @Test func aFilterLetsThroughWhatItMeans() {
        forEachSeed(100) { seed, generator in
            var draws = Draws(generator: generator)
            let query = draws.query()
            var filter = RowFilter(query)
            for _ in 0..<40 {
                let row = draws.row()
                let isRight = PlainQuery(query: query).matches(row)
                #expect(row.bytes.withUnsafeBytes { filter.matches($0) } == isRight, "seed \(seed): \(row) \(query)")
                #expect(query.matches(row) == isRight, "seed \(seed): \(row) \(query)")
            }
        }
    }

    /// For forms and flows, which look values up by name, a condition has the same result.
    @Test func aConditionMeansTheSameOverValuesThatAreLookedUp() {
        forEachSeed(100) { seed, generator in
            var draws = Draws(generator: generator)
            let condition = draws.condition(depth: 3)
            let resolved = ResolvedCondition(condition) { $0 }
            for _ in 0..<20 {
                let row = draws.row()
                let isRight = RowQuery(predicate: condition).matches(row)
                #expect(resolved.holds { row.value[$0] ?? .null } == isRight, "seed \(seed): \(row) \(condition)")
            }
        }
    }

    @Test func aValueIsComparedWithAnother() {
        forEachSeed(100) { seed, generator in
            var draws = Draws(generator: generator)
            let row = draws.row()
            let parts: [Condition] = [
                .equals("a", .field("b")), .contains("a", .field("b")), .less("a", .field("b")),
                .greater("a", .field("b")),
            ]
            for condition in parts {
                let resolved = ResolvedCondition(condition) { $0 }
                let isRight = PlainQuery(query: .all).matches(condition, row.value)
                #expect(resolved.holds { row.value[$0] ?? .null } == isRight, "seed \(seed): \(row) \(condition)")
            }
        }
    }

    @Test func aSortIsStableAndInTheOrderThatItMeans() {
        forEachSeed(25) { seed, generator in
            var draws = Draws(generator: generator)
            let query = RowQuery(sort: draws.sort())
            let rows = (0..<Int.random(in: 0...90, using: &draws.generator)).map { _ in draws.row() }
            let plain = PlainQuery(query: query)
            let right = rows.indices.sorted { a, b in
                plain.precedes(rows[a], rows[b]) || a < b && !plain.precedes(rows[b], rows[a])
            }
            for pieceSize in [1, 4, 1000] {
                var table = SortTable(query.sort)
                for row in rows { row.bytes.withUnsafeBytes { table.append($0) } }
                var run = SortRun(table, pieceSize: pieceSize)
                while run.advance() {}
                #expect(run.order.map { Int($0) } == right, "seed \(seed): \(query.sort)")
            }
            for (a, b) in zip(rows, rows.dropFirst()) {
                #expect(query.precedes(a, b) == plain.precedes(a, b), "seed \(seed): \(a) \(b) \(query.sort)")
            }
        }
    }
}
