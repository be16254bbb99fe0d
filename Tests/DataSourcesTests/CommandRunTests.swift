import FHEventLoop
import FeatureKit
import Foundation
import TestSupport
import Testing

@testable import FHDataSources

/// The start and end of runs.
@Suite(.hangLimit)
struct CommandRunTests {
    private let folder: TemporaryFolder
    private let children = ChildProcesses()

    init() throws { folder = try TemporaryFolder() }

    private func fifo(_ name: String) throws -> Fifo { try Fifo(folder.file(name)) }

    /// Makes a source whose script records each run, reports that it has started, and then runs `rest`.
    private func source(_ ready: Fifo, _ rest: String) throws -> CommandSource {
        try script(
            "echo >>'\(folder.file("runs"))'; exec 9>'\(ready.path)'; echo ready >&9; \(rest)", children: children)
    }

    private func runs() throws -> Int { try folder.read("runs").count }

    @Test func pagesShareARunAndARefreshBeginsAnother() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "seq 3")
        for _ in 0..<3 { #expect(try await source.page(0, 10).rows.count == 3) }
        #expect(try runs() == 1)
        #expect(try await source.page(0, 10, isRefresh: true).rows.count == 3)
        #expect(try runs() == 2)
        #expect(try await source.page(0, 10).rows.count == 3)
        #expect(try runs() == 2)
    }

    @Test func nothingRunsBeforeAPageIsAskedFor() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "seq 3")
        _ = source.fetch(FetchRequest(start: .offset(0), limit: 1))
        #expect(!(try folder.names.contains("runs")))
    }

    @Test func aRefreshEndsTheRunBeforeAndTakesItsWaitersOver() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "if [ $(wc -l <'\(folder.file("runs"))') = 1 ]; then sleep 1000; fi; seq 3")
        async let first = source.page(0, 3)
        #expect(await ready.line() == "ready")
        let second = try await source.page(0, 3, isRefresh: true)
        #expect(try await first == second)
        #expect(try runs() == 2)
        await ended(children)
    }

    @Test func aFetchThatNobodyWaitsForEndsItsRun() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "sleep 1000 & sleep 1000")
        let task = Task { await source.failure() }
        #expect(await ready.line() == "ready")
        task.cancel()
        #expect(await task.value?.code == "cancelled")
        // The grandchild, which held the pipe, has ended too.
        await ready.end()
        await ended(children)
        #expect(try runs() == 1)
    }

    @Test func aFetchThatIsCancelledBeforeRunsNothing() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "sleep 1000")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await source.failure()
        }
        #expect(await task.value?.code == "cancelled")
        #expect(!(try folder.names.contains("runs")))
    }

    @Test func aRunThatOthersWaitForGoesOn() async throws {
        let (ready, go) = (try fifo("ready"), try fifo("go"))
        let source = try source(ready, "read x <'\(go.path)'; seq 3")
        let cancelled = Task { await source.failure() }
        async let other = source.page(0, 3)
        #expect(await ready.line() == "ready")
        cancelled.cancel()
        #expect(await cancelled.value?.code == "cancelled")
        go.go()
        #expect(try await other.rows.count == 3)
        #expect(try runs() <= 2)
    }

    @Test func aRunWithAPageGoesOnAfterACancelledFetch() async throws {
        let (ready, go) = (try fifo("ready"), try fifo("go"))
        let source = try source(ready, "seq 3; read x <'\(go.path)'; seq 3")
        #expect(try await source.page(0, 3).rows.count == 3)
        let task = Task { await source.failure() }
        task.cancel()
        #expect(await task.value?.code == "cancelled")
        go.go()
        #expect(try await source.page(0, 10).totalCount == 6)
        #expect(try runs() == 1)
    }

    @Test func aNewRunFollowsACancelledOne() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "if [ $(wc -l <'\(folder.file("runs"))') = 1 ]; then sleep 1000; fi; seq 3")
        let task = Task { await source.failure() }
        #expect(await ready.line() == "ready")
        task.cancel()
        #expect(await task.value?.code == "cancelled")
        #expect(try await source.page(0, 3).rows.count == 3)
        #expect(try runs() == 2)
    }

    @Test func theEndOfTheSourceEndsItsRun() async throws {
        let ready = try fifo("ready")
        do {
            let source = try source(ready, "echo; sleep 1000")
            #expect(try await source.page(0, 1).rows.count == 1)
        }
        await ended(children)
    }

    @Test func theEndOfTheHostEndsItsRuns() async throws {
        let ready = try fifo("ready")
        let source = try source(ready, "echo; sleep 1000 & sleep 1000")
        #expect(try await source.page(0, 1).rows.count == 1)
        children.killAll()
        await ready.end()
        #expect(try await source.page(0, 2).failure?.message == "sh was ended by signal 9: it printed no error")
        #expect(await source.failure(isRefresh: true)?.code == "commandFailed")
        #expect(children.count == 0)
    }

    /// The runs are made in a separate process, which has no descriptors and threads of other tests.
    @Test func manyRunsLeaveNothing() async {
        await #expect(processExitsWith: .success) {
            func some() async throws {
                let texts = ["seq 1000", "exit 1", "sleep 1000 & yes", "no-such-program", "sleep 1000"]
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for text in texts {
                        group.addTask {
                            let source = try script(text, outputLimit: 20_000, children: .shared)
                            let task = Task { try await source.page(0, 100) }
                            if text == "sleep 1000" { task.cancel() }
                            _ = await task.result
                            _ = await source.failure(0, text == "sleep 1000" ? 0 : .max, isRefresh: true)
                        }
                    }
                    try await group.waitForAll()
                }
            }
            func entries(_ folder: String) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? -1
            }
            try await some()
            let (descriptors, threads) = (entries("fd"), entries("task"))
            for _ in 0..<40 { try await some() }
            // The last runs release their resources shortly after their end. With a leak, this loop would never end.
            await ended(.shared)
            while entries("fd") > descriptors || entries("task") > threads { await Task.yield() }
            #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }
}
