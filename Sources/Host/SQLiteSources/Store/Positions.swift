/// The values of the column `position`, which orders the rows of a table.
///
/// The numbers have gaps, so that one write is usually enough to insert a row between two rows.
enum Positions {
    /// The distance between rows that are appended.
    static let gap = 1 << 32

    /// Returns positions for rows between two other rows, or at the beginning or the end; nil if the gap is too small.
    ///
    /// - Parameters:
    ///   - low: The position of the row before; nil for the beginning.
    ///   - high: The position of the row after; nil for the end.
    ///   - count: The number of returned positions.
    ///   - minimumStep: The minimum distance of the positions from each other and from both neighbours.
    static func between(_ low: Int?, _ high: Int?, count: Int, minimumStep: Int = 1) -> [Int]? {
        let span = Int128(gap) * Int128(count + 1)
        let wanted: (low: Int128, high: Int128)
        switch (low, high) {
        case (nil, nil): wanted = (0, span)
        case (let low?, nil): wanted = (Int128(low), Int128(low) + span)
        case (nil, let high?): wanted = (Int128(high) - span, Int128(high))
        case (let low?, let high?): wanted = (Int128(low), Int128(high))
        }
        // Near the limits of `Int`, rows at the beginning or the end of the table are closer together.
        let first = max(wanted.low, Int128(Int.min))
        let last = min(wanted.high, Int128(Int.max))
        let step = (last - first) / Int128(count + 1)
        guard step >= Int128(minimumStep) else { return nil }
        return (1...max(count, 1)).prefix(count).map { Int(first + step * Int128($0)) }
    }
}
