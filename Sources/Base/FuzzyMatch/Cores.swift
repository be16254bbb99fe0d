import CFHCores
import Glibc

/// The processor cores.
public enum Cores {
    /// The number of threads that can run at the same time.
    ///
    /// It is at most 16, because more threads don't help.
    public static let count = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 16)

    /// Yields to other threads, such as the one that shows intermediate results.
    ///
    /// A long computation must call this often. Otherwise the scheduler may let the computation run for milliseconds,
    /// even while a short task waits.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    static func giveWay() throws {
        try Task.checkCancellation()
        sched_yield()
    }

    /// The core on which this thread runs; negative if unknown.
    static var current: Int32 { cores_current() }

    /// Moves this thread from `core` to another core, if possible.
    ///
    /// The scheduler can keep two threads on one core for 4 ms or more while another core is idle. This happens if the
    /// other core was busy when the second thread woke.
    static func leave(_ core: Int32) { cores_leave(core) }
}
