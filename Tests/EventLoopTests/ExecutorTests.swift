import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FHEventLoop

@Suite(.hangLimit)
struct ExecutorTests {
    @Test func aHandlerEntersAnActorWithoutAHop() throws {
        let loop = try PollLoop()
        let counter = Counter(on: loop)
        let ends = try Ends.pipe()
        try ends.second.writeAll("x".utf8)

        let watch = loop.watch(ends.first, for: .read) { _ in
            counter.assumeIsolated { $0.increment() }
            loop.stop()
        }
        #expect(watch.interest == .read)
        loop.runHere()
        #expect(counter.assumeIsolated { $0.value } == 1)
    }

    @Test func aHandlerWrittenInAnActorIsTheActors() throws {
        let loop = try PollLoop()
        let counter = Counter(on: loop)
        let ends = try Ends.pipe()
        try ends.second.writeAll("x".utf8)
        counter.assumeIsolated { $0.countOnce(ends.first) }
        loop.runHere()
        #expect(counter.assumeIsolated { $0.value } == 1)
    }

    @Test func callsFromTasksLandOnTheLoop() async throws {
        try await withRunningLoop { loop in
            let counter = Counter(on: loop)
            await withTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { for _ in 0..<50 { await counter.increment() } }
                }
            }
            #expect(await counter.value == 5000)
        }
    }

    @Test func aTaskThatWaitsElsewhereComesBack() async throws {
        try await withRunningLoop { loop in
            func visit(_ core: isolated CoreActor) async {
                #expect(loop.isOnLoopThread)
                let isElsewhere = await Task { @concurrent in !loop.isOnLoopThread }.value
                #expect(isElsewhere)
                #expect(loop.isOnLoopThread)
            }
            await visit(CoreActor(on: loop))
        }
    }

    @Test func theCoreActorIsOnTheLoop() throws {
        let loop = try PollLoop()
        let core = CoreActor(on: loop)
        var isInside = false
        loop.post { loop.stop() }
        loop.beforePoll {
            isInside = core.assumeIsolated { $0.loop.isIsolatingCurrentContext() == true }
        }
        loop.runHere()
        #expect(isInside)
    }

    @Test func anotherThreadIsNotIsolated() async throws {
        let loop = try PollLoop()
        let isElsewhere = await withCheckedContinuation { continuation in
            try! startThread { continuation.resume(returning: loop.isIsolatingCurrentContext() == false) }
        }
        #expect(isElsewhere)
    }

    @Test func runMovesTheLoopToItsThread() async throws {
        let loop = try PollLoop()
        let log = Tally()
        await withCheckedContinuation { continuation in
            try! startThread {
                loop.run()
                #expect(loop.isOnLoopThread)
                continuation.resume()
            }
            // From here on, the creator is treated like any other thread, whether or not the new thread has started.
            for _ in 0..<1000 { loop.post { log.add() } }
            loop.stop()
        }
        #expect(log.value == 1000)
    }

    @Test func nothingPostedIsLostAndEveryThreadKeepsItsOrder() throws {
        let loop = try PollLoop()
        let counter = Counter(on: loop)
        let (threads, posts) = (16, 4000)
        let latest = Latest(count: threads)
        for thread in 0..<threads {
            try! startThread {
                for post in 0..<posts {
                    loop.post {
                        counter.assumeIsolated { counter in
                            counter.increment()
                            if counter.value == threads * posts { loop.stop() }
                        }
                        latest.note(post, from: thread)
                    }
                }
            }
        }
        loop.runHere()
        #expect(counter.assumeIsolated { $0.value } == threads * posts)
        #expect(latest.isOrdered)
    }

    @Test func aTurnHasItsOrder() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        try ends.second.writeAll("x".utf8)
        let log = Log()

        loop.beforePoll {
            log.add("hook")
            if log.entries.count > 1 { loop.stop() }
        }
        loop.schedule(afterMilliseconds: 0) { log.add("timer") }
        loop.watch(ends.first, for: .read) { _ in
            loop.post { log.add("job") }
            log.add("descriptor")
        }
        loop.runHere()
        // The first and the last hook enclose the run.
        #expect(log.entries == ["hook", "descriptor", "timer", "job", "hook", "hook"])
    }

    @Test func endlessJobsDontStarveDescriptors() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        try ends.second.writeAll("x".utf8)
        let turns = Tally()
        @Sendable func again() {
            if turns.value == 0 { loop.post(again) }
        }
        again()
        loop.watch(ends.first, for: .read) { _ in
            turns.add()
            loop.stop()
        }
        loop.runHere()
        #expect(turns.value > 0)
    }

    @Test func whatAHookPostsIsServedWithoutWaiting() throws {
        let loop = try PollLoop()
        var isFirst = true
        loop.beforePoll {
            if isFirst { loop.post { loop.stop() } }
            isFirst = false
        }
        loop.runHere()
        #expect(!isFirst)
    }

    @Test func whatIsQueuedAtTheEndStillRuns() throws {
        let loop = try PollLoop()
        let ran = Tally()
        loop.post {
            loop.stop()
            loop.post { loop.post { ran.add() } }
        }
        loop.runHere()
        #expect(ran.value == 1)
    }

    @Test func theEndOfTheRunReleasesEverything() throws {
        let ghosts = try {
            let loop = try PollLoop()
            let ends = try Ends.pipe()
            let counter = Counter(on: loop)
            // Each of these handlers retains the loop, and the loop retains each of them.
            loop.watch(ends.first, for: .read) { _ in counter.assumeIsolated { $0.increment() } }
            loop.schedule(afterMilliseconds: 1_000_000) { counter.assumeIsolated { $0.increment() } }
            loop.beforePoll { counter.assumeIsolated { _ = $0.value } }
            loop.stop()
            loop.run()
            return (Ghost(loop), Ghost(counter))
        }()
        #expect(ghosts.0.object == nil)
        #expect(ghosts.1.object == nil)
    }

    @Test func theWakePipeClosesItsEnds() throws {
        let copy = try {
            let pipe = try WakePipe()
            #expect(FileDescriptor(rawValue: pipe.readEnd).closesOnExec)
            return FileDescriptor(rawValue: dup(pipe.readEnd))
        }()
        // The reader reaches the end when the last writer is closed.
        #expect(copy.readToEnd().isEmpty)
        try copy.close()
    }
}

/// A log of events in order; it is used on one thread, although the closures that use it must be sendable.
private final class Log: Sendable {
    private let list = Monitor<[String]>([])

    var entries: [String] { list.withLock { $0 } }

    func add(_ entry: String) {
        list.withLock { $0.append(entry) }
    }
}

/// A record of the latest number from each thread, and of violations of the order.
private final class Latest: Sendable {
    private let state: Monitor<(numbers: [Int], isOrdered: Bool)>

    init(count: Int) {
        state = Monitor((Array(repeating: -1, count: count), true))
    }

    var isOrdered: Bool { state.withLock { $0.isOrdered } }

    func note(_ number: Int, from thread: Int) {
        state.withLock { state in
            if state.numbers[thread] != number - 1 { state.isOrdered = false }
            state.numbers[thread] = number
        }
    }
}
