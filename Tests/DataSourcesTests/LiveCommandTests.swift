import FHEventLoop
import FHJSON
import FeatureKit
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import FHDataSources

/// Commands that don't end: rows during the run, failures, and the listeners that keep the command running.
@Suite(.hangLimit)
struct LiveCommandTests {
    private let folder: TemporaryFolder
    private let children = ChildProcesses()

    init() throws { folder = try TemporaryFolder() }

    /// A pace at which a run is live after some output and a short pause.
    private static let quick = CommandPace(
        gather: 20, gatherAtMost: 40, liveGather: 10, liveGatherAtMost: 20, silence: never, quiet: 30,
        silentQuiet: never)

    /// A pace at which a run is never live.
    private static let patient = CommandPace(gather: 20, silence: never, quiet: never, silentQuiet: never)

    /// A time in milliseconds that is longer than any test, even on a busy machine.
    private static let never = 1_000_000_000

    /// A listener that records the notifications of a source.
    private final class Listener: Sendable {
        private let kinds = Mutex<[SourceChange.Kind]>([])
        private let subscription = Mutex<FeatureKit.Subscription?>(nil)

        init(_ source: CommandSource) {
            let new = source.changes?.listen { change in self.kinds.withLock { $0.append(change.kind) } }
            subscription.withLock { $0 = new }
        }

        func leave() { subscription.withLock { $0.take() }?.cancel() }

