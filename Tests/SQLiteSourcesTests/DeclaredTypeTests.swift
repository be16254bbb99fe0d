import FHJSON
import FHKindParts
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// The declared types of table columns.
@Suite(.hangLimit)
struct DeclaredTypeTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    private func open(_ sql: String, _ options: String = #""table":"t""#) async throws -> SQLiteSource {
        try scratch.sql { try $0.execute(sql: sql) }
        let value = try JSONValue(parsing: #"{"path":\#(JSONText.string(scratch.path)),\#(options)}"#)
        return try await SQLiteSource.open(value).value
    }

    private func columns(_ source: SQLiteSource) async throws -> [String] {
        let page = try await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 9)).value
        return (page.columns ?? []).map { "\($0.key) \($0.type?.rawValue ?? "-")" }
    }

    private static let table = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, b BOOLEAN, n DECIMAL(8, 2), d DATE, s VARCHAR(9), x BLOB, u, w DATETIME);
        INSERT INTO t VALUES (1, 1, NULL, '2026-01-05', 'a', x'00', 7, NULL), (2, 0, 1.5, NULL, NULL, NULL, NULL, NULL),
            (3, 2, 'many', 5, 'b', NULL, NULL, NULL);
        """
    private let right = ["id number", "b toggle", "n number", "d date", "s text", "x -", "u -", "w date"]

    @Test func aTableSaysTheTypesOfItsColumns() async throws {
        #expect(try await columns(open(Self.table)) == right)
    }

    @Test func soDoQueriesAndViews() async throws {
        let query = try await open(Self.table, #""query":"SELECT *, n * 2 AS twice FROM t""#)
        #expect(try await columns(query) == right + ["twice -"])
        let view = try await open("CREATE VIEW v AS SELECT id, b FROM t", #""table":"v""#)
        #expect(try await columns(view) == ["id number", "b toggle"])
    }

    @Test func aBooleanIsTrueOrFalseBothWays() async throws {
        let source = try await open(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, b BOOLEAN, s TEXT, n INTEGER); INSERT INTO t VALUES (1, 1, 'x', 1)")
        #expect(try await source.all() == [#"{"id":1,"b":true,"s":"x","n":1}"#])
        let patches = [#"{"b":false}"#, #"{"b":"TRUE"}"#, #"{"s":true}"#, #"{"n":false}"#]
        for (number, patch) in patches.enumerated() {
            _ = try await source.update("1", patch: JSONText(parsing: patch), opID: "\(number)").value
        }
        #expect(try await source.all() == [#"{"id":1,"b":true,"s":"true","n":0}"#])
        let stored = try scratch.sql { try Row.fetchOne($0, sql: "SELECT typeof(b), typeof(s), typeof(n) FROM t") }
        #expect(stored?[0] == "integer" && stored?[1] == "text" && stored?[2] == "integer")
    }

    @Test func whatIsNoBooleanStaysAsItIs() async throws {
        let source = try await open(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, b BOOLEAN); INSERT INTO t VALUES (1, 2), (2, 'yes'), (3, NULL)")
        #expect(try await source.all() == [#"{"id":1,"b":2}"#, #"{"id":2,"b":"yes"}"#, #"{"id":3,"b":null}"#])
    }

    @Test func columnsFollowTheDeclaration() {
        let declared = [
            ColumnType(key: "id", type: .number), ColumnType(key: "due", type: .date),
            ColumnType(key: "name", type: .text), ColumnType(key: "any", type: nil), ColumnType(key: "blob", type: nil),
            ColumnType(key: "done", type: .toggle), ColumnType(key: "more", type: .text),
            ColumnType(key: "last", type: .text),
        ]
        let row = try? JSONValue(parsing: #"{"any":1.5,"blob":{"$base64":""}}"#)
        let columns = Column.derived(from: declared, row).map { "\($0.key) \($0.type.rawValue) \($0.role.rawValue)" }
        #expect(
            columns == [
                "id number none", "due date detail", "name text title", "any number detail", "done toggle toggle",
                "more text subtitle", "last text detail",
            ])
    }
}
