/// One thing that waits for its run on the loop's thread.
enum LoopJob: Sendable {
    case task(UnownedJob)
    case body(@Sendable () -> Void)
}

/// A first-in-first-out queue of jobs that keeps its two buffers, so that steady use does not allocate.
struct LoopJobQueue {
    private var running: [LoopJob?] = []
    private var next = 0
    private var waiting: [LoopJob?] = []

    var isEmpty: Bool {
        next == running.count && waiting.isEmpty
    }

    mutating func append(_ job: LoopJob) {
        waiting.append(job)
    }

    mutating func append(contentsOf jobs: [LoopJob]) {
        waiting.append(contentsOf: jobs.lazy.map { $0 })
    }

    mutating func popFirst() -> LoopJob? {
        if next == running.count {
            if waiting.isEmpty { return nil }
            running.removeAll(keepingCapacity: true)
            next = 0
            swap(&running, &waiting)
        }
        defer { next += 1 }
        // Taken out, so that what a body captures lives no longer than the body.
        return running[next].take()
    }
}
