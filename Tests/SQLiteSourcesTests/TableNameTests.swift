import FeatureKit
import Foundation
import GRDB
import JSON
import Testing

@testable import SQLiteSources

/// What the names of tables have to do with those that the database needs besides.
@Suite(.timeLimit(.minutes(20)))
struct TableNameTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func found(_ query: String, in source: TableSource) async throws -> [String] {
        try await source.search(SearchRequest(query: query, limit: 9)).value.page.rows.map(\.id)
    }

    private func insert(_ id: String, _ source: TableSource) async throws {
        _ = try await source.insert(row(id, #""t":"word""#), before: nil, opID: UUID().uuidString).value
    }

    /// FTS5 has tables of its own beside each index, whose names are longer than the index's.
    @Test(arguments: ["content", "data", "idx", "docsize", "config"], [false, true])
    func aNameMayBeAnotherOneAndMore(ending: String, longerFirst: Bool) async throws {
        let stores = StoreDatabases()
        let names = ["notes", "notes_\(ending)", "notes._\(ending)"]
        for name in longerFirst ? names.reversed() : names {
            let source = try await scratch.table(name, in: stores)
            try await insert(name, source)
            #expect(try await found("word", in: source) == [name])
        }
    }

    @Test func anOlderStoreIsBroughtUpToDate() async throws {
        let names = ["Notes", "it's \"1\"", "gone"]
        do {
            let stores = StoreDatabases()
            for name in names { try await insert("old", scratch.table(name, in: stores)) }
        }
        // As version 1 had it. What refers to an index is renamed with it.
        try scratch.sql { db in
            for name in names {
                let old = "featurehost_search_\(name)".quotedIdentifier
                try db.execute(sql: "ALTER TABLE \(try StoreName(name).search) RENAME TO \(old)")
            }
            try db.execute(sql: "PRAGMA user_version = 1; DROP TABLE gone; CREATE VIEW others AS SELECT * FROM gone")
        }
        let stores = StoreDatabases()
        for name in names.prefix(2) {
            let source = try await scratch.table(name, in: stores)
            #expect(try await found("word", in: source) == ["old"])
            try await insert("new", source)
            #expect(try await found("word", in: source) == ["old", "new"])
            _ = try await source.delete(["old"], opID: "d \(name)").value
            #expect(try await found("word", in: source) == ["new"])
            let page = try await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 9)).value
            #expect(page.totalCount == 1)
        }
        let gone = try await scratch.table("gone", in: stores)
        #expect(await gone.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure?.code == "tableGone")
        _ = try await scratch.table("notes_data", in: stores)
        #expect(try scratch.sql { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 2)
    }
}
