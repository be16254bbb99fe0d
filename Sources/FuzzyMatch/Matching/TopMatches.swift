/// The best of many matches, kept without sorting them all.
public struct TopMatches: Sendable {
    /// How many are kept.
    public let limit: Int
    /// How many there were.
    public private(set) var count = 0

    /// Those that may be among the best, in the order in which they came; fewer than twice the limit.
    private(set) var candidates: [Match] = []
    /// The worst of the best so far, once there are enough.
    private var bar: Match?

    /// What a match has to be as good as.
    var order: MatchOrder { bar?.order ?? .poor }

    /// Keeps none yet, and `limit` at most.
    public init(limit: Int) {
        precondition(limit >= 0, "a limit of \(limit)")
        self.limit = limit
    }

    /// The best ones, in order.
    public var matches: [Match] {
        var best = candidates
        // A few more are sorted faster than taken out.
        if best.count > limit + limit / 4 { best.keepSmallest(limit) }
        // They mostly come row by row, so that their rows are in order already.
        if zip(best, best.dropFirst()).contains(where: { $0.row > $1.row }) { best.radixSort { UInt64($0.row) } }
        best.radixSort { $0.order.rawValue }
        if best.count > limit { best.removeLast(best.count - limit) }
        return best
    }

    /// Says how good the best ones are as soon as there are enough, so that others can be left out sooner.
    mutating func raiseBar() {
        if limit > 0, bar == nil, candidates.count >= limit { bar = candidates.keepSmallest(limit) }
    }

    /// Says that nothing worse than this is among the best ones.
    mutating func lowerBar(to order: MatchOrder) {
        if order != .poor { lowerBar(to: Match(row: Int(UInt32.max), order: order)) }
    }

    private mutating func lowerBar(to match: Match) {
        bar = bar.map { Swift.min($0, match) } ?? match
    }

    /// The same, and forgets what it has that is worse.
    mutating func cut(to order: MatchOrder) {
        lowerBar(to: order)
        candidates.removeAll { $0.order > order }
    }

    /// The same without matches: it keeps what is no worse than the best ones here.
    var emptied: TopMatches {
        var other = TopMatches(limit: limit)
        other.bar = bar
        return other
    }

    /// Adds matches in any order.
    public mutating func add(_ matches: [Match]) {
        count += matches.count
        keep(matches)
    }

    /// Adds those that another one kept, and counts all that it was given.
    mutating func add(_ other: TopMatches) {
        count += other.count
        keep(other.candidates)
    }

    private mutating func keep(_ matches: [Match]) {
        if limit == 0 { return }
        for match in matches {
            if let bar, bar < match { continue }
            candidates.append(match)
            if candidates.count / 2 >= limit { lowerBar(to: candidates.keepSmallest(limit)) }
        }
    }
}

extension [Match] {
    /// Takes away all but so many of the smallest ones, of at least as many, and leaves these in their order; says which
    /// is the greatest of them.
    @discardableResult
    fileprivate mutating func keepSmallest(_ limit: Int) -> Match {
        let last = smallest(limit)
        removeAll { last < $0 }
        return last
    }

    /// The element at this place, from 1 on, if they were in order.
    ///
    /// It parts a copy around one of them again and again (Hoare's selection), on average in linear time.
    private func smallest(_ place: Int) -> Match {
        var elements = self
        var start = 0
        var end = count
        while end - start > 1 {
            let pivot = Self.median(elements[start], elements[(start + end) / 2], elements[end - 1])
            var low = start
            var high = end - 1
            while low <= high {
                while elements[low] < pivot { low += 1 }
                while pivot < elements[high] { high -= 1 }
                guard low <= high else { break }
                elements.swapAt(low, high)
                low += 1
                high -= 1
            }
            if place <= high + 1 {
                end = high + 1
            } else if place > low {
                start = low
            } else {
                break
            }
        }
        return elements[place - 1]
    }

    private static func median(_ a: Match, _ b: Match, _ c: Match) -> Match {
        Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
    }
}
