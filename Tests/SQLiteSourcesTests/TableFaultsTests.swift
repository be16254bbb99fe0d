import FHJSON
import FeatureKit
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// If another program has made rows of a table invalid, the other rows are shown and can be edited.
@Suite(.hangLimit)
struct TableFaultsTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Makes a table with the rows a to e; another program changes the value of one.
    private func table(spoiling id: String, with value: String) async throws -> TableSource {
        let source = try await scratch.table()
        try await source.add("a", "b", "c", "d", "e")
        try spoil(id, with: value)
        return source
    }

    private func spoil(_ id: String, with value: String) throws {
        try scratch.sql { try $0.execute(sql: "UPDATE rows SET value = ? WHERE id = ?", arguments: [value, id]) }
    }

    private func stored(_ id: String) throws -> String? {
        try scratch.sql { try String.fetchOne($0, sql: "SELECT hex(value) FROM rows WHERE id = ?", arguments: [id]) }
    }

    private func page(
        _ source: TableSource, _ start: FeatureKit.FetchRequest.Start = .offset(0), _ limit: Int = 9,
        _ query: RowQuery = .all
    ) async throws -> Page {
        try await source.fetch(FeatureKit.FetchRequest(start: start, limit: limit, query: query)).value
    }

    @Test(arguments: [
        ("nonsense", "invalidJSON", "is not JSON"), ("{", "invalidJSON", "is not JSON"),
        ("[1]", "notAnObject", "is no object"), (#"{"id":"b"}"#, "noId", "has another id than its column id"),
        (#"{"id":"a","\u0000":1}"#, "unsupportedJSON", ""),
        (#"{"id":"a","t":"\#(String(repeating: "x", count: 1 << 20))"}"#, "tooLong", "is longer than 1048576 bytes"),
    ])
    func aValueThatCannotBeReadHidesNoOtherRow(value: String, code: String, flaw: String) async throws {
        let source = try await table(spoiling: "a", with: value)
        let bytes = try stored("a")
        for query in [RowQuery.all, RowQuery(sort: [SortKey("id")]), RowQuery(text: "")] {
            let page = try await page(source, .offset(0), 9, query)
            #expect(page.rows.map(\.id) == ["b", "c", "d", "e"] && page.endReached && page.totalCount == 4)
            let problem = try #require(page.problems?.listed.first)
            #expect(page.problems?.count == 1 && problem.id == "a" && problem.code == code)
            #expect(problem.message.hasPrefix("the value of the row a in the table rows \(flaw)"))
            #expect(problem.message.hasSuffix("; it is not shown"))
        }
        let found = try await source.search(SearchRequest(query: "b", limit: 9, keys: [SearchKey("id")])).value.page
        #expect(found.rows.map(\.id) == ["b"] && found.problems?.count == 1)
        // Edits of other rows keep the text of the invalid row.
        _ = try await source.update("b", patch: JSONText.object("n", .integer(1)), opID: "u").value
        _ = try await source.move(["e"], before: "b", opID: "m").value
        _ = try await source.delete(["c"], opID: "d").value
        try await source.add("f")
        #expect(try await page(source).rows.map(\.id) == ["e", "b", "d", "f"])
        #expect(try stored("a") == bytes)
        #expect(await source.update("a", patch: .emptyObject, opID: "x").failure?.code == "invalidData")
        #expect(await source.insert(row("a"), before: nil, opID: "y").failure?.code == "duplicateId")
    }

    @Test func rowsOfOtherVersionsAreNotTakenAway() async throws {
        let source = try await table(spoiling: "a", with: "1")
        let rows = try await page(source).rows
        let deletions = rows.map { RowDeletion($0.id, ifVersion: $0.version) } + [RowDeletion("gone", ifVersion: "x")]
        _ = try await source.update("c", patch: JSONText.object("n", .integer(1)), opID: "u").value
        let failure = await source.delete(deletions: deletions, opID: "1").failure
        #expect(failure?.code == "conflict" && failure?.current.map(\.id) == ["c"])
        #expect(try await page(source).rows.count == 4)
        // An unreadable row is deleted by its id.
        _ = try await source.delete(deletions: [RowDeletion("a")], opID: "2").value
        #expect(try stored("a") == nil)
        #expect(try await page(source).problems == nil)
    }

    @Test func pagesGoOnBehindRowsThatAreLeftOut() async throws {
        let source = try await table(spoiling: "a", with: "1")
        try spoil("c", with: "2")
        try spoil("e", with: "3")
        let first = try await page(source, .offset(0), 1)
        #expect(first.rows.map(\.id) == ["b"] && !first.endReached && first.problems?.count == 3)
        let second = try await page(source, .cursor(try #require(first.nextCursor)), 1)
        #expect(second.rows.map(\.id) == ["d"])
        // Offsets count the shown rows.
        #expect(try await page(source, .offset(1), 5).rows.map(\.id) == ["d"])
        #expect(try await source.ids() == ["b", "d"])
    }

    @Test func whatIsMendedIsAProblemNoLonger() async throws {
        let source = try await table(spoiling: "c", with: "nonsense")
        #expect(try await page(source).problems?.count == 1)
        try spoil("e", with: "nonsense")
        #expect(try await page(source).problems?.listed.map(\.id) == ["c", "e"])
        try spoil("c", with: #"{"id":"c","n":1}"#)
        _ = try await source.delete(["e"], opID: "d").value
        let page = try await page(source)
        #expect(page.problems == nil && page.rows.map(\.id) == ["a", "b", "c", "d"] && page.totalCount == 4)
    }

    @Test func aTableOfWhichNothingCanBeReadFails() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        try scratch.sql { try $0.execute(sql: "UPDATE rows SET value = 'nonsense'") }
        let failure = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 9)).failure
        #expect(failure?.code == "invalidData")
        #expect(failure?.message.hasPrefix("the value of the row a") == true)
        _ = try await source.delete(["a", "b"], opID: "d").value
        #expect(try await source.ids().isEmpty)
    }

    @Test func bytesThatAreNoTextAreShownAndStay() async throws {
        let source = try await table(spoiling: "a", with: "{}")
        // {"id":"a","n":"ÿ"} in Latin-1.
        let value = "CAST(x'7b226964223a2261222c226e223a22ff227d' AS TEXT)"
        try scratch.sql { try $0.execute(sql: "UPDATE rows SET value = \(value) WHERE id = 'a'") }
        let bytes = try stored("a")
        for query in [RowQuery.all, RowQuery(sort: [SortKey("id")])] {
            let page = try await page(source, .offset(0), 9, query)
            #expect(page.rows.first?.value.string == "{\"id\":\"a\",\"n\":\"\u{FFFD}\"}" && page.totalCount == 5)
            #expect(page.problems?.listed.map(\.code) == ["invalidBytes"])
        }
        #expect(await source.update("a", patch: .emptyObject, opID: "u").failure?.code == "readOnly")
        #expect(await source.delete(["b", "a"], opID: "d").failure?.code == "readOnly")
        _ = try await source.move(["a"], before: nil, opID: "m").value
        #expect(try await page(source).rows.map(\.id) == ["b", "c", "d", "e", "a"])
        #expect(try stored("a") == bytes)
    }

    @Test func numbersBeyondADoubleAreKeptAsTheyAreWritten() async throws {
        let source = try await table(
            spoiling: "a", with: #"{"id": "a", "n": 123456789012345678901234567890, "deep": {"n": 1e999, "x": 1}}"#)
        let shown = try await page(source)
        #expect(shown.problems == nil)
        #expect(
            shown.rows.first?.value.string
                == #"{"id":"a","n":"123456789012345678901234567890","deep":{"n":"1e999","x":1}}"#)
        let patch = try JSONText(parsing: #"{"deep":{"x":2},"more":true}"#)
        let updated = try await source.update("a", patch: patch, opID: "u").value
        #expect(try await page(source).rows.first?.value.string == updated.value.string)
        let text = try scratch.sql { try String.fetchOne($0, sql: "SELECT value FROM rows WHERE id = 'a'") }
        #expect(
            text == #"{"id": "a", "n": 123456789012345678901234567890, "deep": {"n": 1e999, "x": 2}, "more": true}"#)
    }

    @Test func ofAMemberThatComesTwiceTheLastValueCounts() async throws {
        let source = try await table(spoiling: "a", with: #"{"id":"a","n":1,"n":2}"#)
        let page = try await page(source)
        #expect(page.rows.first?.value.string == #"{"id":"a","n":2}"#)
        #expect(page.problems?.listed.map(\.code) == ["repeatedMember"])
    }

    @Test func anIDThatIsTooLongIsAProblem() async throws {
        let source = try await table(spoiling: "a", with: #"{"id":"a"}"#)
        try scratch.sql { try $0.execute(sql: "UPDATE rows SET id = printf('%.*c', 5000, 'x') WHERE id = 'a'") }
        #expect(try await page(source).problems?.listed.map(\.code) == ["tooLong"])
    }

    @Test func idsThatAreNoTextAreProblems() async throws {
        let source = try await table(spoiling: "a", with: #"{"id":"a"}"#)
        try scratch.sql { try $0.execute(sql: "UPDATE rows SET id = x'ff' WHERE id = 'a'") }
        let page = try await page(source)
        #expect(page.rows.map(\.id) == ["b", "c", "d", "e"])
        #expect(page.problems?.listed.map(\.code) == ["noId"])
    }
}
