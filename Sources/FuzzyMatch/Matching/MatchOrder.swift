/// What makes one match better than another: score, length and begin, in one number whose smaller value is better.
struct MatchOrder: Hashable, Sendable {
    let rawValue: UInt64

    /// The order of what a pattern finds that ranks nothing: rows keep theirs.
    static let none = MatchOrder(score: 0, length: 0, begin: 0)

    /// Behind all others: of a match that is not worth a closer look.
    static let poor = MatchOrder(rawValue: ~0)

    private init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Makes the order of a match with a score of 0 or more; lengths and begins beyond 65,535 are alike.
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
