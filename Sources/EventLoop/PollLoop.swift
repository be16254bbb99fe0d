import Glibc
import Synchronization
public import SystemPackage

/// A `poll(2)` loop that is also a serial executor: one thread for descriptors, timers and actor jobs.
///
/// **Isolation.** The loop belongs to the thread that creates it, until ``run()`` moves it to the thread that calls it.
/// `post`, `stop`, `now`, `enqueue` and the isolation checks may be called from any thread at any time; everything else
/// traps off the loop's thread, and must have happened before another thread calls `run`. Handlers, timers and hooks
/// are plain closures that run on the loop's thread. One that is written in a method of an actor on this executor is
/// isolated to the actor and uses it directly, which is free; elsewhere `assumeIsolated` succeeds, which allocates.
///
/// **A turn** waits in `poll`, then runs, in this order:
/// 1. the handlers of ready descriptors, in the order of their slots;
/// 2. the timers that are due, by deadline, then in the order of their scheduling;
/// 3. actor jobs and posted bodies, oldest first, at most ``jobsPerTurn`` of them, so that descriptors never starve;
/// 4. the ``beforePoll(_:)`` hooks.
///
/// Steps 3 and 4 also run once before the first `poll`. A turn that only serves descriptors allocates nothing.
///
/// A loop runs once. When ``run()`` returns, its watches, timers and hooks are gone, and jobs enqueued later never run.
public final class PollLoop: SerialExecutor {
    /// How many jobs one turn runs before it looks at the descriptors again.
    public static let jobsPerTurn = 1024

    /// What other threads hand over; the wake pipe holds one byte exactly while `isSignalled`.
    private struct Inbox: Sendable {
        var jobs: [LoopJob] = []
        var isSignalled = false
    }

    private let inbox = Monitor(Inbox())
    private let wakePipe: WakePipe
    private let creator = pthread_self()
    /// The thread in ``run()``, or 0, which is no thread.
    private let runner = Atomic<pthread_t>(0)
    private let isStopping = Atomic<Bool>(false)

    // Safe although unchecked: `init` and `deinit` have no concurrent user, `state` traps off the loop's thread, and
    // `enqueue` asks for the running thread first.
    nonisolated(unsafe) private let uncheckedState: LoopState

    /// What only the loop's thread may touch; traps elsewhere.
    var state: LoopState {
        precondition(isOnLoopThread, "a PollLoop was used off its thread")
        return uncheckedState
    }

    /// Creates a loop that belongs to the calling thread.
    ///
    /// - Throws: what `pipe(2)` throws: the process has no descriptor left for the wake pipe.
    public init() throws(Errno) {
        wakePipe = try WakePipe()
        uncheckedState = LoopState(wakeDescriptor: wakePipe.readEnd)
    }

    /// Serves the loop on the calling thread until ``stop()``.
    ///
    /// After `stop` the present turn is finished, then what is still queued runs, then the hooks once more.
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

    /// Ends ``run()`` after the present turn; from any thread, any number of times.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        post {}
    }

    /// Runs `body` on the loop's thread in a coming turn; from any thread.
    ///
    /// Bodies and actor jobs from one thread keep their order.
    public func post(_ body: @escaping @Sendable () -> Void) {
        enqueue(.body(body))
    }

    /// Queues an actor's job; the runtime calls this, from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.task(UnownedJob(job)))
    }

    private func enqueue(_ job: LoopJob) {
        // Not `isOnLoopThread`: until it runs the loop may still move, and then its creator is just another thread.
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

    /// Moves what other threads have handed over to the loop's own queue.
    private func takeInbox(_ state: LoopState) {
        inbox.withLock { inbox in
            // The byte is taken under the lock: a sender that sees `isSignalled` relies on the byte being there.
            if inbox.isSignalled {
                wakePipe.consume()
                inbox.isSignalled = false
            }
            state.jobs.append(contentsOf: inbox.jobs)
            // A burst's capacity is given back; a normal one is kept, so that handing over does not allocate.
            inbox.jobs.removeAll(keepingCapacity: inbox.jobs.count <= Self.jobsPerTurn)
        }
    }

    /// Runs one turn's share of jobs, and says whether there was one.
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
    /// Whether the calling thread is the loop's.
    public var isOnLoopThread: Bool {
        let runner = runner.load(ordering: .acquiring)
        return (runner == 0 ? creator : runner) == pthread_self()
    }

    /// Tells the runtime whether the caller is on the loop's thread; `assumeIsolated` in handlers relies on it.
    public func isIsolatingCurrentContext() -> Bool? {
        isOnLoopThread
    }

    /// Traps off the loop's thread.
    public func checkIsolated() {
        precondition(isOnLoopThread, "expected to be on the PollLoop's thread")
    }
}
