/// A binary heap of timers, ordered by deadline, and then by insertion.
///
/// Each timer stores its position in the heap, so a cancelled timer is removed immediately, rather than at its
/// deadline.
struct TimerHeap {
    private var timers: [TimerToken] = []
    /// The sequence number of the next timer.
    private(set) var nextSequence: UInt64 = 0

    var count: Int { timers.count }
    var isEmpty: Bool { timers.isEmpty }
    var nextDeadline: Int? { timers.first?.deadline }

    mutating func insert(_ timer: TimerToken) {
        timer.sequence = nextSequence
        nextSequence += 1
        timers.append(timer)
        siftUp(timer, from: timers.count - 1)
    }

    /// Removes and returns the first timer if it is due and was inserted before `limit`.
    mutating func popDue(at now: Int, before limit: UInt64) -> TimerToken? {
        guard let first = timers.first, first.deadline <= now, first.sequence < limit else { return nil }
        remove(first)
        return first
    }

    /// Removes a timer at any position.
    ///
    /// The caller releases the timer's body.
    mutating func remove(_ timer: TimerToken) {
        let position = timer.position
        timer.position = -1
        let last = timers.removeLast()
        guard position < timers.count else { return }
        // The last timer fills the gap. It may have to move up or down.
        if position > 0, isOrdered(last, timers[(position - 1) / 2]) {
            siftUp(last, from: position)
        } else {
            siftDown(last, from: position)
        }
    }

    /// Removes and returns all timers.
    ///
    /// The caller releases the bodies of the timers.
    mutating func removeAll() -> [TimerToken] {
        for timer in timers { timer.position = -1 }
        defer { timers = [] }
        return timers
    }

    private func isOrdered(_ a: TimerToken, _ b: TimerToken) -> Bool {
        (a.deadline, a.sequence) < (b.deadline, b.sequence)
    }

    private mutating func place(_ timer: TimerToken, at position: Int) {
        timers[position] = timer
        timer.position = position
    }

    private mutating func siftUp(_ timer: TimerToken, from start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard isOrdered(timer, timers[parent]) else { break }
            place(timers[parent], at: position)
            position = parent
        }
        place(timer, at: position)
    }

    private mutating func siftDown(_ timer: TimerToken, from start: Int) {
        var position = start
        while true {
            var child = 2 * position + 1
            guard child < timers.count else { break }
            if child + 1 < timers.count, isOrdered(timers[child + 1], timers[child]) { child += 1 }
            guard isOrdered(timers[child], timer) else { break }
            place(timers[child], at: position)
            position = child
        }
        place(timer, at: position)
    }
}
