import Glibc

/// Returns the time of `CLOCK_MONOTONIC` in nanoseconds.
public func monotonicNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Returns the milliseconds until a deadline on the clock of ``monotonicNanoseconds()``; 0 after the deadline.
///
/// The number is rounded up, so that a wait for it never ends early.
package func millisecondsLeft(until deadline: Int) -> Int {
    (max(0, deadline - monotonicNanoseconds()) + 999_999) / 1_000_000
}

/// Converts a delay to nanoseconds.
///
/// The delay is clamped to the range from zero to a century, so that a deadline never overflows.
package func nanoseconds(clamping milliseconds: Int) -> Int {
    let century = 100 * 366 * 86_400_000
    return min(max(milliseconds, 0), century) * 1_000_000
}
