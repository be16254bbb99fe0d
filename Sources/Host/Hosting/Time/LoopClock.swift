import FeatureKit

/// The clock of instances on real time.
final class LoopClock: StoreClock {
    private let time: HostTime
    private var timers: [UInt64: HostTimer] = [:]
    private var count: UInt64 = 0

    init(_ time: HostTime) {
        self.time = time
    }

    var now: Int { time.now }

    func schedule(after milliseconds: Int, _ body: @escaping () -> Void) -> TimerID {
        count += 1
        let id = count
        timers[id] = time.schedule(afterMilliseconds: milliseconds) { [weak self] in
            self?.timers[id] = nil
            body()
        }
        return TimerID(rawValue: id)
    }

    func cancel(_ timer: TimerID) {
        timers.removeValue(forKey: timer.rawValue)?.cancel()
    }
}
