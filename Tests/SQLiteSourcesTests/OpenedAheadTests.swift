import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Databases that are opened in advance.
@Suite(.hangLimit)
struct OpenedAheadTests {
    private let scratch: Scratch
    // A wait for a lock takes longer than a test may.
    private let stores = StoreDatabases(busySeconds: 10_000)

    init() throws {
        scratch = try Scratch()
    }

    /// Returns the number of rows that are read in advance.
    private func rowsAhead(_ table: String = "rows") throws -> SourceAnswer<Int> {
        let promise = stores.openAhead(DatabaseFile(path: scratch.path), try StoreName(table))
        return .promised(try #require(promise)) {}
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: (scratch.path as NSString).deletingLastPathComponent)
    }

    /// Creates the table with these rows, and waits until the database is closed.
    private func make(_ ids: String...) async throws {
        try await fill(ids)
        while try files() != ["rows.db"] { await Task.yield() }
    }

    private func fill(_ ids: [String]) async throws {
        let source = try await scratch.table()
        for id in ids { try await source.add(id) }
    }

    @Test func aPageIsRead() async throws {
        try await make("a", "b", "c")
        #expect(try await rowsAhead().value == 3)
        let source = try await scratch.table(in: stores)
        try await source.add("d")
        #expect(try await source.ids() == ["a", "b", "c", "d"])
        // A database that is open needs no opening in advance.
        #expect(stores.openAhead(DatabaseFile(path: scratch.path), try StoreName("rows")) == nil)
    }

    @Test func nothingIsMade() async throws {
        #expect(try await rowsAhead().failure?.code == "notFound")
        #expect(!FileManager.default.fileExists(atPath: scratch.path))
        // The first request creates the database.
        #expect(try await scratch.table(in: stores).ids() == [])
    }

    @Test func anEmptyFileStaysEmpty() async throws {
        try await make("a")
        try FileManager.default.removeItem(atPath: scratch.path)
        try Data().write(to: URL(fileURLWithPath: scratch.path))
        #expect(try await rowsAhead().failure != nil)
        stores.closeAhead()
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path)).isEmpty)
    }

    @Test func aTableThatIsNotThereIsNotMade() async throws {
        try await make("a")
        #expect(try await rowsAhead("others").failure != nil)
        stores.closeAhead()
        let names = try scratch.sql { try String.fetchAll($0, sql: "SELECT name FROM featurehost_tables") }
        #expect(names == ["rows"])
    }

    @Test func aLockIsNotWaitedFor() async throws {
        try await make("a")
        let other = try DatabaseQueue(path: scratch.path)
        // The other connection keeps its locks until it is closed.
        try other.inDatabase {
            try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; UPDATE featurehost_tables SET version = version + 1")
        }
        #expect(try await rowsAhead().failure?.code == "databaseLocked")
        try other.close()
        #expect(try await scratch.table(in: stores).ids() == ["a"])
    }

    @Test func itIsClosedAtTheEnd() async throws {
        try await make("a")
        _ = try rowsAhead()
        stores.closeAhead()
        #expect(try files() == ["rows.db"])
    }
}
