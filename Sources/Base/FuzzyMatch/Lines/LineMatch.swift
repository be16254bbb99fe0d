/// A matching line.
public struct LineMatch: Sendable {
    let order: MatchOrder
    /// The offset in bytes at which the line starts in its text.
    public let start: UInt32
    /// The number of the text that contains the line, as passed to ``LineScan/matches(in:number:)``.
    public let text: UInt32
}

extension [LineMatch] {
    /// Sorts the matches, with the best first.
    ///
    /// The sort is stable.
    public mutating func sortByOrder() {
        radixSort { $0.order.rawValue }
    }
}
