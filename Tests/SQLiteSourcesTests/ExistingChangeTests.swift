import FHJSON
import FeatureKit
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FHSQLiteSources

/// Database files that disappear, reappear and move.
@Suite(.hangLimit)
struct ExistingChangeTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.folder + "/deep/er", withIntermediateDirectories: true)
    }

    private func execute(_ sql: String, at path: String) throws {
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) }
    }

    /// Waits until the rows are as expected, fetching them after each notification.
    private func wait(_ source: SQLiteSource, _ heard: Heard, for rows: [String]) async {
        while (try? await source.all()) != rows { await heard.next() }
    }

    @Test func aDatabaseThatWasRemovedIsTold() async throws {
        try execute("CREATE TABLE t(v)", at: scratch.path)
        let source = try await scratch.sqlite(#""table":"t""#)
        let heard = Heard(try #require(source.changes))
        try FileManager.default.removeItem(atPath: scratch.path)
        await heard.next()
        #expect(heard.all == [SourceChange()])
        let gone = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure
        #expect(gone?.code == "notFound")
        try execute("CREATE TABLE t(v); INSERT INTO t VALUES (1)", at: scratch.path)
        await wait(source, heard, for: [#"{"id":1,"v":1}"#])
    }

    @Test func aDatabaseThatIsNoneAnyMoreIsTold() async throws {
        try execute("CREATE TABLE t(v)", at: scratch.path)
        let source = try await scratch.sqlite(#""table":"t""#)
        let heard = Heard(try #require(source.changes))
        let other = scratch.path + ".new"
        try Data(repeating: 0x61, count: 8_192).write(to: URL(fileURLWithPath: other))
        #expect(rename(other, scratch.path) == 0)
        await heard.next()
        let failure = await source.fetch(FeatureKit.FetchRequest(start: .offset(0), limit: 1)).failure
        #expect(failure?.code == "databaseCorrupt")
    }

    @Test func aDatabaseBehindALinkIsWatched() async throws {
        let (link, files) = (scratch.path, FileManager.default)
        let targets = ["one", "two"].map { "\(scratch.folder)/\($0).db" }
        for target in targets { try execute("CREATE TABLE t(v)", at: target) }
        try files.createSymbolicLink(atPath: link, withDestinationPath: "../../one.db")
        let source = try await scratch.sqlite(#""table":"t""#)
        let heard = Heard(try #require(source.changes))
        try execute("INSERT INTO t VALUES (1)", at: targets[0])
        await heard.next()
        #expect(heard.all.first == SourceChange())
        #expect(try await source.all() == [#"{"id":1,"v":1}"#])
        // From now on the link has another target.
        try files.createSymbolicLink(atPath: link + ".new", withDestinationPath: targets[1])
        #expect(rename(link + ".new", link) == 0)
        await wait(source, heard, for: [])
        try execute("INSERT INTO t VALUES (2)", at: targets[1])
        await wait(source, heard, for: [#"{"id":1,"v":2}"#])
        // The target is removed and restored.
        try files.removeItem(atPath: targets[1])
        while (try? await source.all()) != nil { await heard.next() }
        try execute("CREATE TABLE t(v); INSERT INTO t VALUES (3)", at: targets[1])
        await wait(source, heard, for: [#"{"id":1,"v":3}"#])
    }
}
