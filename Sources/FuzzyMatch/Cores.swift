import Glibc

/// The processor.
public enum Cores {
    /// How many threads it runs at once, as far as more of them are worth their while.
    public static let count = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 16)

    /// Lets others run that wait for this thread, such as whoever shows what was found so far; to be called often.
    ///
    /// A thread that computes for long is not interrupted for milliseconds, even where a short task waits for it.
    /// - Throws: `CancellationError` where nobody waits for what is computed.
    static func giveWay() throws {
        try Task.checkCancellation()
        sched_yield()
    }
}
