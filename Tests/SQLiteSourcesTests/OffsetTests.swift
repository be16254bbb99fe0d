import FeatureKit
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Pages that begin far behind the first row.
@Suite(.hangLimit)
struct OffsetTests {
    private static let rowCount = 40_000
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    /// Makes a table with 40,000 rows, whose numbers are an expression over `i`, from 0.
    private func source(_ number: String, _ options: String = #""table":"t""#) async throws -> SQLiteSource {
        try scratch.sql { db in
            try db.execute(
                sql: """
                    CREATE TABLE t(n INTEGER PRIMARY KEY, name TEXT);
                    CREATE VIEW v AS SELECT n AS id, name FROM t;
                    WITH RECURSIVE all_rows(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM all_rows LIMIT \(Self.rowCount))
                    INSERT INTO t SELECT \(number), 'row ' || i FROM all_rows
                    """)
        }
        return try await scratch.sqlite(options)
    }

    private func ids(_ source: SQLiteSource, _ offset: Int, _ limit: Int = 3) async throws -> [String] {
        try await page(source, offset, limit).rows.map(\.id)
    }

    private func page(_ source: SQLiteSource, _ offset: Int, _ limit: Int = 3) async throws -> Page {
        try await source.fetch(FeatureKit.FetchRequest(start: .offset(offset), limit: limit)).value
    }

    private func wanted(_ offset: Int, _ limit: Int = 3) throws -> [String] {
        try scratch.sql { db in
            try String.fetchAll(db, sql: "SELECT n FROM t ORDER BY n LIMIT \(limit) OFFSET \(offset)")
        }
    }

    /// The numbers are dense, have gaps, are negative, or reach from the least to the greatest one.
    @Test(arguments: [
        "i + 1", "i * 3 - 50000", "i * i", "i * 461168601842739 - 9223372036854775807 - 1",
        "CASE i WHEN 39999 THEN 9223372036854775807 ELSE i END",
        "CASE i WHEN 0 THEN -9223372036854775807 - 1 ELSE i END",
    ])
    func rowsAreCountedFromTheFirst(number: String) async throws {
        let source = try await source(number)
        for offset in [20_000, 0, 16_383, 16_384, 16_385, 32_768, 39_998, 39_999, 33_000, 7] {
            #expect(try await ids(source, offset) == wanted(offset), "\(offset)")
        }
    }

    @Test(arguments: ["i + 1", "i * 3"])
    func aPageBehindTheLastRowHasTheTotal(number: String) async throws {
        let source = try await source(number)
        for offset in [Self.rowCount, Self.rowCount + 1, 50_000, 1 << 52, .max] {
            let page = try await page(source, offset)
            #expect(page.rows.isEmpty && page.endReached && page.totalCount == Self.rowCount)
        }
    }

    @Test func pagesGoOnByCursors() async throws {
        let source = try await source("i * 2")
        let page = try await page(source, 20_000)
        let cursor = try #require(page.nextCursor)
        let next = try await source.fetch(FeatureKit.FetchRequest(start: .cursor(cursor), limit: 3)).value
        #expect(try next.rows.map(\.id) == wanted(20_003))
    }

    @Test func changesOfOthersAreCounted() async throws {
        let source = try await source("i * 2")
        #expect(try await ids(source, 33_000) == wanted(33_000))
        try scratch.sql { try $0.execute(sql: "DELETE FROM t WHERE n BETWEEN 100 AND 30000") }
        for offset in [16_384, 20_000, 25_048] { #expect(try await ids(source, offset) == wanted(offset), "\(offset)") }
        #expect(try await page(source, 33_000).totalCount == Self.rowCount - 14_951)
    }

    @Test func aViewIsCountedToo() async throws {
        let source = try await source("i + 1", #""table":"v","id":"id""#)
        #expect(try await ids(source, 30_000) == wanted(30_000))
        #expect(try await page(source, 50_000).totalCount == Self.rowCount)
    }

    @Test func anEmptyTableHasNoRowBehindAnother() async throws {
        try scratch.sql { try $0.execute(sql: "CREATE TABLE t(n INTEGER PRIMARY KEY)") }
        let source = try await scratch.sqlite(#""table":"t""#)
        let page = try await page(source, 20_000)
        #expect(page.rows.isEmpty && page.endReached && page.totalCount == 0)
    }

    @Test func aLongTableIsCountedWhenItsEndIsAskedFor() async throws {
        try scratch.sql { db in
            try db.execute(
                sql: """
                    CREATE TABLE t(n INTEGER PRIMARY KEY);
                    WITH RECURSIVE all_rows(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM all_rows LIMIT 100002)
                    INSERT INTO t SELECT i FROM all_rows
                    """)
        }
        let source = try await scratch.sqlite(#""table":"t""#)
        #expect(try await page(source, 0).totalCount == nil)
        #expect(try await page(source, 1 << 52).totalCount == 100_002)
        #expect(try await page(source, 0).totalCount == 100_002)
    }
}
