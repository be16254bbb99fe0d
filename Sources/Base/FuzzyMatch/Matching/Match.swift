/// A matching row.
///
/// Matches are ordered from best to worst.
///
/// A higher score is better. With equal scores, the shorter first field is better, then the earlier start of the match,
/// then the lower row number.
public struct Match: Hashable, Sendable {
    /// The number of the row in its index.
    public let row: UInt32
    /// The score, the length and the start of the match.
    let order: MatchOrder

    init(row: Int, order: MatchOrder) {
        self.row = UInt32(row)
        self.order = order
    }

    /// The score; higher is better.
    public var score: Int32 { order.score }

    /// The length of the row's first field in bytes, at most 65,535; 0 if the pattern has only inverse terms.
    public var length: Int { order.length }
}

extension Match: Comparable {
    /// True if `a` is ordered before `b`.
    public static func < (a: Match, b: Match) -> Bool {
        a.order == b.order ? a.row < b.row : a.order < b.order
    }
}

extension [Match] {
    /// Sorts the matches, with the best first.
    ///
    /// The sort is stable: matches of equal score, length and start keep their order.
    public mutating func sortByOrder() {
        radixSort { $0.order.rawValue }
    }
}
