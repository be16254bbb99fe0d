import Glibc

/// The current date as a dependency.
///
/// ```swift
/// let dates = DateSource.constant(1_700_000_000_000)
/// dates.now()  // 1700000000000
/// ```
public struct DateSource: Sendable {
    /// Returns the milliseconds since the beginning of 1970, in UTC.
    public var now: @Sendable () -> Int

    /// Makes a date source from a function.
    public init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    /// The system's real-time clock.
    public static let live = DateSource {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// A date source that always returns `now`, in milliseconds since the beginning of 1970.
    public static func constant(_ now: Int) -> DateSource { DateSource { now } }

    /// A date source that fails any test that uses it.
    public static let unimplemented = DateSource { Unimplemented.reached("DateSource.now", returning: 0) }
}
