import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Changes by others, and files that were replaced or damaged.
@Suite(.hangLimit)
struct TableChangeTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func anEditIsToldToAllWhoShowTheTable() async throws {
        let stores = StoreDatabases()
        let source = try await scratch.table(in: stores)
        let other = try await scratch.table(in: stores)
        let apart = try await scratch.table("apart", in: stores)
        let heard = try [source, other, apart].map { Heard(try #require($0.changes)) }
        _ = try await source.insert(row("a"), before: nil, opID: "1").value
        _ = try await source.insert(row("a"), before: nil, opID: "1").value
        #expect(heard[0].all == [SourceChange(opID: "1")] && heard[1].all == heard[0].all && heard[2].all.isEmpty)
    }

    @Test func anotherProgramsEditIsToldOfItsTableAlone() async throws {
        let stores = StoreDatabases()
        let source = try await scratch.table(in: stores)
        let apart = try await scratch.table("apart", in: stores)
        let heard = Heard(try #require(source.changes))
        let heardApart = Heard(try #require(apart.changes))
        let elsewhere = try await scratch.table(in: StoreDatabases())
        _ = try await elsewhere.insert(row("a"), before: nil, opID: "theirs").value
        await heard.next()
        #expect(heard.all == [SourceChange()])
        #expect(try await source.ids() == ["a"])
        try scratch.sql { try $0.execute(sql: "UPDATE rows SET position = 7") }
        await heard.next()
        #expect(heardApart.all.isEmpty)
    }

    @Test func anotherProgramsEditIsNotTakenForOnesOwn() async throws {
        let source = try await scratch.table()
        // Without a watch, a change is only detected by the next edit.
        let feed = try #require(source.changes)
        let heard = Heard(feed)
        try scratch.sql { db in
            for _ in 0..<3 { try db.execute(sql: "UPDATE featurehost_tables SET version = version + 1") }
        }
        _ = try await source.delete([], opID: "mine").value
        while !heard.all.contains(SourceChange()) { await heard.next() }
        #expect(heard.all.filter { $0.opID == "mine" }.count == 1)
    }

    @Test func aDatabaseThatWasRemovedIsMadeAgain() async throws {
        let source = try await scratch.table()
        try await source.add("a")
        try FileManager.default.removeItem(atPath: scratch.folder + "/deep")
        #expect(try await source.ids().isEmpty)
        try await source.add("b")
        #expect(try await scratch.table().ids() == ["b"])
    }

    @Test func aTableThatWasDroppedIsTold() async throws {
        let source = try await scratch.table()
        try scratch.sql { try $0.execute(sql: "DROP TABLE rows") }
        let failure = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure
        #expect(failure?.code == "tableGone" && failure?.message.contains("no such table: rows") == true)
    }

    @Test func whatIsNoDatabaseIsTold() async throws {
        _ = try DatabaseFile(path: scratch.path).create()
        try Data(repeating: 0x61, count: 8_192).write(to: URL(fileURLWithPath: scratch.path))
        let failure = await #expect(throws: Failure.self) { _ = try await scratch.table() }
        #expect(failure?.code == "databaseCorrupt" && failure?.retryable == false)
        #expect(failure?.message.contains(".recover") == true)
        // The replacement file is used.
        try FileManager.default.removeItem(atPath: scratch.path)
        let source = try await scratch.table()
        try await source.add("a")
    }

    @Test func whatNobodyWaitsForIsEnded() async throws {
        let source = try await scratch.table()
        try await source.add("a")
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        let answer = source.database.read { db, _ in try Int.fetchOne(db, sql: endless) }
        let task = Task { await answer.failure }
        task.cancel()
        #expect(await task.value?.code == "cancelled")
        #expect(try await source.ids() == ["a"])
    }

    @Test func whatAnotherProgramHoldsIsTriedAgain() async throws {
        let source = try await scratch.table(in: StoreDatabases(busySeconds: 0))
        try await source.add("a")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: scratch.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        let failure = await source.delete(["a"], opID: "1").failure
        #expect(failure?.code == "databaseLocked" && failure?.retryable == true)
        #expect(try await source.ids() == ["a"])
        try await other.writeWithoutTransaction { try $0.rollback() }
        _ = try await source.delete(["a"], opID: "1").value
        #expect(try await source.ids().isEmpty)
    }
}
