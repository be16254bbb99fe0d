import Synchronization

/// A work queue of row ranges.
///
/// If a task starts late, the other tasks do more of the work.
final class WorkQueue: Sendable {
    let ranges: [Range<Int>]
    /// The cutoff that the tasks share.
    let bar: CommonBar?
    private let taken = Atomic<Int>(0)
    /// The core on which each task was last seen, in the order in which the tasks started; negative after its end.
    private let cores = Mutex<[Int32]>([])

    init(_ ranges: [Range<Int>], bar: CommonBar?) {
        self.ranges = ranges
        self.bar = bar
    }

    /// Registers the current task and returns its number.
    func begin() -> Int {
        cores.withLock { cores in
            cores.append(Cores.current)
            return cores.count - 1
        }
    }

    /// Unregisters a task by its number.
    func end(_ task: Int) { cores.withLock { $0[task] = -1 } }

    /// Moves the current task to another core if a task with a lower number was last seen on the same core.
    func spread(_ task: Int) {
        if ranges.count == 1 { return }
        let core = Cores.current
        let isShared = cores.withLock { cores in
            cores[task] = core
            return cores[..<task].contains(core)
        }
        if isShared { Cores.leave(core) }
    }

    func next() -> Range<Int>? {
        let place = taken.wrappingAdd(1, ordering: .relaxed).oldValue
        return place < ranges.count ? ranges[place] : nil
    }
}
