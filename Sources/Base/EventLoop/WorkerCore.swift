import Glibc
import Synchronization

/// The queue and the serving thread of a ``WorkerThread``.
///
/// Both the ``WorkerThread`` and the serving thread retain the core.
final class WorkerCore: SerialExecutor {
    private enum Work: Sendable {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private struct State: Sendable {
        var jobs: [Work] = []
        var isStopping = false
        /// True from just before a thread starts to serve the queue until this thread decides to end.
        var isServed = false
        /// The number of serving threads that have ended so far.
        var endedThreads = 0
    }

    private let stackBytes: Int
    private let state = Monitor(State())
    /// The thread that serves the queue; 0 if no thread serves it (0 is never the id of a thread).
    private let thread = Atomic<pthread_t>(0)

    init(stackBytes: Int) {
        self.stackBytes = stackBytes
    }

    func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.job(UnownedJob(job)))
    }

    func perform(_ body: @escaping @Sendable () -> Void) {
        enqueue(.closure(body))
    }

    private func enqueue(_ work: Work) {
        let isWithoutThread = state.withLock { state in
            state.jobs.append(work)
            if state.isServed { return false }
            state.isServed = true
            do {
                try startThread(stackBytes: stackBytes) { self.serve() }
                return false
            } catch {
                return true
            }
        }
        if isWithoutThread { SpareThread.perform { self.serveSome() } }
        state.signal()
    }

    /// Lets the thread end after the queued work.
    ///
    /// - Parameter waiting: True to wait for the end of the thread. A call on that thread never waits.
    func stop(waiting: Bool) {
        let ended: Int? = state.withLock { state in
            if !state.isServed { return nil }
            state.isStopping = true
            return state.endedThreads
        }
        state.signal()
        guard waiting, let ended, isIsolatingCurrentContext() != true else { return }
        state.wait { $0.endedThreads > ended ? () : nil }
    }

    func isIsolatingCurrentContext() -> Bool? {
        thread.load(ordering: .acquiring) == pthread_self()
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "expected to be on the WorkerThread's thread")
    }

    /// Runs queued work until the worker is stopped.
    private func serve() { serve(waiting: true) }

    /// Runs queued work on the ``SpareThread``, and returns when the queue is empty.
    private func serveSome() { serve(waiting: false) }

    private func serve(waiting: Bool) {
        thread.store(pthread_self(), ordering: .releasing)
        var batch: [Work] = []
        while takeJobs(into: &batch, waiting: waiting) {
            for work in batch {
                switch work {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .closure(let body): body()
                }
            }
        }
        state.signal()
    }

    /// Moves the queued jobs to `batch`.
    ///
    /// If the queue is empty and `waiting` is true, waits for jobs or for ``stop(waiting:)``.
    ///
    /// - Returns: False if there are no jobs, and the thread has to end.
    private func takeJobs(into batch: inout [Work], waiting: Bool) -> Bool {
        batch.removeAll(keepingCapacity: true)
        return state.wait { state in
            if !state.jobs.isEmpty {
                swap(&batch, &state.jobs)
                return true
            }
            if waiting, !state.isStopping { return nil }
            // This is set under the lock, so that the next `enqueue` starts a new thread.
            state.isStopping = false
            state.isServed = false
            state.endedThreads += 1
            thread.store(0, ordering: .releasing)
            return false
        }
    }
}
