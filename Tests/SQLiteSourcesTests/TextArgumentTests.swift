import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Texts that can't be statement arguments, and databases with UTF-16 encoding.
@Suite(.hangLimit)
struct TextArgumentTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func make(_ sql: String) throws {
        try DatabaseFile(path: scratch.path).create()
        try scratch.sql { try $0.execute(sql: sql) }
    }

    @Test func idsWithU0000AreApartFromWhatTheyBeginWith() async throws {
        try make("CREATE TABLE t(id, v)")
        try make("INSERT INTO t VALUES ('a', 1), ('a' || char(0) || 'b', 1), ('a' || char(1), 1)")
        let source = try await scratch.sqlite(#""table":"t""#)
        let patch = JSONText.object("v", .integer(2))
        #expect(try await source.update("a\0b", patch: patch, opID: "1").value.id == "a\0b")
        #expect(await source.update("a\0c", patch: patch, opID: "2").failure?.code == "targetGone")
        _ = try await source.delete(["a\0c", "a\0"], opID: "3").value
        let values = try scratch.sql { try Int.fetchAll($0, sql: "SELECT v FROM t ORDER BY rowid") }
        #expect(values == [1, 2, 1])
        _ = try await source.delete(["a\0b"], opID: "4").value
        #expect(try await source.ids() == ["a", "a\u{1}"])
        let value = try JSONText(parsing: #"{"id":"a\u0000b\u0001","v":3}"#)
        let row = SourceRow(id: "a\0b\u{1}", value: value)
        let inserted = try await source.insert(row, before: nil, opID: "5").value
        #expect(inserted.id == row.id && inserted.value.value == value.value)
    }

    @Test func noRowOfATableIsTakenForOneWithU0000() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        _ = try await source.delete(["a\0b"], opID: "1").value
        #expect(await source.update("a\0b", patch: .emptyObject, opID: "2").failure?.code == "targetGone")
        #expect(await source.move(["a\0b"], before: nil, opID: "3").failure?.code == "targetGone")
        #expect(await source.move(["b"], before: "a\0b", opID: "4").failure?.code == "targetGone")
        #expect(await source.move(["b"], behind: "a\0b", opID: "5").failure?.code == "targetGone")
        #expect(try await source.ids() == ["a", "b"])
    }

    @Test func operationsWithU0000AreApart() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        _ = try await source.delete(["a"], opID: "x\0y").value
        _ = try await source.delete(["b"], opID: "x\0z").value
        _ = try await source.delete(["c"], opID: "x").value
        try await source.add("a")
        _ = try await source.delete(["a"], opID: "x\0y").value
        #expect(try await source.ids() == ["a"])
    }

    @Test func aDatabaseMayKeepUTF16() async throws {
        try make(
            """
            PRAGMA encoding = 'UTF-16';
            CREATE TABLE t(id TEXT PRIMARY KEY, v, b, hidden);
            INSERT INTO t VALUES ('aé', 'x𝄞' || char(0) || 'y', x'00ff', 'h');
            """)
        let source = try await scratch.sqlite(#""table":"t","columns":["v","b"]"#)
        let shown = #"{"id":"aé","v":"x𝄞\u0000y","b":{"$base64":"AP8="}}"#
        #expect(try await source.all() == [shown])
        _ = try await source.delete(["aé"], opID: "1").value
        let row = SourceRow(id: "aé", value: try JSONText(parsing: shown))
        #expect(try await source.insert(row, before: nil, opID: "2").value.value.string == shown)
        #expect(try await source.all() == [shown])
        #expect(try scratch.sql { try String.fetchOne($0, sql: "SELECT hidden FROM t") } == "h")
    }
}
