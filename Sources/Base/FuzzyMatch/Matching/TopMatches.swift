/// The best of many matches, which are selected without sorting all matches.
public struct TopMatches: Sendable {
    /// The maximum number of matches to keep.
    public let limit: Int
    /// The number of matches that were added, including the dropped matches.
    public private(set) var count = 0

    /// The matches that may be among the best, in order of arrival.
    ///
    /// Their number is less than twice the limit, so that they are reduced to the best ones only rarely.
    private(set) var candidates: [Match] = []
    /// The cutoff match, below which matches are dropped; nil until it is set.
    private var bar: Match?

    /// The sort key of the cutoff match; ``MatchOrder/poor`` if no cutoff is set.
    var order: MatchOrder { bar?.order ?? .poor }

    /// Creates an empty selection of at most `limit` matches.
    public init(limit: Int) {
        precondition(limit >= 0, "a limit of \(limit)")
        self.limit = limit
    }

    /// The best matches, in order.
    public var matches: [Match] {
        var best = candidates
        // If there are only a few surplus matches, sorting them is faster than removing them.
        if best.count > limit + limit / 4 { best.keepSmallest(limit) }
        // Matches mostly arrive in row order, so that sorting by row is rarely needed.
        if zip(best, best.dropFirst()).contains(where: { $0.row > $1.row }) { best.radixSort { UInt64($0.row) } }
        best.radixSort { $0.order.rawValue }
        if best.count > limit { best.removeLast(best.count - limit) }
        return best
    }

    /// Sets the cutoff if it is not set yet and there are at least `limit` matches.
    ///
    /// With a cutoff, worse matches can be skipped earlier.
    mutating func raiseBar() {
        if limit > 0, bar == nil, candidates.count >= limit { bar = candidates.keepSmallest(limit) }
    }

    /// Tightens the cutoff to a sort key; does nothing if the cutoff is already tighter, or for ``MatchOrder/poor``.
    mutating func lowerBar(to order: MatchOrder) {
        if order != .poor { lowerBar(to: Match(row: Int(UInt32.max), order: order)) }
    }

    private mutating func lowerBar(to match: Match) {
        bar = bar.map { Swift.min($0, match) } ?? match
    }

    /// Tightens the cutoff, and removes worse matches.
    mutating func cut(to order: MatchOrder) {
        lowerBar(to: order)
        candidates.removeAll { $0.order > order }
    }

    /// An empty selection with the limit and the cutoff of this selection.
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

    /// Adds the matches that another selection has kept, and counts all matches that were added to that selection.
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
    /// Removes all but the `limit` smallest elements, and returns the greatest of the kept elements.
    ///
    /// The array must have at least `limit` elements. The kept elements stay in their order.
    @discardableResult
    fileprivate mutating func keepSmallest(_ limit: Int) -> Match {
        let last = smallest(limit)
        removeAll { last < $0 }
        return last
    }

    /// Returns the element at a position in sorted order, counted from 1.
    ///
    /// The element is found by Hoare's selection in a copy, in linear time on average.
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
