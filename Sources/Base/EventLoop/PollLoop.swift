import Glibc
import Synchronization
public import SystemPackage

/// A `poll(2)` loop that is also a serial executor: one thread for descriptors, timers and actor jobs.
///
/// **Isolation.** The loop belongs to the thread that creates it, until ``run()`` moves it to the calling thread.
/// `post`, `stop`, `now`, `enqueue` and the isolation checks may be called from any thread at any time. Everything else
/// traps off the loop's thread, and must happen before another thread calls `run`. Handlers, timers and hooks are plain
/// closures that run on the loop's thread. A closure in a method of an actor on this executor is isolated to the actor
/// and accesses it at no cost; elsewhere `assumeIsolated` succeeds, but allocates.
///
/// **A turn** waits in `poll`, and then runs in this order:
/// 1. the handlers of ready descriptors, in the order of their slots;
/// 2. due timers, by deadline, then in the order of scheduling;
/// 3. actor jobs and posted bodies, oldest first, at most ``jobsPerTurn``, so that descriptors never starve;
/// 4. the ``beforePoll(_:)`` hooks.
///
/// Steps 3 and 4 also run once before the first `poll`. A turn that only handles descriptors allocates nothing.
///
/// A loop runs once. When ``run()`` returns, its watches, timers and hooks are gone, and later jobs never run.
public final class PollLoop: SerialExecutor {
    /// The maximum number of jobs in one turn, before descriptors are checked again.
    public static let jobsPerTurn = 1024

    /// The jobs from other threads; the wake pipe holds one byte exactly while `isSignalled`.
    private struct Inbox: Sendable {
        var jobs: [LoopJob] = []
        var isSignalled = false
    }

    private let inbox = Monitor(Inbox())
    private let wakePipe: WakePipe
    private let creator = pthread_self()
    /// The thread in ``run()``; 0, which is no thread, before.
    private let runner = Atomic<pthread_t>(0)
    private let isStopping = Atomic<Bool>(false)

    // Safe although unchecked: `init` and `deinit` have no concurrent user, `state` traps off the loop's thread, and
    // `enqueue` checks the running thread first.
    nonisolated(unsafe) private let uncheckedState: LoopState

    /// The state for the loop's thread; traps on other threads.
    var state: LoopState {
        precondition(isOnLoopThread, "a PollLoop was used off its thread")
        return uncheckedState
    }

    /// Makes a loop that belongs to the calling thread.
    ///
    /// - Throws: The error of `pipe(2)` if no descriptor is left for the wake pipe.
    public init() throws(Errno) {
        wakePipe = try WakePipe()
        uncheckedState = LoopState(wakeDescriptor: wakePipe.readEnd)
    }

    /// Runs the loop on the calling thread until ``stop()``.
    ///
    /// After `stop` the current turn is completed, then queued jobs run, then the hooks once more.
    public func run() {
        runner.store(pthread_self(), ordering: .releasing)
        let state = state
        precondition(!state.hasRun, "a PollLoop runs once")
        state.hasRun = true

        takeInbox(state)
        runJobs(state)
        state.runHooks()
        while !isStopping.load(ordering: .acquiring) {
            if state.poll() {
                takeInbox(state)
            }
            state.dispatchReady()
            state.fireTimers()
            runJobs(state)
            state.runHooks()
        }
        takeInbox(state)
        while runJobs(state) {}
        state.runHooks()
        state.removeAll()
    }

    /// Ends ``run()`` after the current turn; callable from any thread, repeatedly.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        post {}
    }

    /// Runs `body` on the loop's thread in a later turn; callable from any thread.
    ///
    /// Bodies and actor jobs of one thread keep their order.
    public func post(_ body: @escaping @Sendable () -> Void) {
        enqueue(.body(body))
    }

    /// Queues an actor's job; called by the runtime from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.task(UnownedJob(job)))
    }

    private func enqueue(_ job: LoopJob) {
        // Not `isOnLoopThread`: before `run` the loop may still move, so its creator is a thread like any other.
        if runner.load(ordering: .acquiring) == pthread_self() {
            uncheckedState.jobs.append(job)
            return
        }
        let mustWake = inbox.withLock { inbox in
            inbox.jobs.append(job)
            defer { inbox.isSignalled = true }
            return !inbox.isSignalled
        }
        if mustWake {
            wakePipe.signal()
        }
    }

    /// Moves the jobs from other threads to the loop's own queue.
    private func takeInbox(_ state: LoopState) {
        inbox.withLock { inbox in
            // The byte is read under the lock: a sender that sees `isSignalled` relies on it.
            if inbox.isSignalled {
                wakePipe.consume()
                inbox.isSignalled = false
            }
            state.jobs.append(contentsOf: inbox.jobs)
            // The capacity of a burst is released; a normal one is kept, so that enqueuing does not allocate.
            inbox.jobs.removeAll(keepingCapacity: inbox.jobs.count <= Self.jobsPerTurn)
        }
    }

    /// Runs the jobs of one turn; returns true if there were any.
    @discardableResult
    private func runJobs(_ state: LoopState) -> Bool {
        var count = 0
        while count < Self.jobsPerTurn, let job = state.jobs.popFirst() {
            count += 1
            switch job {
            case .task(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            case .body(let body): body()
            }
        }
        return count > 0
    }
}

// MARK: - Isolation

extension PollLoop {
    /// True on the loop's thread.
    public var isOnLoopThread: Bool {
        let runner = runner.load(ordering: .acquiring)
        return (runner == 0 ? creator : runner) == pthread_self()
    }

    /// True on the loop's thread; `assumeIsolated` in handlers relies on it.
    public func isIsolatingCurrentContext() -> Bool? {
        isOnLoopThread
    }

    /// Traps off the loop's thread.
    public func checkIsolated() {
        precondition(isOnLoopThread, "expected to be on the PollLoop's thread")
    }
}
