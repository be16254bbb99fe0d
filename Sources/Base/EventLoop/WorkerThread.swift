import Glibc

/// A serial executor with its own thread.
///
/// It is for actors with blocking work, such as access to files, commands and long scans.
///
/// An actor stores the worker and returns ``asUnownedSerialExecutor()`` as its `unownedExecutor`. The thread starts
/// with the first job, and again for jobs after ``stop()``, so no job is lost. The thread ends when the worker is
/// released. Signals are blocked on the thread and go to other threads. All members may be used from any thread.
public final class WorkerThread: SerialExecutor {
    // The thread retains the core but not this object, so the deinitializer of this object can end the thread.
    private let core: WorkerCore

    /// Makes a worker without starting its thread.
    ///
    /// - Parameter stackBytes: The size of the thread's stack in bytes.
    public init(stackBytes: Int = 512 << 10) {
        core = WorkerCore(stackBytes: stackBytes)
    }

    deinit {
        core.stop(waiting: false)
    }

    /// Ends the thread after the queued work, and waits for the end of the thread.
    ///
    /// A call on the worker's thread does not wait.
    public func stop() {
        core.stop(waiting: true)
    }

    /// Queues an actor's job.
    ///
    /// The runtime calls this.
    public func enqueue(_ job: consuming ExecutorJob) {
        core.enqueue(job)
    }

    /// Runs `body` on the worker's thread, after all work that was queued earlier.
    ///
    /// `body` is queued immediately. By contrast, a call to an actor's method is queued only when the calling task
    /// runs.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        core.perform(body)
    }

    /// Returns the executor for an actor that stores this worker.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        core.asUnownedSerialExecutor()
    }

    /// True on the worker's thread.
    ///
    /// `assumeIsolated` relies on this.
    public func isIsolatingCurrentContext() -> Bool? {
        core.isIsolatingCurrentContext()
    }

    /// Traps on all threads except the worker's.
    public func checkIsolated() {
        core.checkIsolated()
    }
}
