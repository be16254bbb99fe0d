import Glibc

/// The processor.
public enum Cores {
    /// How many threads it runs at once, as far as more of them are worth their while.
    public static let count = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 16)

    /// Lets others run that wait for this one, such as whoever shows what was found so far.
    ///
    /// A thread that computes for long is not interrupted for milliseconds, even where a short task waits for it.
    static func yield() { sched_yield() }
}
