import Glibc

/// A thread of its own that is a serial executor, for actors whose work blocks: files, commands, long scans.
///
/// An actor holds it and returns ``asUnownedSerialExecutor()`` as its `unownedExecutor`. The thread starts with the
/// first job, and again when jobs come after ``stop()``, so no job is ever lost; it ends when the worker is released.
/// Signals are blocked there and go to other threads. All members may be used from any thread.
public final class WorkerThread: SerialExecutor {
    // The thread holds the core and not this object, whose end can therefore end the thread.
    private let core: WorkerCore

    /// Creates a worker whose thread is not started yet.
    ///
    /// - Parameter stackBytes: the size of the thread's stack.
    public init(stackBytes: Int = 512 << 10) {
        core = WorkerCore(stackBytes: stackBytes)
    }

    deinit {
        core.stop(waiting: false)
    }

    /// Ends the thread after what is queued, and waits for that; called on the worker itself it does not wait.
    public func stop() {
        core.stop(waiting: true)
    }

    /// Queues an actor's job; the runtime calls this.
    public func enqueue(_ job: consuming ExecutorJob) {
        core.enqueue(job)
    }

    /// Runs `body` on the worker's thread, behind all that was queued before.
    ///
    /// An actor's call takes its place only when its task gets to run; this one has it at once.
    public func perform(_ body: @escaping @Sendable () -> Void) {
        core.perform(body)
    }

    /// The executor to return from an actor that holds this worker.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        core.asUnownedSerialExecutor()
    }

    /// Whether the caller is on the worker's thread; `assumeIsolated` relies on it.
    public func isIsolatingCurrentContext() -> Bool? {
        core.isIsolatingCurrentContext()
    }

    /// Traps off the worker's thread.
    public func checkIsolated() {
        core.checkIsolated()
    }
}
