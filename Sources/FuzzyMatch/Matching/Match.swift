/// A row that matches; the smaller one stands first.
///
/// The order is by score, the best first, then the shorter one, then the one that matches earlier, then the one that was
/// appended first.
public struct Match: Hashable, Sendable {
    /// The row in its index.
    public let row: UInt32
    /// Score, length and begin.
    let order: MatchOrder

    init(row: Int, order: MatchOrder) {
        self.row = UInt32(row)
        self.order = order
    }

    /// How well it matches; more is better.
    public var score: Int32 { order.score }

    /// The length of its first field in bytes; 0 if the pattern ranks nothing.
    public var length: Int { order.length }
}

extension Match: Comparable {
    /// Whether `a` stands before `b`.
    public static func < (a: Match, b: Match) -> Bool {
        a.order == b.order ? a.row < b.row : a.order < b.order
    }
}
