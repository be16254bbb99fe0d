/// The sort key of a match: score, length and start in one number.
///
/// A lower number is better.
struct MatchOrder: Hashable, Sendable {
    let rawValue: UInt64

    /// The sort key of each match of a pattern with only inverse terms, so that the rows keep their order.
    static let none = MatchOrder(score: 0, length: 0, begin: 0)

    /// The worst sort key, for matches below the cutoff.
    static let poor = MatchOrder(rawValue: ~0)

    private init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Creates the sort key of a match with a score of at least 0.
    ///
    /// Lengths and starts are clamped to 65,535.
    init(score: Int, length: Int, begin: Int) {
        let score = UInt64(~UInt32(clamping: score)) << 32
        rawValue = score | UInt64(min(length, 0xFFFF)) << 16 | UInt64(min(begin, 0xFFFF))
    }

    var score: Int32 { Int32(clamping: ~UInt32(truncatingIfNeeded: rawValue >> 32)) }

    var length: Int { Int(rawValue >> 16 & 0xFFFF) }
}

extension MatchOrder: Comparable {
    static func < (a: MatchOrder, b: MatchOrder) -> Bool { a.rawValue < b.rawValue }
}
