import TestSupport
import Testing

@testable import FHEventLoop

@Suite(.hangLimit)
struct TimerTests {
    @Test func theHeapOrdersByDeadlineThenByInsertion() {
        var heap = TimerHeap()
        var random = SeededGenerator(seed: 7)
        var expected: [(deadline: Int, order: Int)] = []
        var fired: [Int] = []
        for order in 0..<100_000 {
            let deadline = Int(random.next() % 1000)
            expected.append((deadline, order))
            heap.insert(TimerToken(deadline: deadline) { fired.append(order) })
        }
        while let timer = heap.popDue(at: 1000, before: .max) { timer.takeBody()() }
        #expect(heap.isEmpty)
        #expect(fired == expected.sorted { $0 < $1 }.map(\.order))
    }

    @Test func cancelledTimersLeaveAtOnceAndTheOthersKeepTheirOrder() {
        var heap = TimerHeap()
        var random = SeededGenerator(seed: 11)
        var fired: [Int] = []
        let tokens = (0..<20_000).map { order in
            TimerToken(deadline: Int(random.next() % 500)) { fired.append(order) }
        }
        for token in tokens { heap.insert(token) }
        var expected: [(deadline: Int, order: Int)] = []
        for (order, token) in tokens.enumerated() {
            if random.next() % 3 == 0 {
                expected.append((token.deadline, order))
            } else {
                heap.remove(token)
            }
        }
        #expect(heap.count == expected.count)
        while let timer = heap.popDue(at: 500, before: .max) { timer.takeBody()() }
        #expect(fired == expected.sorted { $0 < $1 }.map(\.order))
    }

    @Test func onlyWhatIsDueIsPopped() {
        var heap = TimerHeap()
        heap.insert(TimerToken(deadline: 10) {})
        #expect(heap.nextDeadline == 10)
        #expect(heap.popDue(at: 9, before: .max) == nil)
        #expect(heap.popDue(at: 10, before: 0) == nil)
        #expect(heap.popDue(at: 10, before: 1) != nil)
    }

    @Test func aHundredThousandTimersFireOnALoop() throws {
        let loop = try PollLoop()
        var fired = 0
        for index in 0..<100_000 {
            loop.schedule(afterMilliseconds: index % 7 - 2) {
                fired += 1
                if fired == 100_000 { loop.stop() }
            }
        }
        loop.runHere()
        #expect(fired == 100_000)
    }

    @Test func aTimerIsNeverEarlyAndEqualOnesKeepTheirOrder() throws {
        let loop = try PollLoop()
        let start = monotonicNanoseconds()
        var log: [Int] = []
        for order in 0..<3 {
            loop.schedule(afterMilliseconds: 0) { log.append(order) }
        }
        loop.schedule(afterMilliseconds: 3) {
            #expect(monotonicNanoseconds() - start >= 3_000_000)
            log.append(3)
            loop.stop()
        }
        loop.runHere()
        #expect(log == [0, 1, 2, 3])
        #expect(loop.now >= start / 1_000_000)
    }

    @Test func aTimerCancelsAnotherOfItsTurn() throws {
        let loop = try PollLoop()
        var tokens: [TimerToken] = []
        var fired = 0
        for _ in 0..<2 {
            tokens.append(
                loop.schedule(afterMilliseconds: 0) {
                    fired += 1
                    for token in tokens { token.cancel() }
                    loop.post { loop.post { loop.stop() } }
                })
        }
        #expect(tokens.allSatisfy { $0.isPending })
        loop.runHere()
        #expect(fired == 1)
        #expect(!tokens.contains { $0.isPending })
    }

    @Test func aTimerOfATimerWaitsForTheNextTurn() throws {
        let loop = try PollLoop()
        var log: [String] = []
        loop.schedule(afterMilliseconds: 0) {
            log.append("first")
            loop.schedule(afterMilliseconds: 0) {
                log.append("second")
                loop.stop()
            }
        }
        loop.beforePoll { log.append("hook") }
        loop.runHere()
        #expect(log == ["hook", "first", "hook", "second", "hook", "hook"])
    }

    @Test func aCancelledTimerReleasesItsBodyWhichMayCancelOthers() throws {
        let loop = try PollLoop()
        let inner = loop.schedule(afterMilliseconds: 1_000_000) {}
        let outer = {
            let holder = CancelsAtItsEnd(inner)
            return loop.schedule(afterMilliseconds: 1_000_000) { withExtendedLifetime(holder) {} }
        }()
        outer.cancel()
        #expect(!inner.isPending)
        loop.stop()
        loop.run()
    }

    @Test func theLongestDelayDoesNotOverflow() throws {
        let loop = try PollLoop()
        let token = loop.schedule(afterMilliseconds: .max) { Issue.record("fired") }
        loop.schedule(afterMilliseconds: .min) { loop.stop() }
        loop.runHere()
        #expect(!token.isPending)
    }
}

private final class CancelsAtItsEnd {
    private let timer: TimerToken

    init(_ timer: TimerToken) {
        self.timer = timer
    }

    deinit {
        timer.cancel()
    }
}
