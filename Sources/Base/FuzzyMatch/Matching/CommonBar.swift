import Synchronization

/// The cutoff for the best matches, which several tasks share.
///
/// Matches are counted by score and length. As soon as `limit` matches are at least as good as the cutoff, the tasks
/// skip worse matches.
final class CommonBar: Sendable {
    private struct Counts {
        /// The number of matches of each score and length, best first.
        var counts: [UInt32]
        /// The index in `counts` of the cutoff.
        var place: Int
        /// The number of matches up to and including the index `place`.
        var total = 0
    }

    /// The number of distinct lengths.
    ///
    /// All fields of at least 127 bytes count as equally long.
    private static let lengths = 128
    /// The highest score that is distinguished; higher scores count as this score.
    private static let maximumScore = 1 << 10

    private let limit: Int
    private let highest: Int
    private let counts: Mutex<Counts>

    /// Creates a cutoff without matches.
    ///
    /// - Parameters:
    ///   - limit: the number of best matches to find; at least one.
    ///   - highest: the upper bound of a score. Scores above 1,024 are not distinguished.
    init(limit: Int, highest: Int) {
        let highest = min(highest, Self.maximumScore)
        self.limit = limit
        self.highest = highest
        let size = (highest + 1) * Self.lengths
        counts = Mutex(Counts(counts: [UInt32](repeating: 0, count: size), place: size - 1))
    }

    /// The current cutoff.
    var order: MatchOrder { counts.withLock { order($0.place) } }

    /// Counts matches and returns the new cutoff.
    func add(_ matches: [Match]) -> MatchOrder {
        counts.withLock { counts in
            for match in matches where match.order != .poor {
                let place = place(match.order)
                if place > counts.place { continue }
                counts.counts[place] &+= 1
                counts.total &+= 1
            }
            while counts.total &- Int(counts.counts[counts.place]) >= limit {
                counts.total &-= Int(counts.counts[counts.place])
                counts.place &-= 1
            }
            return order(counts.place)
        }
    }

    private func place(_ order: MatchOrder) -> Int {
        (highest - min(Int(order.score), highest)) * Self.lengths + min(order.length, Self.lengths - 1)
    }

    /// Returns the worst sort key that is counted at an index.
    private func order(_ place: Int) -> MatchOrder {
        let length = place % Self.lengths
        return MatchOrder(
            score: highest - place / Self.lengths, length: length == Self.lengths - 1 ? .max : length, begin: .max)
    }
}
