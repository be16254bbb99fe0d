import Glibc

/// An event for which one thread waits, and which other threads signal.
///
/// Never wait on the thread of a running ``PollLoop``, because the wait would block the loop.
public final class WakeEvent: Sendable {
    private let rings = Monitor(0)

    /// Makes an event that has not been signalled.
    public init() {}

    /// Wakes the waiting thread.
    ///
    /// This can be called from any thread.
    public func ring() {
        rings.withLock { $0 &+= 1 }
        rings.signal()
    }

    /// Waits until a condition is true.
    ///
    /// The condition is checked immediately and after each signal.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout in real time.
    ///   - isThere: The condition.
    /// - Returns: True if the condition became true before the timeout.
    public func wait(milliseconds: Int, until isThere: () -> Bool) -> Bool {
        let deadline = monotonicNanoseconds() + nanoseconds(clamping: milliseconds)
        while true {
            let seen = rings.withLock { $0 }
            if isThere() { return true }
            let left = deadline - monotonicNanoseconds()
            if left <= 0 { return false }
            rings.wait(nanoseconds: left) { $0 != seen }
        }
    }
}
