/// The best of many matches, kept without sorting them all.
public struct TopMatches: Sendable {
    /// How many are kept.
    public let limit: Int
    /// How many there were.
    public private(set) var count = 0

    /// Those that may be among the best; fewer than twice the limit.
    private var candidates: [Match] = []
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
        best.keepSmallest(limit)
        best.radixSort { UInt64($0.row) }
        best.radixSort { $0.order.rawValue }
        return best
    }

    /// Adds matches in any order.
    public mutating func add(_ matches: [Match]) {
        count += matches.count
        if limit == 0 { return }
        for match in matches {
            if let bar, bar < match { continue }
            candidates.append(match)
            if candidates.count / 2 >= limit {
                candidates.keepSmallest(limit)
                bar = candidates.max()
            }
        }
    }
}

extension [Match] {
    /// Takes away all but the smallest ones, and leaves these in any order.
    ///
    /// It parts the elements around one of them again and again (Hoare's selection), on average in linear time.
    fileprivate mutating func keepSmallest(_ limit: Int) {
        if count <= limit { return }
        var start = 0
        var end = count
        while end - start > 1 {
            let pivot = Self.median(self[start], self[(start + end) / 2], self[end - 1])
            var low = start
            var high = end - 1
            while low <= high {
                while self[low] < pivot { low += 1 }
                while pivot < self[high] { high -= 1 }
                guard low <= high else { break }
                swapAt(low, high)
                low += 1
                high -= 1
            }
            if limit <= high + 1 {
                end = high + 1
            } else if limit >= low {
                start = low
            } else {
                break
            }
        }
        removeLast(count - limit)
    }

    private static func median(_ a: Match, _ b: Match, _ c: Match) -> Match {
        Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
    }
}
