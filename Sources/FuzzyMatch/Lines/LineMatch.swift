/// A line that matches.
public struct LineMatch: Sendable {
    let order: MatchOrder
    /// Where the line begins in its text, in bytes.
    public let start: UInt32
    /// The number that its text was given.
    public let text: UInt32
}

extension [LineMatch] {
    /// Sorts them, the best first; what is equal stays in its order.
    public mutating func sortByOrder() {
        radixSort { $0.order.rawValue }
    }
}
