import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Rows of an existing database that are deleted and inserted again, as an undo does.
@Suite(.hangLimit)
struct DeletedRowsTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    private func make(_ sql: String) throws {
        try scratch.sql { try $0.execute(sql: sql) }
    }

    /// Returns the columns of all rows, byte by byte and with their storage classes.
    private func stored(_ columns: String..., order: String = "rowid") throws -> [String] {
        let parts = columns.map { "typeof(\($0)) || ' ' || hex(\($0))" }.joined(separator: " || ', ' || ")
        return try scratch.sql { try String.fetchAll($0, sql: "SELECT \(parts) FROM t ORDER BY \(order)") }
    }

    private func row(_ id: String, _ value: String) throws -> SourceRow {
        SourceRow(id: id, value: try JSONText(parsing: value))
    }

    private func delete(_ source: SQLiteSource, _ ids: String...) async throws {
        _ = try await source.delete(ids, opID: UUID().uuidString).value
    }

    private func insert(_ source: SQLiteSource, _ row: SourceRow) async throws -> SourceRow {
        try await source.insert(row, before: nil, opID: UUID().uuidString).value
    }

    @Test func columnsThatAreNotShownComeBack() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, n, secret, k DEFAULT 3);
            INSERT INTO t VALUES (1, 'a', 'precious', 7);
            """)
        let before = try stored("id", "n", "secret", "k")
        let source = try await scratch.sqlite(#""table":"t","columns":["id","n"]"#)
        let shown = try row("1", #"{"n":"a","id":1}"#)
        for _ in 0..<2 {
            try await delete(source, "1")
            #expect(try await insert(source, shown).value.string == #"{"id":1,"n":"a"}"#)
            #expect(try stored("id", "n", "secret", "k") == before)
        }
        // A row with other values counts as new, and so does the original row if it is inserted after that.
        try await delete(source, "1")
        _ = try await insert(source, row("1", #"{"id":1,"n":"b"}"#))
        try make("DELETE FROM t")
        _ = try await insert(source, shown)
        #expect(try scratch.sql { try Int.fetchOne($0, sql: "SELECT k FROM t WHERE secret IS NULL") } == 3)
    }

    @Test(arguments: [
        "9e999", "-9e999", "CAST(x'61ff' AS TEXT)", "CAST(x'ff00ff' AS TEXT)", "'a' || char(0) || 'b'", "x'00ff'",
        "NULL", "1.0", "'é'", "9223372036854775807",
    ])
    func valuesThatJSONDoesNotHoldComeBack(value: String) async throws {
        try make("CREATE TABLE t(id TEXT PRIMARY KEY, v, g AS (typeof(v)))")
        try make("INSERT INTO t(id, v) VALUES ('a', \(value))")
        let before = try stored("id", "v")
        let source = try await scratch.sqlite(#""table":"t""#)
        let rows = try await source.all()
        let shown = try #require(rows.first)
        try await delete(source, "a")
        #expect(try await insert(source, row("a", shown)).value.string == shown)
        #expect(try stored("id", "v") == before)
    }

    @Test func aRowComesBackWhereItStood() async throws {
        try make("CREATE TABLE t(id TEXT, v); INSERT INTO t VALUES ('x', 1), ('y', 2), ('z', 3)")
        let source = try await scratch.sqlite(#""table":"t","columns":["id"]"#)
        let shown = try row("y", #"{"id":"y"}"#)
        try await delete(source, "y")
        _ = try await insert(source, shown)
        #expect(try await source.ids() == ["x", "y", "z"])
        // Another row now has the rowid of the deleted row.
        try await delete(source, "y")
        try make("INSERT INTO t(rowid, id) VALUES (2, 'other')")
        _ = try await insert(source, shown)
        #expect(try await source.ids() == ["x", "other", "z", "y"])
        #expect(try scratch.sql { try Int.fetchOne($0, sql: "SELECT v FROM t WHERE id = 'y'") } == 2)
    }

    @Test func aRowOfATableWithoutNumbersComesBack() async throws {
        try make("CREATE TABLE t(id TEXT PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1)")
        let source = try await scratch.sqlite(#""table":"t","columns":["id"]"#)
        try await delete(source, "x")
        _ = try await insert(source, row("x", #"{"id":"x"}"#))
        #expect(try stored("v", order: "id") == ["integer 31"])
    }

    @Test func whatIsRefusedAndWhatIsOfAnotherFileDoesNotComeBack() async throws {
        try make("CREATE TABLE t(id, v); INSERT INTO t VALUES ('a', 1), ('twin', 1), ('twin', 1)")
        let source = try await scratch.sqlite(#""table":"t","columns":["id"]"#)
        let shown = try row("a", #"{"id":"a"}"#)
        #expect(await source.delete(["a", "twin"], opID: "1").failure?.code == "invalidData")
        try make("DELETE FROM t WHERE id = 'a'")
        _ = try await insert(source, shown)
        #expect(try scratch.sql { try Int.fetchOne($0, sql: "SELECT count(*) FROM t WHERE v IS NULL") } == 1)
        try make("UPDATE t SET v = 2 WHERE id = 'a'")
        try await delete(source, "a")
        let other = scratch.path + ".new"
        try DatabaseQueue(path: other).inDatabase { try $0.execute(sql: "CREATE TABLE t(id, v)") }
        #expect(rename(other, scratch.path) == 0)
        _ = try await insert(source, shown)
        #expect(try stored("v") == ["null "])
    }

    @Test func onlyRowsOfLateComeBack() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1001) INSERT INTO t SELECT x, x FROM n;
            """)
        let source = try await scratch.sqlite(#""table":"t","columns":["id"]"#)
        _ = try await source.delete((1...1_001).map { "\($0)" }, opID: "all").value
        for id in ["1", "2"] { _ = try await insert(source, row(id, #"{"id":\#(id)}"#)) }
        #expect(try stored("v") == ["null ", "integer 32"])
    }

    @Test func longRowsAreKeptAsLongAsThereIsRoom() {
        func row(_ id: String, _ count: Int) -> DeletedRow {
            let value = ColumnValue.blob([UInt8](repeating: 0, count: count))
            let shown = SourceRow(id: id, value: .emptyObject)
            return DeletedRow(shown: shown, number: nil, names: ["v"], values: [value])
        }
        var rows = DeletedRows(opening: 1)
        for id in ["a", "b", "c"] { rows.keep(row(id, 30 << 20)) }
        rows.keep(row("d", 80 << 20))
        let kept = ["a", "b", "c", "d"].map { rows.take(SourceRow(id: $0, value: .emptyObject)) != nil }
        #expect(kept == [false, true, true, false])
    }
}
