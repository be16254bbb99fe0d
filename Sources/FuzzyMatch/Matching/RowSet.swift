/// Some rows of an index: an eighth of a byte for each, whether it is in the set or not.
struct RowSet: Sendable {
    private var words: [UInt64]

    /// Makes a set without rows, for an index of so many.
    init(count: Int) {
        words = Array(repeating: 0, count: (count + 63) / 64)
    }

    /// Makes room for more rows.
    mutating func grow(to count: Int) {
        words += repeatElement(0, count: (count + 63) / 64 - words.count)
    }

    /// Puts in rows.
    mutating func insert(_ rows: some Sequence<UInt32>) {
        for row in rows { words[Int(row) >> 6] |= 1 << UInt64(row & 63) }
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

    /// The rows of the set in a range, ascending.
    func rows(in range: Range<Int>) -> [Int] {
        var rows: [Int] = []
        var row = range.lowerBound
        while row < range.upperBound {
            var bits = rowsOfWord(at: row, in: range)
            let first = row & ~63
            while bits != 0 {
                rows.append(first + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
            row = first + 64
        }
        return rows
    }

    /// The rows in the word of a row, without those that are not in the range; a bit for each.
    private func rowsOfWord(at row: Int, in range: Range<Int>) -> UInt64 {
        let word = row >> 6
        var rows = words[word] & ~0 << UInt64(Swift.max(range.lowerBound - word << 6, 0))
        let left = range.upperBound - word << 6
        if left < 64 { rows &= (1 << UInt64(left)) &- 1 }
        return rows
    }
}
