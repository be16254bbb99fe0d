/// A first-in-first-out queue of jobs.
///
/// It reuses its two buffers, so that steady use does not allocate.
struct JobQueue<Job> {
    private var running: [Job?] = []
    private var next = 0
    private var waiting: [Job?] = []

    var count: Int { running.count - next + waiting.count }

    var isEmpty: Bool { next == running.count && waiting.isEmpty }

    mutating func append(_ job: Job) {
        waiting.append(job)
    }

    mutating func append(contentsOf jobs: [Job]) {
        waiting.append(contentsOf: jobs.lazy.map { $0 })
    }

    mutating func popFirst() -> Job? {
        if next == running.count {
            if waiting.isEmpty { return nil }
            running.removeAll(keepingCapacity: true)
            next = 0
            swap(&running, &waiting)
        }
        defer { next += 1 }
        // The job is moved out of the queue, so that the captures of its body live no longer than the body.
        return running[next].take()
    }
}

extension JobQueue: Sendable where Job: Sendable {}
