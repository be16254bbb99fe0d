/// Where rows stand: numbers with gaps between them, so that a row comes between two others by one write.
enum Positions {
    /// What lies between rows that are added one behind the other.
    static let gap = 1 << 32

    /// Positions for rows that come between two others, or at an end where there is none; nil where there is no room.
    ///
    /// - Parameter minimumStep: how far apart they must be at least, from each other and from the two.
    static func between(_ low: Int?, _ high: Int?, count: Int, minimumStep: Int = 1) -> [Int]? {
        let span = Int128(gap) * Int128(count + 1)
        let wanted: (low: Int128, high: Int128)
        switch (low, high) {
        case (nil, nil): wanted = (0, span)
        case (let low?, nil): wanted = (Int128(low), Int128(low) + span)
        case (nil, let high?): wanted = (Int128(high) - span, Int128(high))
        case (let low?, let high?): wanted = (Int128(low), Int128(high))
        }
        // Where the numbers end, rows at an end stand closer together.
        let first = max(wanted.low, Int128(Int.min))
        let last = min(wanted.high, Int128(Int.max))
        let step = (last - first) / Int128(count + 1)
        guard step >= Int128(minimumStep) else { return nil }
        return (1...max(count, 1)).prefix(count).map { Int(first + step * Int128($0)) }
    }
}
