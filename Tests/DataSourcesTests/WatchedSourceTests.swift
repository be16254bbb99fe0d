import FHJSON
import FeatureKit
import Foundation
import Synchronization
import SystemPackage
import Testing

@testable import FHDataSources

/// Sources that notify listeners of changes.
@Suite struct WatchedSourceTests {
    /// The recorded notifications of a feed.
    private final class Heard: Sendable {
        private let changes = Mutex<[SourceChange]>([])
        private let wake: AsyncStream<Void>.Continuation
        let stream: AsyncStream<Void>
        private let subscription: Mutex<Subscription?>

        init(_ feed: ChangeFeed) {
            let (stream, wake) = AsyncStream.makeStream(of: Void.self)
            self.stream = stream
            self.wake = wake
            subscription = Mutex(nil)
            let subscription = feed.listen { [weak self] change in
                self?.changes.withLock { $0.append(change) }
                self?.wake.yield()
            }
            self.subscription.withLock { $0 = subscription }
        }

        var all: [SourceChange] { changes.withLock { $0 } }

        func next() async { for await _ in stream { return } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func whoDoesNotAskIsNotTold() throws {
        #expect(try InlineSource(rows: try rows("a")).changes == nil)
        #expect(FileSource(path: folder.file("a").string, format: .jsonl).changes == nil)
    }

    @Test func anEditIsToldWithItsOperationBeforeItIsAnswered() throws {
        let source = try InlineSource(rows: try rows("a"), isWatched: true)
        let heard = Heard(try #require(source.changes))
        _ = source.delete(["a"], opID: "1")
        #expect(heard.all == [SourceChange(opID: "1")])
        _ = source.update("a", patch: .emptyObject, opID: "2")
        #expect(heard.all.count == 1)
    }

    @Test func aFilesOwnEditIsToldOnceWithItsOperation() async throws {
        let source = FileSource(path: folder.file("a").string, format: .jsonl, isWatched: true)
        let heard = Heard(try #require(source.changes))
        _ = try await source.insert(try row(#"{"id":"a"}"#), before: nil, opID: "1").get()
        #expect(heard.all == [SourceChange(opID: "1")])
        // The watch has handled the first write by the time of the second notification.
        try folder.write("a", "{\"id\":\"b\"}\n")
        while heard.all.count < 2 { await heard.next() }
        #expect(heard.all.prefix(2) == [SourceChange(opID: "1"), SourceChange()])
    }

    /// The watch runs too late to detect the change, because the edit has already rewritten the file.
    @Test func anEditTellsOfTheChangeThatItFinds() async throws {
        try folder.write("a", "{\"id\":\"a\"}\n")
        let source = FileSource(path: folder.file("a").string, format: .jsonl, isWatched: true)
        #expect(try await source.all().map(\.id) == ["a"])
        let heard = Heard(try #require(source.changes))
        try folder.write("a", "{\"id\":\"a\"}\n{\"id\":\"b\"}\n")
        _ = try await source.update("a", patch: try JSONText(parsing: #"{"n":1}"#), opID: "1").get()
        #expect(heard.all.contains(SourceChange()) && heard.all.last == SourceChange(opID: "1"))
    }

    /// A source of a file that is read as a whole, and of one that is read when its lines are needed.
    private func sources(_ name: String) -> [any DataSource] {
        let path = folder.file(name).string
        return [
            FileSource(path: path, format: .jsonl, isWatched: true),
            LineSource(path: path, isWatched: true, memoryLength: 0), LineSource(path: path, isWatched: true),
        ]
    }

    private func texts(_ source: any DataSource) async throws -> [String] {
        try await source.all().map { $0.member("text")?.stringValue ?? $0.value.string }
    }

    @Test func whatALinkPointsAtIsWatchedToo() async throws {
        let inner = try TemporaryFolder()
        try folder.link("link", to: inner.file("real").string)
        for source in sources("link") {
            try inner.write("real", #"{"id":"a"}"# + "\n")
            let heard = Heard(try #require(source.changes))
            #expect(try await texts(source) == [#"{"id":"a"}"#])
            try inner.write("real", #"{"id":"b"}"# + "\n")
            while heard.all.isEmpty { await heard.next() }
            #expect(try await texts(source) == [#"{"id":"b"}"#])
        }
    }

    @Test func anotherProgramsChangeIsToldAlsoWhereTheFileIsReplaced() async throws {
        for source in sources("a") {
            try folder.write("a", #"{"id":"a"}"# + "\n")
            let heard = Heard(try #require(source.changes))
            #expect(try await texts(source) == [#"{"id":"a"}"#])
            try folder.write("b", #"{"id":"b"}"# + "\n")
            #expect(rename(folder.file("b").string, folder.file("a").string) == 0)
            await heard.next()
            #expect(heard.all.allSatisfy { $0.opID == nil })
            #expect(try await texts(source) == [#"{"id":"b"}"#])
        }
    }

    @Test func aFolderThatIsNotThereIsNotWatched() throws {
        let source = FileSource(path: folder.file("none/a").string, format: .jsonl, isWatched: true)
        #expect(source.changes != nil)
    }
}
