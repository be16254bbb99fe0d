import Glibc

/// A serial executor with a thread of its own, for actors whose work blocks: files, commands, long scans.
///
/// An actor stores it and returns ``asUnownedSerialExecutor()`` as its `unownedExecutor`. The thread starts with the
/// first job, and again for jobs after ``stop()``, so no job is lost. It ends when the worker is released. Signals are
/// blocked on it and go to other threads. All members may be used from any thread.
public final class WorkerThread: SerialExecutor {
    // The thread retains the core and not this object, whose deinit can therefore end the thread.
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

    /// Ends the thread after the queued work, and waits for that unless called on the worker itself.
    public func stop() {
        core.stop(waiting: true)
    }

    /// Queues an actor's job; called by the runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        core.enqueue(job)
    }

    /// Runs `body` on the worker's thread, after everything that was queued before.
    ///
    /// A call of an actor is queued only when its task runs; `body` is queued at once.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        core.perform(body)
    }

    /// Returns the executor for an actor that stores this worker.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        core.asUnownedSerialExecutor()
    }

    /// True on the worker's thread; `assumeIsolated` relies on it.
    public func isIsolatingCurrentContext() -> Bool? {
        core.isIsolatingCurrentContext()
    }

    /// Traps off the worker's thread.
    public func checkIsolated() {
        core.checkIsolated()
    }
}
