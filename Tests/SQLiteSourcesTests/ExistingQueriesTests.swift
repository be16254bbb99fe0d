import FHJSON
import FeatureKit
import Foundation
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

        /// The values of the columns in SQL.
        ///
        /// Columns that contain only numbers are sorted by the database.
        private var columns: [[String]] = []

        init(generator: SeededGenerator) {
            self.generator = generator
            let numbers = [
                "NULL", "0", "1", "-3", "2.5", "12", "-0.0", "1e300", "9223372036854775807", "9223372036854775808.0",
            ]
            let texts = [
                "NULL", "''", "' '", "'1'", "'a'", "'A'", "'É'", "'e'", "'a2'", "'a10'", "'2026-07-01'",
                "'2026-07-01T09:00:00+02:00'", "'true'", "'say \"a\"'", "'ß'", "'SS'", "'Infinity'",
            ]
            let mixed = numbers + texts + ["9e999", "-9e999", "x'00ff'", "x''"]
            columns = (0..<4).map { _ in pick([numbers, numbers, texts, mixed]) }
        }

        mutating func value(_ column: Int) -> String { pick(columns[column]) }

        mutating func row(_ id: Int) -> String { "(\(id), \(value(0)), \(value(1)), \(value(2)), \(value(3)))" }

        mutating func query() -> RowQuery {
            let key = pick(["a", "b", "k/x", "/a", "d", "id", "none"])
            let operands: [JSONText] = [
                .null, .integer(1), .integer(3), .real(2.5), .real(9_223_372_036_854_775_808), .integer(.max),
                .string("a"), .string("e"), .bool(true), .bool(false), .string("a2"), .string("1"), .string(" "),
                .string("Infinity"),
            ]
            let operand = pick(operands)
            let predicates: [Condition?] = [
                nil, nil, .equals(key, operand), .greater(key, operand), .less(key, operand), .isEmpty(key),
                .contains(key, "E"), .not(.equals(key, operand)), .equals("a", .field("b")),
                .any([.isEmpty("d"), .equals(key, operand)]), .isIn(key, [operand, pick(operands)]),
                .not(.isEmpty(key)), .all([.greater("k/x", operand), .contains("b", "a")]),
                .any([.equals("a", operand), .equals("id", .integer(6)), .less("d", pick(operands))]),
            ]
            let sorts = [
                [], [SortKey(key)], [SortKey(key, isDescending: true)],
                [SortKey("d", isDescending: true), SortKey(key, isNumber: true)],
                [SortKey("k/x"), SortKey("a", isDescending: true)],
            ]
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
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT COLLATE NOCASE, "k/x" REAL, d BOOLEAN);
            CREATE TABLE w(id TEXT PRIMARY KEY, a, b TEXT, "k/x" REAL, d BOOLEAN) WITHOUT ROWID;
            CREATE INDEX of_w ON w(a);
            CREATE VIEW v AS SELECT * FROM t;
            """)
        let source = try await scratch.sqlite(options)
        try await forEachSeed(8) { seed, generator in
            var draws = Draws(generator: generator)
            try make("DELETE FROM t; DELETE FROM w; DROP INDEX IF EXISTS of_a; DROP INDEX IF EXISTS of_b")
            // By an index, SQLite reads the rows of a view in another order.
            if draws.number(0..<2) == 0 { try make("CREATE INDEX of_a ON t(a, d); CREATE INDEX of_b ON t(b)") }
            for table in ["t", "w"] {
                let rows = (0..<draws.number(0..<40)).map { draws.row($0 * 3) }
                if !rows.isEmpty { try make("INSERT INTO \(table) VALUES \(rows.joined(separator: ", "))") }
            }
            for step in 0..<30 {
                if draws.number(0..<8) == 0 {
                    let table = options.contains("\"w\"") ? "w" : "t"
                    try make("UPDATE \(table) SET a = \(draws.value(0)) WHERE id % 2 = \(draws.number(0..<2))")
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

    /// The database finds the rows by its indexes, and is not read from beginning to end.
    @Test func indexesAreUsed() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT, c INTEGER, e INTEGER);
            CREATE INDEX of_a ON t(a); CREATE INDEX of_b ON t(b);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) \
            INSERT INTO t SELECT i, i % 10, 'b' || i % 10, i, i FROM n;
            """)
        let plans = try scratch.sql { db in
            let shape = try TableShape(
                table: "t", ExistingOptions(JSONValue(parsing: #"{"path":"x.db","table":"t"}"#)), in: db)
            let rows = ExistingRows(shape: shape, db: db)
            func plan(_ query: RowQuery) throws -> String {
                let (sql, arguments) = try rows.selection(of: shape, for: query, behind: nil)
                let order = try query.sort.isEmpty ? nil : rows.order(of: query)?.sql
                return try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN \(order ?? sql)", arguments: order == nil ? arguments : []
                ).map { $0["detail"] }.joined(separator: "; ")
            }
            return try [
                plan(RowQuery(predicate: .equals("a", .integer(3)))),
                plan(RowQuery(predicate: .equals("b", .string("b3")))),
                plan(RowQuery(predicate: .equals("id", .integer(3)))),
                plan(RowQuery(predicate: .greater("a", .integer(3)))),
                plan(RowQuery(sort: [SortKey("a")])),
                plan(RowQuery(sort: [SortKey("a", isDescending: true)])),
                plan(RowQuery(sort: [SortKey("c")])),
            ]
        }
        #expect(
            plans == [
                "SEARCH main.t USING INDEX of_a (a=?)", "SEARCH main.t USING INDEX of_b (b=?)",
                "SEARCH main.t USING INTEGER PRIMARY KEY (rowid=?)", "SCAN main.t",
                "SCAN main.t USING COVERING INDEX of_a",
                "SCAN main.t USING COVERING INDEX of_a; USE TEMP B-TREE FOR RIGHT PART OF ORDER BY",
                "SCAN main.t; USE TEMP B-TREE FOR ORDER BY",
            ])
    }

    /// The ids of the rows that pass a filter.
    private func ids(_ source: SQLiteSource, _ condition: Condition) async throws -> [String] {
        try await page(source, RowQuery(predicate: condition), 0, 99).rows.map(\.id)
    }

    @Test func valuesThatSQLComparesOtherwiseAreFound() async throws {
        try scratch.sql { db in
            db.add(collation: DatabaseCollation("unknown") { $0.compare($1) })
            try db.execute(
                sql: """
                    CREATE TABLE t(id INTEGER PRIMARY KEY, n INT COLLATE unknown, "/a" INT, a INT, "\u{E9}", "e\u{301}");
                    INSERT INTO t VALUES (1, 3, 1, 9, 'x', 'y'), (2, 1, 2, 8, 'y', 'x'), (3, 2, 3, 7, 'z', 'z'), \
                    (4, CAST(x'610062' AS TEXT), 4, 6, NULL, NULL)
                    """)
        }
        let source = try await scratch.sqlite(#""table":"t""#)
        // The collation of the column is unknown to the source.
        #expect(try await ids(source, .greater("n", .integer(1))) == ["1", "3"])
        #expect(try await ids(source, .less("n", .integer(3))) == ["2", "3"])
        // A key that begins with a slash is a pointer.
        #expect(try await ids(source, .equals("/a", .integer(9))) == ["1"])
        let sorted = try await page(source, RowQuery(sort: [SortKey("/a")]))
        #expect(sorted.rows.map(\.id) == ["4", "3", "2", "1"])
        #expect(try await ids(source, .equals("n", .string("a\0b"))) == ["4"])
        #expect(try await ids(source, .isIn("n", [.string("a\0b"), .integer(2)])) == ["3", "4"])
        // The names of two columns look the same.
        #expect(try await ids(source, .equals("\u{E9}", .string("x"))) == ["1"])
        #expect(try await ids(source, .all([.equals("e\u{301}", .string("x"))])) == ["2"])
    }

    @Test func invalidBytesAreFoundAsTheyAreShown() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, CAST(x'61ff' AS TEXT))")
        let source = try await scratch.sqlite(#""table":"t""#)
        #expect(try await ids(source, .equals("a", .string("a\u{FFFD}"))) == ["1"])
    }

    @Test func aConditionMayBeLong() async throws {
        try make("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 1), (2, 5000)")
        let source = try await scratch.sqlite(#""table":"t""#)
        let values = (0..<40_000).map { JSONText.integer($0) }
        #expect(try await ids(source, .isIn("a", values)) == ["1", "2"])
        #expect(try await ids(source, .any(values.prefix(2_000).map { .equals("a", $0) })) == ["1"])
        #expect(try await ids(source, .all(values.prefix(2_000).map { .greater("a", $0) })) == ["2"])
    }

    /// The first rows of a sort are found by the database, and from the thousandth row on, all rows are sorted.
    @Test(arguments: [SortKey("a"), SortKey("a", isDescending: true), SortKey("b"), SortKey("c")])
    func pagesOfALongSortFitTogether(key: SortKey) async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) \
            INSERT INTO t SELECT i, 'x' || i * 7919 % 2503, i * 7919 % 97, CASE WHEN i % 2 THEN i ELSE 'y' || i END FROM n;
            """)
        let source = try await scratch.sqlite(#""table":"t""#)
        let all = Array(try await page(source, .all, 0, .max).rows)
        let query = RowQuery(sort: [key])
        let right = right(all, query)
        var found: [SourceRow] = []
        for (offset, limit) in [(0, 50), (50, 50), (100, 899), (999, 1), (1_000, 3), (1_003, 900), (1_903, 9_999)] {
            let page = try await page(source, query, offset, limit)
            #expect(page.totalCount == 2_500)
            found += page.rows
        }
        #expect(found == right)
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

    /// The function that sorts texts fails for a text that is not UTF-8, and then all rows are read.
    @Test func aTextThatIsNotUTF8IsAProblemOfASortToo() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);
            INSERT INTO t VALUES (1, 'b'), (2, CAST(x'ff' AS TEXT)), (3, 'a')
            """)
        let source = try await scratch.sqlite(#""table":"t""#)
        let page = try await page(source, RowQuery(sort: [SortKey("a")]), 0, 2)
        #expect(page.rows.map(\.id) == ["3", "1"] && page.totalCount == 3 && page.problems?.count == 1)
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
