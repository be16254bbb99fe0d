import Glibc

/// The date as a dependency: what time it is, which a feature's tests decide.
public struct DateSource: Sendable {
    /// Milliseconds since the beginning of 1970, in UTC.
    public var now: @Sendable () -> Int

    /// A date source of one's own.
    public init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    /// The system's.
    public static let live = DateSource {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    /// Always the same.
    public static func constant(_ now: Int) -> DateSource { DateSource { now } }

    /// Fails the test that asks.
    public static let unimplemented = DateSource { Unimplemented.reached("DateSource.now", returning: 0) }
}
