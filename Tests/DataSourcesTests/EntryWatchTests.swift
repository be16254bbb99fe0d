import FHDataSources
import FHEventLoop
import Foundation
import Synchronization
import SystemPackage
import Testing

@Suite struct EntryWatchTests {
    private let folder = FilePath(NSTemporaryDirectory()).appending("EntryWatchTests-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    }

    private func write(_ name: String) throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.appending(name).string))
    }

    @Test func tellsOfItsEntryAloneHoweverItChanges() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let (stream, told) = AsyncStream.makeStream(of: Void.self)
        let watch = try EntryWatch(folder.appending("a")) { told.yield() }
        var next = stream.makeAsyncIterator()
        try write("ab")
        try write("a")
        await next.next()
        try FileManager.default.removeItem(atPath: folder.appending("a").string)
        await next.next()
        withExtendedLifetime(watch) {}
    }

    @Test func tellsOfEntriesWhoseNamesGoOn() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let (stream, told) = AsyncStream.makeStream(of: Void.self)
        let watch = try EntryWatch(folder.appending("a"), suffixes: ["", "-log"]) { told.yield() }
        var next = stream.makeAsyncIterator()
        try write("a-logs")
        try write("a-log")
        await next.next()
        try write("a")
        await next.next()
        withExtendedLifetime(watch) {}
    }

    @Test func tellsOnceMoreForEachEcho() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let (stream, told) = AsyncStream.makeStream(of: Void.self)
        let watch = try EntryWatch(folder.appending("a"), echoes: [1, 1, 1]) { told.yield() }
        var next = stream.makeAsyncIterator()
        try write("a")
        for _ in 0..<4 { await next.next() }
        withExtendedLifetime(watch) {}
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let failure = #expect(throws: EntryWatch.Failure.self) { try EntryWatch(folder.appending("none/a")) {} }
        #expect(failure?.error == .noSuchFileOrDirectory && failure?.limit == nil)
    }

    @Test func endsWithItsOwner() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        final class Token: Sendable {
            let gone: AsyncStream<Void>.Continuation
            init(_ gone: AsyncStream<Void>.Continuation) { self.gone = gone }
            deinit { gone.yield() }
        }
        let (stream, gone) = AsyncStream.makeStream(of: Void.self)
        do {
            let token = Token(gone)
            _ = try EntryWatch(folder.appending("a")) { withExtendedLifetime(token) {} }
        }
        var next = stream.makeAsyncIterator()
        await next.next()
    }
}
