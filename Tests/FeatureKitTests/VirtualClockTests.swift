import FeatureKit
import Testing

@Suite struct VirtualClockTests {
    @Test func timersFireInOrderOfDeadlineThenOfScheduling() {
        let clock = VirtualClock()
        var fired: [String] = []
        _ = clock.schedule(after: 20) { fired.append("c") }
        _ = clock.schedule(after: 10) { fired.append("a") }
        _ = clock.schedule(after: 10) { fired.append("b") }
        clock.advance(by: 20)
        #expect(fired == ["a", "b", "c"])
        #expect(clock.now == 20)
    }

    @Test func aTimerThatATimerArmsFiresOnTheWay() {
        let clock = VirtualClock()
        var times: [Int] = []
        _ = clock.schedule(after: 10) {
            _ = clock.schedule(after: 10) { times.append(clock.now) }
        }
        clock.advance(by: 100)
        #expect(times == [20])
    }

    @Test func aCancelledTimerIsGone() {
        let clock = VirtualClock()
        let timers = (0..<1_000).map { clock.schedule(after: $0) { Issue.record("a cancelled timer fired") } }
        for timer in timers { clock.cancel(timer) }
        #expect(clock.nextDeadline == nil)
        clock.advance(by: 2_000)
    }

    @Test func theClockNeitherOverflowsNorGoesBack() {
        let clock = VirtualClock()
        _ = clock.schedule(after: .max) {}
        clock.advance(by: 5)
        _ = clock.schedule(after: .max) {}
        clock.move(to: 3)
        #expect(clock.now == 5)
    }
}
