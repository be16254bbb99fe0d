import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Names of tables that may collide with internal names of the database.
@Suite(.hangLimit)
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

    /// Converts a database to an older version, with a word index for each table.
    private func makeOlder(_ names: [String], version: Int) throws {
        try scratch.sql { db in
            for name in try names.map({ try StoreName($0) }) {
                let index = "featurehost_search_\(name.text)\(version == 1 ? "" : ".")".quotedIdentifier
                try db.execute(
                    sql: """
                        CREATE VIRTUAL TABLE \(index) USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
                        INSERT INTO \(index)(rowid, text) SELECT key, value FROM \(name.rows);
                        DROP TRIGGER \(name.trigger("insert"));
                        CREATE TRIGGER \(name.trigger("insert")) AFTER INSERT ON \(name.rows) BEGIN
                            INSERT INTO \(index)(rowid, text) VALUES (new.key, new.value);
                            UPDATE featurehost_tables SET row_count = row_count + 1, version = version + 1
                                WHERE name = \(name.text.quotedText);
                        END;
                        CREATE TRIGGER \(name.trigger("text")) AFTER UPDATE OF value ON \(name.rows) BEGIN
                            UPDATE \(index) SET text = new.value WHERE rowid = old.key;
                        END;
                        """)
            }
            try db.execute(
                sql: "PRAGMA user_version = \(version); DROP TABLE gone; CREATE VIEW others AS SELECT * FROM gone")
        }
    }

    @Test(arguments: [1, 2]) func anOlderStoreIsBroughtUpToDate(version: Int) async throws {
        let names = ["Notes", "it's \"1\"", "gone"]
        do {
            let stores = StoreDatabases()
            for name in names { try await insert("old", scratch.table(name, in: stores)) }
        }
        try makeOlder(names, version: version)
        let stores = StoreDatabases()
        for name in names.prefix(2) {
            let source = try await scratch.table(name, in: stores)
            #expect(try await found("word", in: source) == ["old"])
            try await insert("new", source)
            #expect(try await found("word", in: source) == ["old", "new"])
            _ = try await source.update("new", patch: JSONText.object("t", .string("other")), opID: "u \(name)").value
            _ = try await source.delete(["old"], opID: "d \(name)").value
            #expect(try await found("word", in: source) == [])
            let page = try await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 9)).value
            #expect(page.rows.map(\.id) == ["new"] && page.totalCount == 1)
        }
        let gone = try await scratch.table("gone", in: stores)
        #expect(await gone.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure?.code == "tableGone")
        _ = try await scratch.table("notes_data", in: stores)
        let (number, left) = try scratch.sql { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA user_version"),
                try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE name LIKE '%search%'")
            )
        }
        #expect(number == 3 && left == [])
    }
}
