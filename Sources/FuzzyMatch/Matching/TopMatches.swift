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

    /// Keeps none yet, and `limit` at most.
    public init(limit: Int) {
        precondition(limit >= 0, "a limit of \(limit)")
        self.limit = limit
    }

    /// The best ones, in order.
    public var matches: [Match] { Array(candidates.sorted().prefix(limit)) }

    /// Adds matches in any order.
    public mutating func add(_ matches: [Match]) {
        count += matches.count
        if limit == 0 { return }
        for match in matches {
            if let bar, bar < match { continue }
            candidates.append(match)
            if candidates.count / 2 >= limit {
                candidates = self.matches
                bar = candidates.last
            }
        }
    }
}
