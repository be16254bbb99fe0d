import Synchronization

/// Rows to look at, which tasks take one after the other: one that begins late leaves more to the others.
final class Turns: Sendable {
    let ranges: [Range<Int>]
    /// What they know together of the best.
    let bar: CommonBar?
    private let taken = Atomic<Int>(0)
    /// The cores that tasks were last seen on, in the order in which they came.
    private let cores = Mutex<[Int32]>([])

    init(_ ranges: [Range<Int>], bar: CommonBar?) {
        self.ranges = ranges
        self.bar = bar
    }

    /// Begins a task; the answer is its number.
    func begin() -> Int {
        cores.withLock { cores in
            cores.append(Cores.current)
            return cores.count - 1
        }
    }

    /// Notes that a task has ended.
    func end(_ task: Int) { cores.withLock { $0[task] = -1 } }

    /// Has a task go on elsewhere that is on one core with another one, which came first.
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
