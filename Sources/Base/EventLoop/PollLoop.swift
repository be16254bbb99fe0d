import Glibc
import Synchronization
public import SystemPackage

/// A `poll(2)` loop that is also a serial executor.
///
/// One thread handles descriptors, timers and actor jobs.
///
/// **Isolation.** The loop belongs to the thread that creates it, until ``run()`` moves it to the calling thread.
/// `post`, `stop`, `now`, `enqueue` and the isolation checks may be called from any thread at any time. All other
/// members trap on other threads than the loop's. The creator of the loop must not call them at the same time as
/// another thread calls `run`. Handlers, timers and hooks are plain closures that run on the loop's thread. If a
/// method of an actor on this executor makes the closure, the closure is isolated to the actor and accesses the actor
/// at no cost. In other closures, `assumeIsolated` succeeds, but allocates.
///
/// **A turn** waits in `poll`, and then runs in this order:
/// 1. the handlers of ready descriptors, in the order of their entries in the array for `poll`;
/// 2. due timers, by deadline, then in the order of scheduling;
/// 3. actor jobs and posted bodies, oldest first, but at most ``jobsPerTurn``, so that descriptors never starve;
/// 4. the ``beforePoll(_:)`` hooks.
///
/// Steps 3 and 4 also run once before the first `poll`. A turn that only handles descriptors allocates nothing.
///
/// A loop runs once. When ``run()`` returns, its watches, timers and hooks are removed, and later jobs never run.
public final class PollLoop: SerialExecutor {
    /// The maximum number of jobs in one turn, before descriptors are checked again.
    public static let jobsPerTurn = 1024

    /// The jobs from other threads.
    ///
    /// The thread that sets `isSignalled` writes one byte to the wake pipe. The loop reads this byte when it resets
    /// `isSignalled`.
    private struct Inbox: Sendable {
        var jobs: [LoopJob] = []
        var isSignalled = false
    }

    private let inbox = Monitor(Inbox())
    private let wakePipe: WakePipe
    private let creator = pthread_self()
    /// The thread that has called ``run()``; 0 before the call (0 is never the id of a thread).
    private let runner = Atomic<pthread_t>(0)
    private let isStopping = Atomic<Bool>(false)

    // This is safe although unchecked: `init` and `deinit` have no concurrent user, `state` traps on other threads than
    // the loop's, and `enqueue` first checks that it runs on the thread that has called `run`.
    nonisolated(unsafe) private let uncheckedState: LoopState

    /// The state of the loop.
    ///
    /// Traps on all threads except the loop's.
    var state: LoopState {
        precondition(isOnLoopThread, "a PollLoop was used off its thread")
        return uncheckedState
    }

    /// Makes a loop that belongs to the calling thread.
    ///
    /// - Throws: The error of `pipe(2)`, if the process has no free descriptor for the wake pipe.
    public init() throws(Errno) {
        wakePipe = try WakePipe()
        uncheckedState = LoopState(wakeDescriptor: wakePipe.readEnd)
    }

    /// Runs the loop on the calling thread until ``stop()``.
    ///
    /// After `stop`, the current turn is completed. Then queued jobs run, and then the hooks run once more.
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

    /// Ends ``run()`` after the current turn.
    ///
    /// This can be called repeatedly, and from any thread.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        post {}
    }

    /// Queues `body`, which the loop's thread runs in step 3 of a turn; see ``PollLoop``.
    ///
    /// This can be called from any thread. Bodies and actor jobs from one thread keep their order.
    public func post(_ body: @escaping @Sendable () -> Void) {
        enqueue(.body(body))
    }

    /// Queues an actor's job.
    ///
    /// The runtime calls this from any thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.task(UnownedJob(job)))
    }

    private func enqueue(_ job: LoopJob) {
        // `isOnLoopThread` is not used here: before `run`, the loop may still move to another thread, so its creator is
        // treated like any other thread.
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
            // A sender that sees `isSignalled` writes no byte, so the byte is read and the flag is reset with the lock
            // held.
            if inbox.isSignalled {
                wakePipe.consume()
                inbox.isSignalled = false
            }
            state.jobs.append(contentsOf: inbox.jobs)
            // The capacity that a burst needed is released. A normal capacity is kept, so that enqueuing does not
            // allocate.
            inbox.jobs.removeAll(keepingCapacity: inbox.jobs.count <= Self.jobsPerTurn)
        }
    }

    /// Runs the jobs of one turn.
    ///
    /// Returns true if there was at least one job.
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

    /// True on the loop's thread.
    ///
    /// `assumeIsolated` in handlers relies on this.
    public func isIsolatingCurrentContext() -> Bool? {
        isOnLoopThread
    }

    /// Traps on all threads except the loop's.
    public func checkIsolated() {
        precondition(isOnLoopThread, "expected to be on the PollLoop's thread")
    }
}
