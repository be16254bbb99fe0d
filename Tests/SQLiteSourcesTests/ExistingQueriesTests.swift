import FHJSON
import FeatureKit
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Queries over the tables, views and queries of an existing database give what the host's own evaluation of their
/// rows gives.
@Suite(.hangLimit)
struct ExistingQueriesTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    private func make(_ sql: String) throws { try scratch.sql { try $0.execute(sql: sql) } }

    private func page(
        _ source: SQLiteSource, _ query: RowQuery, _ offset: Int = 0, _ limit: Int = 9
    ) async throws -> Page {
        try await source.fetch(FeatureKit.FetchRequest(start: .offset(offset), limit: limit, query: query)).value
    }

    // MARK: A model

    private struct Draws {
        var generator: SeededGenerator

        mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

        mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0..<values.count)] }

        /// A value of a column in SQL.
        mutating func value() -> String {
            pick([
                "NULL", "0", "1", "-3", "2.5", "9e999", "12", "''", "' '", "'1'", "'a'", "'A'", "'É'", "'e'", "'a2'",
                "'a10'", "'2026-07-01'", "'2026-07-01T09:00:00+02:00'", "'true'", "'say \"a\"'", "x'00ff'", "x''",
                "9223372036854775807", "'ß'", "'SS'",
            ])
        }

        mutating func row(_ id: Int) -> String { "(\(id), \(value()), \(value()), \(value()), \(value()))" }

        mutating func query() -> RowQuery {
            let key = pick(["a", "b", "k/x", "/a", "d", "id", "none"])
            let operand: JSONText = pick([.null, .integer(1), .string("a"), .string("e"), .bool(true), .string("a2")])
            let predicates: [Condition?] = [
                nil, nil, .equals(key, operand), .greater(key, operand), .less(key, operand), .isEmpty(key),
                .contains(key, "E"), .not(.equals(key, operand)), .equals("a", .field("b")),
                .any([.isEmpty("d"), .equals(key, operand)]),
            ]
            let sorts = [[], [SortKey(key)], [SortKey("d", isDescending: true), SortKey(key, isNumber: true)]]
            return RowQuery(
                predicate: pick(predicates), text: pick(["", "", "e", "1 a", " "]), textKeys: pick([[], ["a", "b"]]),
                sort: pick(sorts))
        }
    }

    /// The rows that the host would show for a query.
    private func right(_ rows: [SourceRow], _ query: RowQuery) -> [SourceRow] {
        let passing = rows.filter { query.matches($0.value) }
        return passing.indices.sorted { a, b in
            query.precedes(passing[a].value, passing[b].value)
                || a < b && !query.precedes(passing[b].value, passing[a].value)
        }.map { passing[$0] }
    }

    @Test(arguments: [#""table":"t""#, #""table":"w""#, #""table":"v""#, #""query":"SELECT * FROM t ORDER BY d""#])
    func queriesGiveWhatTheHostsOwnEvaluationGives(options: String) async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT, "k/x" REAL, d BOOLEAN);
            CREATE TABLE w(id TEXT PRIMARY KEY, a, b TEXT, "k/x" REAL, d BOOLEAN) WITHOUT ROWID;
            CREATE VIEW v AS SELECT * FROM t;
            """)
        let source = try await scratch.sqlite(options)
        try await forEachSeed(8) { seed, generator in
            var draws = Draws(generator: generator)
            try make("DELETE FROM t; DELETE FROM w")
            for table in ["t", "w"] {
                let rows = (0..<draws.number(0..<40)).map { draws.row($0 * 3) }
                if !rows.isEmpty { try make("INSERT INTO \(table) VALUES \(rows.joined(separator: ", "))") }
            }
            for step in 0..<30 {
                if draws.number(0..<8) == 0 {
                    let table = options.contains("\"w\"") ? "w" : "t"
                    try make("UPDATE \(table) SET a = \(draws.value()) WHERE id % 2 = \(draws.number(0..<2))")
                }
                let all = try await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: .max)).value
                let query = draws.query()
                let right = right(Array(all.rows), query)
                for _ in 0..<2 {
                    let (offset, limit) = (draws.number(0..<right.count + 2), draws.number(1..<10))
                    let page = try await page(source, query, offset, limit)
                    let place: Comment = "seed \(seed), step \(step), \(query)"
                    #expect(Array(page.rows) == Array(right.dropFirst(offset).prefix(limit)), place)
                    // The number is known once a row behind the last result was looked for.
                    let isAll = offset + limit > right.count
                    #expect(page.endReached == (offset + limit >= right.count) || !isAll, place)
                    #expect(page.totalCount == right.count || !isAll && page.totalCount == nil, place)
                }
                let whole = try await page(source, query, 0, .max)
                #expect(whole.endReached && whole.totalCount == right.count && whole.rows.count == right.count)
            }
        }
    }

    // MARK: Pages

    /// A filter reads only as many rows as its page needs, and goes on there.
    @Test func aPageOfAFilterNeedsNotAllRows() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
            INSERT INTO t SELECT i, i % 10 FROM n;
            """)
        let source = try await scratch.sqlite(#""table":"t""#)
        let query = RowQuery(predicate: .equals("a", .integer(3)))
        let first = try await page(source, query, 0, 10)
        #expect(first.rows.map(\.id).last == "93" && first.totalCount == nil && !first.endReached)
        let third = try await page(source, query, 20, 10)
        #expect(third.rows.map(\.id).first == "203" && third.totalCount == nil)
        let last = try await page(source, query, 95, 10)
        #expect(last.rows.map(\.id) == ["953", "963", "973", "983", "993"] && last.endReached)
        #expect(last.totalCount == 100)
        #expect(try await page(source, query, 0, 10).totalCount == 100)
        let sorted = RowQuery(predicate: .equals("a", .integer(3)), sort: [SortKey("id", isDescending: true)])
        let newest = try await page(source, sorted, 0, 2)
        #expect(newest.rows.map(\.id) == ["993", "983"] && newest.totalCount == 100 && !newest.endReached)
    }

    /// Changes by others and by this source are seen by the next page.
    @Test func aChangeBeginsAnew() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'x')")
        let source = try await scratch.sqlite(#""table":"t""#)
        let query = RowQuery(text: "x", textKeys: ["a"])
        #expect(try await page(source, query).rows.map(\.id) == ["1", "3"])
        try make("UPDATE t SET a = 'x' WHERE id = 2")
        #expect(try await page(source, query).rows.map(\.id) == ["1", "2", "3"])
        _ = try await source.update("1", patch: .object("a", .string("z")), opID: "1").value
        #expect(try await page(source, query).rows.map(\.id) == ["2", "3"])
    }

    /// A row that is too long is found only when it is read as a whole, which a filter on another column doesn't do.
    @Test func aRowThatIsTooLongHidesNoOtherResult() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, v);
            INSERT INTO t VALUES (1, 1, 'x'), (2, 1, zeroblob(1 << 20)), (3, 1, 'y'), (4, 2, 'z'), (5, 1, 'w')
            """)
        let source = try await scratch.sqlite(#""table":"t""#)
        let query = RowQuery(predicate: .equals("a", .integer(1)))
        let first = try await page(source, query, 0, 1)
        #expect(first.rows.map(\.id) == ["1"] && !first.endReached)
        let rest = try await page(source, query, 1, 9)
        #expect(rest.rows.map(\.id) == ["3", "5"] && rest.endReached && rest.totalCount == 3)
        #expect(rest.problems?.listed.map(\.code) == ["tooLong"])
    }

    @Test func rowsWithOneIDAreDistinguishedInResultsToo() async throws {
        try make("CREATE TABLE t(id, a); INSERT INTO t VALUES ('k', 2), ('k', 1), ('l', 0)")
        let source = try await scratch.sqlite(#""table":"t""#)
        let page = try await page(source, RowQuery(sort: [SortKey("a")]))
        #expect(page.rows.map { $0.value.value["a"]?.intValue } == [0, 1, 2])
        #expect(Set(page.rows.map(\.id)).count == 3 && page.problems?.count == 1)
    }

    @Test func aQueryKnowsNoCursor() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        let source = try await scratch.sqlite(#""table":"t""#)
        let request = FeatureKit.FetchRequest(start: .cursor("1"), limit: 1, query: RowQuery(text: "x"))
        #expect(await source.fetch(request).failure?.code == "invalidData")
    }
}
