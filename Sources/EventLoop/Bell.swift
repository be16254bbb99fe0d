import Glibc

/// What one thread waits for, and others ring when it may be there.
///
/// Not for a loop's thread while its loop runs: it would serve nobody meanwhile.
public final class Bell: Sendable {
    private let rings = Monitor(0)

    /// A bell that nobody has rung.
    public init() {}

    /// Wakes whoever waits; from any thread.
    public func ring() {
        rings.withLock { $0 &+= 1 }
        rings.signal()
    }

    /// Waits until something is there, which is asked at once and after each ring.
    ///
    /// - Parameter milliseconds: how long to wait at most, in real time.
    /// - Returns: whether it is there.
    public func wait(milliseconds: Int, until isThere: () -> Bool) -> Bool {
        let deadline = monotonicNanoseconds() + milliseconds * 1_000_000
        while true {
            let seen = rings.withLock { $0 }
            if isThere() { return true }
            let left = deadline - monotonicNanoseconds()
            if left <= 0 { return false }
            rings.wait(nanoseconds: left) { $0 != seen }
        }
    }
}
