import CCores
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

    /// The core that this thread runs on; negative where that isn't known.
    static var current: Int32 { cores_current() }

    /// Has this thread go on elsewhere, if it may run on another core.
    ///
    /// The system leaves two threads on one core for 4 ms and more while another one is idle, if that was busy when the
    /// second one woke.
    static func leave(_ core: Int32) { cores_leave(core) }
}
