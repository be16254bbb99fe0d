import Glibc
import Synchronization

/// The queue of a ``WorkerThread`` and the thread that serves it, which both hold it.
final class WorkerCore: SerialExecutor {
    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var isStopping = false
        /// From just before a thread starts until it finds nothing left to do.
        var isServed = false
        /// How many threads have ended.
        var endedThreads = 0
    }

    private let state = Monitor(State())
    /// The serving thread, or 0, which is no thread.
    private let thread = Atomic<pthread_t>(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { state in
            state.jobs.append(job)
            if !state.isServed {
                state.isServed = true
                startThread { self.serve() }
            }
        }
        state.signal()
    }

    /// Lets the thread end after what is queued, and waits for it unless this is that thread.
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

    private func serve() {
        thread.store(pthread_self(), ordering: .releasing)
        var batch: [UnownedJob] = []
        while takeJobs(into: &batch) {
            for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
        state.signal()
    }

    /// Waits for jobs; false when there are none and the thread is to end.
    private func takeJobs(into batch: inout [UnownedJob]) -> Bool {
        batch.removeAll(keepingCapacity: true)
        return state.wait { state in
            if !state.jobs.isEmpty {
                swap(&batch, &state.jobs)
                return true
            }
            if !state.isStopping { return nil }
            // Under the lock: whoever enqueues next sees that it needs a new thread.
            state.isStopping = false
            state.isServed = false
            state.endedThreads += 1
            thread.store(0, ordering: .releasing)
            return false
        }
    }
}
