import CTasks
import Glibc

/// The threads of tasks that are on no executor of ours, in place of the runtime's own.
///
/// The runtime's (libdispatch) waits where the system gives it no further thread: it tries again each second, on
/// whatever thread a task becomes ready, and so on that of the loop. These threads are started when there is work for
/// them, and stay. Where none can be started, those that are there do the work, and ``SpareThread`` where there is none.
///
/// The runtime's hook is used, and not task executors (SE-0417): a preference would have to be handed to each `Task` of
/// each module, and tasks that features of others start would not have it. `Task.yield()` and `Task.sleep` pass by the
/// hook: with them a task waits until the system has a thread for the runtime again.
public enum TaskThreads {
    private struct State: Sendable {
        /// The jobs that wait, the oldest first.
        var jobs = JobQueue<UnownedJob>()
        /// Those of background work, which wait for all others.
        var backgroundJobs = JobQueue<UnownedJob>()
        /// The number of threads.
        var count = 0
        /// The number of threads that wait.
        var idleCount = 0
        /// The number of threads that do background work.
        var backgroundCount = 0

        var waitingCount: Int { jobs.count + backgroundJobs.count }
    }

    private static let state = Monitor(State())
    /// As many as the runtime has, and one more where that is one: so background work never holds up all others.
    private static let maxCount = max(2, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// What the system gives a thread by itself, and the runtime with it.
    static let stackBytes = 8 << 20

    /// Has tasks run here from now on; to be called before there are tasks.
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
        // Zero is a job without a priority.
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

    /// The next job; one thread stays free of background work.
    ///
    /// - Parameter waiting: whether a job is waited for.
    /// - Returns: nil where there is none, and none is waited for.
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
