import CFHTasks
import Glibc

/// The threads that run all Swift tasks that are not isolated to a ``PollLoop`` or a ``WorkerThread``.
///
/// They replace the threads of the Swift runtime.
///
/// If the system grants no further thread, the runtime (libdispatch) blocks and retries each second. It does so on the
/// thread on which a task becomes ready, which may be the thread of a ``PollLoop``. By contrast, the threads of this
/// type are started on demand and then kept. If no thread can be started, the existing threads do the work. Without any
/// thread, ``SpareThread`` does the work.
///
/// The runtime's hook is used instead of task executors (SE-0417): an executor preference would have to be passed to
/// each `Task` in each module, and tasks of third-party features would not have it. `Task.yield()` and `Task.sleep`
/// bypass the hook: a task that calls them waits until the system grants the runtime a thread.
public enum TaskThreads {
    private struct State: Sendable {
        /// The queued jobs without a priority or with a priority of at least `medium`, oldest first.
        var jobs = JobQueue<UnownedJob>()
        /// The queued jobs with a priority below `medium`, which start only when `jobs` is empty.
        var backgroundJobs = JobQueue<UnownedJob>()
        /// The number of threads.
        var count = 0
        /// The number of idle threads.
        var idleCount = 0
        /// The number of threads that run a background job.
        var backgroundCount = 0

        var waitingCount: Int { jobs.count + backgroundJobs.count }
    }

    private static let state = Monitor(State())
    /// The maximum number of threads.
    ///
    /// As in the runtime, it is the number of cores, but it is at least two, so that background work never blocks all
    /// other tasks.
    private static let maxCount = max(2, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// The default stack size of the system and the runtime.
    static let stackBytes = 8 << 20

    /// Runs all tasks on these threads from now on.
    ///
    /// Call this before there are tasks.
    public static func use() {
        tasks_take { job in
            guard let job else { return }
            TaskThreads.add(unsafeBitCast(job, to: UnownedJob.self))
        }
    }

    private static func add(_ job: UnownedJob) {
        let needsSpareThread = state.withLock { state in
            if isBackground(job) { state.backgroundJobs.append(job) } else { state.jobs.append(job) }
            if state.waitingCount <= state.idleCount || state.count >= maxCount { return false }
            do {
                try startThread(stackBytes: stackBytes) { serve(waiting: true) }
                state.count += 1
                return false
            } catch {
                return state.count == 0
            }
        }
        if needsSpareThread { SpareThread.perform { serve(waiting: false) } }
        state.signalOne()
    }

    private static func isBackground(_ job: UnownedJob) -> Bool {
        let priority = ExecutorJob(job).priority.rawValue
        // Zero means that the job has no priority.
        return priority > 0 && priority < TaskPriority.medium.rawValue
    }

    private static func serve(waiting: Bool) {
        while let (job, isBackground) = next(waiting: waiting) {
            tasks_run(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
            if isBackground {
                state.withLock { $0.backgroundCount -= 1 }
                state.signalOne()
            }
        }
    }

    /// Returns the next job.
    ///
    /// If there are several threads, background jobs never occupy all of them at the same time.
    ///
    /// - Parameter waiting: True to wait for a job if there is none.
    /// - Returns: The job; nil if there is none and `waiting` is false.
    private static func next(waiting: Bool) -> (job: UnownedJob, isBackground: Bool)? {
        var isIdle = false
        return state.wait { state -> (job: UnownedJob, isBackground: Bool)?? in
            if isIdle { state.idleCount -= 1 }
            isIdle = false
            if let job = state.jobs.popFirst() { return .some((job, false)) }
            if state.backgroundCount < max(1, state.count - 1), let job = state.backgroundJobs.popFirst() {
                state.backgroundCount += 1
                return .some((job, true))
            }
            if !waiting { return .some(nil) }
            state.idleCount += 1
            isIdle = true
            return nil
        }
    }
}
