/// A row that matches; the smaller one stands first.
///
/// The order is by score, the best first, then the shorter one, then the one that was appended first.
public struct Match: Hashable, Comparable, Sendable {
    /// The row in its index.
    public let row: UInt32
    /// How well it matches; more is better.
    public let score: Int32
    /// The length of its first field in bytes; 0 if the pattern ranks nothing, so that rows keep their order.
    public let length: UInt32

    /// Whether `a` stands before `b`.
    public static func < (a: Match, b: Match) -> Bool {
        if a.score != b.score { return a.score > b.score }
        return (a.length, a.row) < (b.length, b.row)
    }
}
