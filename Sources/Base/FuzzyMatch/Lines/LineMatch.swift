/// A matching line.
public struct LineMatch: Sendable {
    let order: MatchOrder
    /// The start of the line in its text, in bytes.
    public let start: UInt32
    /// The number that the caller of the scan gave to the text that contains the line.
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
