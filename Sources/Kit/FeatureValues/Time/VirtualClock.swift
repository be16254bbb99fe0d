import HeapModule

/// A clock that advances only by explicit calls.
///
/// ```swift
/// let clock = VirtualClock()
/// _ = clock.schedule(after: 1_000) { print("fired") }
/// clock.advance(by: 1_000)
/// ```
public final class VirtualClock: StoreClock {
    private struct Timer: Comparable {
        let deadline: Int
        let id: UInt64

        static func < (a: Timer, b: Timer) -> Bool {
            (a.deadline, a.id) < (b.deadline, b.id)
        }
    }

    /// The time in milliseconds since the clock was made.
    public private(set) var now = 0
    private var heap = Heap<Timer>()
    private var bodies: [UInt64: () -> Void] = [:]
    private var count: UInt64 = 0

    /// Makes a clock whose time is 0.
    public init() {}

    /// The deadline of the next timer, in milliseconds since the clock was made; nil if there is no timer.
    public var nextDeadline: Int? {
        dropCancelled()
        return heap.min?.deadline
    }

    /// Schedules a timer.
    public func schedule(after milliseconds: Int, _ body: @escaping () -> Void) -> TimerID {
        count += 1
        heap.insert(Timer(deadline: time(after: milliseconds), id: count))
        bodies[count] = body
        return TimerID(rawValue: count)
    }

    /// Removes a timer.
    public func cancel(_ timer: TimerID) {
        bodies[timer.rawValue] = nil
        if heap.count > 2 * bodies.count + 64 {
            heap = Heap(heap.unordered.filter { bodies[$0.id] != nil })
        }
    }

    /// Moves the clock to `time` without firing any timer.
    ///
    /// The clock never moves past ``nextDeadline``, and never back.
    public func move(to time: Int) {
        now = max(now, min(time, nextDeadline ?? time))
    }

    /// Fires the due timer with the earliest deadline; returns false if no timer is due.
    @discardableResult
    public func fireNext() -> Bool {
        guard let deadline = nextDeadline, deadline <= now, let timer = heap.popMin() else { return false }
        bodies.removeValue(forKey: timer.id)?()
        return true
    }

    /// Advances the clock, and fires each timer that becomes due, including timers that other timers schedule.
    public func advance(by milliseconds: Int) {
        let end = time(after: milliseconds)
        repeat {
            move(to: end)
            while fireNext() {}
        } while now < end
    }

    private func time(after milliseconds: Int) -> Int {
        let (sum, overflow) = now.addingReportingOverflow(max(0, milliseconds))
        return overflow ? .max : sum
    }

    private func dropCancelled() {
        while let first = heap.min, bodies[first.id] == nil { heap.removeMin() }
    }
}
