import EventLoop
import FeatureKit

/// The machine's time, on the core loop.
final class LoopClock: StoreClock {
    private let loop: PollLoop
    private var timers: [UInt64: TimerToken] = [:]
    private var count: UInt64 = 0

    init(_ loop: PollLoop) {
        self.loop = loop
    }

    var now: Int { loop.now }

    func schedule(after milliseconds: Int, _ body: @escaping () -> Void) -> TimerID {
        count += 1
        let id = count
        timers[id] = loop.schedule(afterMilliseconds: milliseconds) { [weak self] in
            self?.timers[id] = nil
            body()
        }
        return TimerID(rawValue: id)
    }

    func cancel(_ timer: TimerID) {
        timers.removeValue(forKey: timer.rawValue)?.cancel()
    }
}
