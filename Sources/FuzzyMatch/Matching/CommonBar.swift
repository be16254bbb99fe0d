import Synchronization

/// What a match has to be as good as to be among the best, by what several tasks have found together.
///
/// Matches are counted by score and length: as soon as there are enough that are better than others, those are of no
/// interest to anybody.
final class CommonBar: Sendable {
    private struct Counts {
        /// How many matches there are of each score and length, the best ones first.
        var counts: [UInt32]
        /// The place among them of the worst that are of interest.
        var place: Int
        /// How many matches there are up to it.
        var total = 0
    }

    /// Lengths from here on are alike.
    private static let lengths = 128
    /// More scores are not told apart.
    private static let maximumScore = 1 << 10

    private let limit: Int
    private let highest: Int
    private let counts: Mutex<Counts>

    /// Counts nothing yet.
    ///
    /// - Parameters:
    ///   - limit: how many of the best are wanted, at least one.
    ///   - highest: what a match is worth at most; no more than 1,024 are told apart.
    init(limit: Int, highest: Int) {
        let highest = min(highest, Self.maximumScore)
        self.limit = limit
        self.highest = highest
        let size = (highest + 1) * Self.lengths
        counts = Mutex(Counts(counts: [UInt32](repeating: 0, count: size), place: size - 1))
    }

    /// What is of interest by all that were counted.
    var order: MatchOrder { counts.withLock { order($0.place) } }

    /// Counts matches, and says what is of interest then.
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

    /// The worst order that is counted at a place.
    private func order(_ place: Int) -> MatchOrder {
        let length = place % Self.lengths
        return MatchOrder(
            score: highest - place / Self.lengths, length: length == Self.lengths - 1 ? .max : length, begin: .max)
    }
}
