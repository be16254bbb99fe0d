import FHJSON
import FeatureKit
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Rows of an existing database that can't be shown, or can't be shown unchanged.
@Suite(.hangLimit)
struct ExistingFaultsTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try DatabaseFile(path: scratch.path).create()
    }

    private func make(_ sql: String) throws { try scratch.sql { try $0.execute(sql: sql) } }

    private func page(
        _ source: SQLiteSource, _ start: FeatureKit.FetchRequest.Start = .offset(0), _ limit: Int = 9
    ) async throws -> Page {
        try await source.fetch(FeatureKit.FetchRequest(start: start, limit: limit)).value
    }

    @Test(arguments: [#""table":"t""#, #""query":"SELECT * FROM t""#])
    func aRowWithoutAnIDHidesNoOther(options: String) async throws {
        try make("CREATE TABLE t(id, v); INSERT INTO t VALUES (NULL, 1), ('a', 2), (x'00', 3), ('b', 4), ('c', 5)")
        let source = try await scratch.sqlite(options)
        let first = try await page(source, .offset(0), 1)
        #expect(first.rows.map(\.id) == ["a"] && first.totalCount == 3 && first.problems?.count == 2)
        let rest = try await page(source, first.nextCursor.map { .cursor($0) } ?? .offset(1), 9)
        #expect(rest.rows.map(\.id) == ["b", "c"] && rest.endReached)
        #expect(rest.problems?.listed.map(\.code) == ["noId", "noId"])
        let message = rest.problems?.listed.first?.message
        #expect(message?.contains("has a id that is neither a text nor a whole number") == true)
    }

    @Test func aRowThatIsTooLongHidesNoOther() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, v);
            INSERT INTO t VALUES (1, 'x'), (2, zeroblob(1 << 20)), (3, 'y')
            """)
        let source = try await scratch.sqlite(#""table":"t""#)
        let shown = try await page(source)
        #expect(shown.rows.map(\.id) == ["1", "3"] && shown.totalCount == 2)
        #expect(shown.problems?.listed.map(\.code) == ["tooLong"] && shown.problems?.listed.first?.id == "2")
        _ = try await source.update("3", patch: JSONText.object("v", .string("z")), opID: "u").value
        #expect(try scratch.sql { try Int.fetchOne($0, sql: "SELECT length(v) FROM t WHERE id = 2") } == 1 << 20)
        try make("DELETE FROM t WHERE id = 2")
        #expect(try await page(source).problems == nil)
    }

    @Test func aTableOfWhichNothingCanBeReadFails() async throws {
        try make("CREATE TABLE t(id, v); INSERT INTO t VALUES (NULL, 1)")
        let source = try await scratch.sqlite(#""table":"t""#)
        let failure = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure
        #expect(failure?.message.hasPrefix("the row with the rowid 1 of t has a id that is neither a text") == true)
    }

    @Test func textThatIsNotUTF8IsShownAndItsColumnStays() async throws {
        try make(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, v, w);
            INSERT INTO t VALUES (1, CAST(x'61ff' AS TEXT), 'w'), (2, 'b', 'w')
            """)
        let source = try await scratch.sqlite(#""table":"t""#)
        let shown = try await page(source)
        #expect(shown.rows.first?.value.string == "{\"id\":1,\"v\":\"a\u{FFFD}\",\"w\":\"w\"}" && shown.totalCount == 2)
        #expect(shown.problems?.listed.map(\.code) == ["invalidBytes"])
        _ = try await source.update("1", patch: JSONText.object("w", .string("x")), opID: "u").value
        let other = JSONText.object("v", .string("x"))
        #expect(await source.update("1", patch: other, opID: "v").failure?.code == "readOnly")
        #expect(try scratch.sql { try String.fetchOne($0, sql: "SELECT hex(v) || w FROM t WHERE id = 1") } == "61FFx")
    }

    @Test(arguments: [#""table":"t""#, #""table":"t","id":"v""#, #""query":"SELECT * FROM t""#])
    func rowsWithOneIDAreAllShown(options: String) async throws {
        try make("CREATE TABLE t(id, v)")
        for id in ["a", "b", "a", "a#2", "a"] { try make("INSERT INTO t VALUES ('\(id)', '\(id)')") }
        let source = try await scratch.sqlite(options)
        var ids: [String] = []
        for place in 0..<5 {
            let page = try await page(source, .offset(place), 1)
            ids += page.rows.map(\.id)
            #expect(page.problems?.listed.map(\.code) == ["repeatedId", "repeatedId"] && page.totalCount == 5)
            #expect(page.problems?.listed.allSatisfy { $0.id?.hasPrefix("a#") == true } == true)
        }
        let first = try #require(ids.first)
        #expect(first.hasPrefix("a#") && ids == [first, "b", first + "-2", "a#2", first + "-3"])
        #expect(try await page(source).rows.map { SourceRow.id($0.member(source.idKey)) } == ids)
        if options.contains("query") { return }
        for id in ["a", first, ids[2]] {
            let failure = await source.update(id, patch: .emptyObject, opID: "u \(id)").failure
            #expect(failure?.message.contains("several rows") == true)
            #expect(await source.delete([id], opID: "d \(id)").failure?.message.contains("several rows") == true)
        }
        _ = try await source.delete(["a#2"], opID: "d").value
        #expect(try await page(source).rows.map(\.id) == [first, "b", first + "-2", first + "-3"])
        try make("DELETE FROM t WHERE rowid > 2")
        #expect(try await page(source).problems == nil)
    }

    /// The new id of one of several rows with the same id never identifies another one of these rows.
    @Test func anIDOfOneOfSeveralRowsNamesNoOther() async throws {
        try make("CREATE TABLE t(id, v); INSERT INTO t VALUES ('a', 1), ('a', 2)")
        let source = try await scratch.sqlite(#""table":"t""#)
        let ids = try await page(source).rows.map(\.id)
        try make("DELETE FROM t WHERE v = 1")
        #expect(try await page(source).rows.map(\.id) == ["a"])
        for id in ids {
            let failure = await source.update(id, patch: JSONText.object("v", .integer(3)), opID: id).failure
            #expect(failure?.code == "targetGone")
        }
    }

    @Test func aTableWhoseIDsDifferIsNotLookedThrough() async throws {
        try make("CREATE TABLE t(id TEXT UNIQUE, v); CREATE TABLE w(id TEXT PRIMARY KEY, v) WITHOUT ROWID")
        try make("CREATE TABLE n(id INTEGER PRIMARY KEY); CREATE TABLE o(id, v, UNIQUE(id, v))")
        for (name, isUnique) in [("t", true), ("w", true), ("n", true), ("o", false)] {
            let options = try ExistingOptions(JSONValue(parsing: #"{"path":"x","table":"\#(name)"}"#))
            let found = try scratch.sql { try TableShape(table: name, options, in: $0).hasUniqueIDs(in: $0) }
            #expect(found == isUnique, "\(name)")
        }
    }
}
