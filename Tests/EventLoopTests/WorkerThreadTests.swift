import FHEventLoop
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.hangLimit)
struct WorkerThreadTests {
    @Test func jobsRunOnOneThreadOfTheirOwn() async {
        let source = Source(WorkerThread())
        let first = await source.thread()
        let second = await source.thread()
        #expect(first == second)
        #expect(await source.isIsolated())
        #expect(source.worker.isIsolatingCurrentContext() == false)
    }

    @Test func signalsAreLeftToOtherThreadsButFaultsAreNot() async {
        let source = Source(WorkerThread())
        #expect(await source.blocks(SIGTERM))
        #expect(await source.blocks(SIGINT))
        #expect(await !source.blocks(SIGSEGV))
    }

    @Test func nothingIsLostWithManyCallers() async {
        let source = Source(WorkerThread())
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { for _ in 0..<50 { await source.increment() } }
            }
        }
        #expect(await source.count == 5000)
    }

    @Test func stopWaitsForWhatIsQueued() async {
        let source = Source(WorkerThread())
        let ran = Tally()
        let all = Tally()
        let tasks = (0..<100).map { _ in
            Task {
                await source.perform { ran.add() }
                all.add()
            }
        }
        // Jobs after the stop start another thread.
        source.worker.stop()
        for task in tasks { await task.value }
        source.worker.stop()
        #expect(ran.value == 100)
        #expect(all.value == 100)
    }

    @Test func stopWithoutAThreadAndOnTheThreadItselfReturn() async {
        WorkerThread().stop()
        let source = Source(WorkerThread())
        await source.perform { [worker = source.worker] in worker.stop() }
        // The next job arrives before that thread ends, or starts a new thread.
        await source.increment()
        #expect(await source.count == 1)
    }

    @Test func theThreadEndsWithItsWorker() async {
        let ended = Tally()
        do {
            let source = Source(WorkerThread())
            await source.perform { ThreadEnd.whenThisThreadEnds(ended) }
        }
        while ended.value == 0 { await Task.yield() }
        #expect(ended.value == 1)
    }

    @Test func aStoppedThreadIsGone() async {
        let ended = Tally()
        let source = Source(WorkerThread())
        await source.perform { ThreadEnd.whenThisThreadEnds(ended) }
        source.worker.stop()
        while ended.value == 0 { await Task.yield() }
        #expect(ended.value == 1)
    }

    @Test func aResultGoesBackToTheLoop() async throws {
        try await withRunningLoop { loop in
            let counter = Counter(on: loop)
            let source = Source(WorkerThread())
            for _ in 0..<1000 {
                await source.increment()
                await counter.increment()
            }
            #expect(await counter.value == 1000)
        }
    }
}

/// An actor on a worker thread, like a source whose calls block.
private actor Source {
    nonisolated let worker: WorkerThread
    private(set) var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        worker.asUnownedSerialExecutor()
    }

    init(_ worker: WorkerThread) {
        self.worker = worker
    }

    func thread() -> UInt { pthread_self() }

    func increment() { count += 1 }

    func perform(_ body: @Sendable () -> Void) { body() }

    nonisolated private func assumed() -> Bool { assumeIsolated { _ in true } }

    func isIsolated() -> Bool { worker.isIsolatingCurrentContext() == true && assumed() }

    func blocks(_ signal: Int32) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }
}

/// Reports the end of a thread through the destructor of a thread-specific value.
private enum ThreadEnd {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { value in
            if let value { Unmanaged<Tally>.fromOpaque(value).takeRetainedValue().add() }
        }
        return key
    }()

    static func whenThisThreadEnds(_ tally: Tally) {
        pthread_setspecific(key, Unmanaged.passRetained(tally).toOpaque())
    }
}
