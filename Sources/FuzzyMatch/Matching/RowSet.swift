/// Some rows of an index: an eighth of a byte for each, whether it is in the set or not.
struct RowSet: Sendable {
    /// The first one holds the rows from `64 * start` on.
    private var words: [UInt64]
    private let start: Int

    /// Makes a set without rows, for an index of so many.
    init(count: Int) {
        self.init(rows: 0..<count)
    }

    /// Makes a set without rows, for some of an index.
    init(rows: Range<Int>) {
        start = rows.lowerBound >> 6
        words = Array(repeating: 0, count: (rows.upperBound + 63) >> 6 - start)
    }

    /// Makes room for more rows.
    mutating func grow(to count: Int) {
        words += repeatElement(0, count: (count + 63) >> 6 - start - words.count)
    }

    /// Puts in rows.
    mutating func insert(_ rows: some Sequence<UInt32>) {
        for row in rows { words[Int(row) >> 6 - start] |= 1 << UInt64(row & 63) }
    }

    /// Puts in the rows of a set for some of those that this one is for.
    mutating func formUnion(_ other: RowSet) {
        for (place, word) in zip((other.start - start)..., other.words) { words[place] |= word }
    }

    /// Where so many rows of the set end, and how many are missing if there are not as many.
    func end(of rows: Int, in range: Range<Int>) -> (end: Int, missing: Int) {
        var missing = rows
        var row = range.lowerBound
        while row < range.upperBound, missing > 0 {
            missing -= rowsOfWord(at: row, in: range).nonzeroBitCount
            row = (row >> 6 + 1) << 6
        }
        return (Swift.min(row, range.upperBound), Swift.max(missing, 0))
    }

    /// Which of the 64 rows from a multiple of 64 on are in the set, a bit for each.
    func word(of row: Int) -> UInt64 { words[row >> 6 - start] }

    /// Which of the 64 rows from a multiple of 64 on are in a range, a bit for each.
    static func bits(of range: Range<Int>, at row: Int) -> UInt64 {
        // What is shifted by more than 63 is 0.
        var bits = ~UInt64(0) << Swift.max(range.lowerBound - row, 0)
        if range.upperBound < row + 64 { bits &= ~(~0 << Swift.max(range.upperBound - row, 0)) }
        return bits
    }

    /// The rows in the word of a row, without those that are not in the range; a bit for each.
    private func rowsOfWord(at row: Int, in range: Range<Int>) -> UInt64 {
        word(of: row) & Self.bits(of: range, at: row & ~63)
    }
}
