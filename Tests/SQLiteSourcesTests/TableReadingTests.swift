import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

@Suite(.hangLimit)
struct TableReadingTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func page(
        _ source: TableSource, _ start: FeatureKit.FetchRequest.Start, _ limit: Int, _ query: RowQuery = .all
    ) async throws -> Page {
        try await source.fetch(FeatureKit.FetchRequest(start: start, limit: limit, query: query)).value
    }

    // MARK: Pages

    @Test func oneScrollsByCursorsAndJumpsByOffsets() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b", "c", "d", "e")
        let first = try await page(source, .offset(0), 2)
        #expect(first.rows.map(\.id) == ["a", "b"] && !first.endReached && first.totalCount == 5)
        let second = try await page(source, .cursor(try #require(first.nextCursor)), 2)
        #expect(second.rows.map(\.id) == ["c", "d"])
        let last = try await page(source, .cursor(try #require(second.nextCursor)), 2)
        #expect(last.rows.map(\.id) == ["e"] && last.endReached && last.nextCursor == nil)
        let jump = try await page(source, .offset(3), 1)
        #expect(jump.rows.map(\.id) == ["d"] && jump.nextCursor == second.nextCursor)
        #expect(try await page(source, .offset(9), 2).rows.isEmpty)
        let wrong = await source.fetch(FeatureKit.FetchRequest(start: .cursor("x"), limit: 1)).failure
        #expect(wrong?.code == "invalidData")
    }

    @Test func aCursorGoesOnBehindItsPlaceWhateverBecomesOfItsRow() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b", "c", "d")
        let cursor = try #require(try await page(source, .offset(0), 2).nextCursor)
        _ = try await source.delete(["b"], opID: "1").value
        try await source.add("x", before: "a")
        #expect(try await page(source, .cursor(cursor), 9).rows.map(\.id) == ["c", "d"])
    }

    @Test func aPageOfLongRowsEndsEarly() async throws {
        let source = try await scratch.table()
        let text = String(repeating: "x", count: 900_000)
        for number in 0..<7 {
            _ = try await source.insert(row("\(number)", #""t":"\#(text)""#), before: nil, opID: "\(number)").value
        }
        let first = try await page(source, .offset(0), 100)
        #expect(first.rows.count == 5 && !first.endReached)
        let sorted = try await page(source, .offset(0), 100, RowQuery(sort: [SortKey("id", isDescending: true)]))
        #expect(sorted.rows.map(\.id) == ["6", "5", "4", "3", "2"] && !sorted.endReached && sorted.totalCount == 7)
        let rest = try await page(source, .offset(5), 100, RowQuery(sort: [SortKey("id", isDescending: true)]))
        #expect(rest.rows.map(\.id) == ["1", "0"] && rest.endReached)
        #expect(try await source.all().count == 7)
    }

    @Test func aQueryKnowsOfEveryEdit() async throws {
        let source = try await scratch.table()
        try await source.add("a", "b")
        let query = RowQuery(predicate: .equals("n", .integer(1)))
        #expect(try await page(source, .offset(0), 9, query).rows.isEmpty)
        _ = try await source.update("b", patch: JSONText.object("n", .integer(1)), opID: "1").value
        #expect(try await page(source, .offset(0), 9, query).rows.map(\.id) == ["b"])
        try scratch.sql { try $0.execute(sql: #"UPDATE rows SET value = '{"id":"a","n":1}' WHERE id = 'a'"#) }
        #expect(try await page(source, .offset(0), 9, query).rows.map(\.id) == ["a", "b"])
    }

    @Test func whiteSpaceThatAnotherProgramWroteIsNoHarm() async throws {
        let source = try await scratch.table()
        try await source.add("a")
        try scratch.sql { try $0.execute(sql: #"UPDATE rows SET value = '{ "n" : 1, "id" : "a" }'"#) }
        let query = RowQuery(predicate: .equals("n", .integer(1)), sort: [SortKey("n")])
        #expect(try await page(source, .offset(0), 9, query).rows.map(\.value.string) == [#"{"n":1,"id":"a"}"#])
    }

    // MARK: Searches

    @Test func rowsAreFoundInTheLanguageOfSearches() async throws {
        let source = try await scratch.table()
        let texts = ["Café Noir, Oslo", "Noir", "osloer", "nothing", #"a \"quoted\" one"#]
        for (number, text) in texts.enumerated() {
            let row = row("id\(number)", #""t":"\#(text)","n":42,"deep":{"t":"sunken"}"#)
            _ = try await source.insert(row, before: nil, opID: "\(number)").value
        }
        func found(_ query: String, keys: [SearchKey] = []) async throws -> [String] {
            let request = SearchRequest(query: query, limit: 9, keys: keys)
            return try await source.search(request).value.page.rows.map(\.id).sorted()
        }
        #expect(try await found("'cafe") == ["id0"])
        #expect(try await found("noir 'oslo") == ["id0"])
        #expect(try await found("'noir !oslo") == ["id1"])
        #expect(try await found("'slo") == ["id0", "id2"])
        #expect(try await found("'cafe | 'nothing") == ["id0", "id3"])
        #expect(try await found(#"'"quo"#) == ["id4"])
        #expect(try await found("42") == ["id0", "id1", "id2", "id3", "id4"])
        #expect(try await found("42", keys: [SearchKey("t")]).isEmpty)
        #expect(try await found("sunken", keys: [SearchKey("t"), SearchKey("/deep/t", weight: 3)]).count == 5)
        for query in ["id0", "sunken", "* OR x", "NEAR(", "\u{0}"] {
            #expect(try await found(query).isEmpty, "\(query)")
        }
        _ = try await source.update("id1", patch: JSONText.object("t", .string("changed")), opID: "u").value
        _ = try await source.delete(["id2"], opID: "d").value
        #expect(try await found("'noir") == ["id0"])
        #expect(try await found("change") == ["id1"])
        #expect(try await found("osloer") == [])
    }

    @Test func resultsComeInPages() async throws {
        let source = try await scratch.table()
        for number in 0..<5 {
            _ = try await source.insert(row("\(number)", #""t":"word""#), before: nil, opID: "\(number)").value
        }
        let first = try await source.search(SearchRequest(query: "wo", limit: 3)).value.page
        #expect(first.rows.map(\.id) == ["0", "1", "2"] && !first.endReached)
        let cursor = try #require(first.nextCursor)
        let second = try await source.search(SearchRequest(query: "wo", limit: 3, cursor: cursor)).value.page
        #expect(second.rows.map(\.id) == ["3", "4"] && second.endReached && second.totalCount == 5)
        let wrong = await source.search(SearchRequest(query: "wo", limit: 3, cursor: "-1")).failure
        #expect(wrong?.code == "invalidData")
    }
}