        func next() async -> SourceChange.Kind {
            while true {
                if let kind = kinds.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return kind }
                await Task.yield()
            }
        }
    }

    /// Returns the texts of lines, or the ids of other rows.
    private func ids(_ page: Page) -> String { page.rows.map { $0.value.value["text"]?.stringValue ?? $0.id }.joined() }

    @Test func rowsComeAsTheyArePrinted() async throws {
        let go = try Fifo(folder.file("go"))
        let source = try script("seq 2; read x <'\(go.path.string)'; echo 3; exit 3", pace: Self.patient)
        let first = try await source.page(0, 10, .rows)
        #expect(ids(first) == "12" && first.growth == .running && !first.endReached && first.totalCount == nil)
        async let next = source.page(2, 10, .further)
        go.go()
        var last = try await next
        #expect(ids(last) == "3" && last.edition == 1)
        // The end may be noticed later than the last row.
        while last.growth == .running { last = try await source.page(3, 10, .further) }
        #expect(last.growth == nil && last.endReached && last.failure?.code == "commandFailed")
        #expect(first.edition == 1 && last.edition == 1)
    }

    @Test func aWhileWithoutRowsIsAnAnswerOfItsOwn() async throws {
        let go = try Fifo(folder.file("go"))
        var pace = Self.patient
        pace.silence = 1
        let source = try script("read x <'\(go.path.string)'; echo 1", pace: pace)
        let none = try await source.page(0, 10, .rows)
        #expect(none.rows.isEmpty && none.growth == .running && !none.endReached)
        async let next = source.page(0, 10, .further)
        go.go()
        #expect(try await ids(next) == "1")
    }

    @Test func aCommandWithoutATimeIsLive() async throws {
        let go = try Fifo(folder.file("go"))
        let source = try script(
            "seq 3; while read x <'\(go.path.string)'; do [ $x = go ] && echo 4; done", timeoutMs: nil,
            children: children, pace: Self.quick)
        let listener = Listener(source)
        var page = try await source.page(0, 10, .rows)
        if page.growth == .running { page = try await source.page(3, 10, .further) }
        #expect(page.growth == .live && !page.endReached)
        // From now on, fetches don't wait.
        #expect(try await source.page(3, 10, .further).growth == .live)
        #expect(try await ids(source.page(0, 10)) == "123")
        go.go()
        #expect(await listener.next() == .grown)
        #expect(try await ids(source.page(3, 10, .further)) == "4")
        #expect(children.count == 1)
        listener.leave()
        await ended(children)
    }

    @Test func theEndOfALiveCommandIsTold() async throws {
        for (status, kind) in [(0, SourceChange.Kind.grown), (3, .failed)] {
            let go = try Fifo(folder.file("go\(status)"))
            let source = try script(
                "seq 3; read x <'\(go.path.string)'; exit \(status)", timeoutMs: nil, children: children,
                pace: Self.quick)
            let listener = Listener(source)
            while try await source.page(0, 10).growth != .live {}
            go.go()
            #expect(await listener.next() == kind)
            let end = try await source.page(3, 10, .further)
            #expect(end.rows.isEmpty && end.endReached && (end.failure != nil) == (kind == .failed))
            #expect(try await ids(source.page(0, 3)) == "123")
            listener.leave()
        }
    }

    /// Without a listener, nothing would receive the output of the command.
    @Test func aLiveCommandThatNobodyListensToIsEnded() async throws {
        let source = try script("seq 3; exec sleep 1000", timeoutMs: nil, children: children, pace: Self.quick)
        #expect(try await ids(source.page(0, 10)) == "123")
        await ended(children)
    }

    @Test func leavingEndsACommandThatIsNotLiveYet() async throws {
        let source = try script("seq 3; exec sleep 1000", children: children, pace: Self.patient)
        let listener = Listener(source)
        #expect(try await ids(source.page(0, 10, .rows)) == "123")
        listener.leave()
        await ended(children)
    }

    @Test func aRefreshEndsALiveCommandAndCounts() async throws {
        let source = try script("seq 3; exec sleep 1000", timeoutMs: nil, children: children, pace: Self.quick)
        let listener = Listener(source)
        #expect(try await source.page(0, 10).edition == 1)
        #expect(try await source.page(0, 10, isRefresh: true).edition == 2)
        while children.count > 1 { await Task.yield() }
        listener.leave()
        await ended(children)
    }

    @Test func aQueryOverALiveCommandSeesWhatItPrintsLater() async throws {
        let go = try Fifo(folder.file("go"))
        let base = try script(
            "printf '{\"id\":2}\\n{\"id\":3}\\n'; read x <'\(go.path.string)'; echo '{\"id\":1}'; exec sleep 1000",
            .jsonl, timeoutMs: nil, children: children, pace: Self.quick)
        let listener = Listener(base)
        let source = QueryingSource(base)
        func page(_ query: RowQuery) async throws -> Page {
            try await source.fetch(FetchRequest(start: .offset(0), limit: 10, query: query)).get()
        }
        let sorted = RowQuery(sort: [SortKey("id", isNumber: true)])
        let some = RowQuery(predicate: .equals("id", .integer(1)))
        #expect(try await ids(page(sorted)) == "23")
        #expect(try await page(some).rows.isEmpty)
        go.go()
        #expect(await listener.next() == .grown)
        let all = try await page(sorted)
        #expect(ids(all) == "123" && all.growth == .live && all.totalCount == nil)
        #expect(try await ids(page(some)) == "1")
        listener.leave()
        await ended(children)
    }

    @Test func aFilteredPageComesInPartsToo() async throws {
        let go = try Fifo(folder.file("go"))
        let base = try script(
            "printf '{\"id\":1}\\n{\"id\":2}\\n'; read x <'\(go.path.string)'; echo '{\"id\":1}'; echo '{\"id\":12}'",
            .jsonl, pace: Self.patient)
        let source = QueryingSource(base)
        let query = RowQuery(text: "1", textKeys: ["id"])
        func page(_ offset: Int, _ wait: FetchRequest.Wait) async throws -> Page {
            try await source.fetch(FetchRequest(start: .offset(offset), limit: 10, query: query, wait: wait)).get()
        }
        let first = try await page(0, .rows)
        #expect(ids(first) == "1" && first.growth == .running)
        go.go()
        let last = try await page(1, .page)
        // A row with a duplicate id is shown in addition to the first row.
        #expect(last.rows.map { $0.id.prefix(2) } == ["1#", "12"])
        #expect(last.endReached && last.totalCount == 3 && last.problems?.count == 1)
    }
}
