/// A bit set of an index's rows.
struct RowSet: Sendable {
    /// The bits; the first word contains the rows from `64 * start` on.
    private var words: [UInt64]
    private let start: Int

    /// Creates an empty set for an index with `count` rows.
    init(count: Int) {
        self.init(rows: 0..<count)
    }

    /// Creates an empty set for a range of an index's rows.
    init(rows: Range<Int>) {
        start = rows.lowerBound >> 6
        words = Array(repeating: 0, count: (rows.upperBound + 63) >> 6 - start)
    }

    /// Extends the capacity.
    mutating func grow(to count: Int) {
        words += repeatElement(0, count: (count + 63) >> 6 - start - words.count)
    }

    /// Inserts rows.
    mutating func insert(_ rows: some Sequence<UInt32>) {
        for row in rows { words[Int(row) >> 6 - start] |= 1 << UInt64(row & 63) }
    }

    /// Inserts the rows of a set.
    ///
    /// That set covers a part of this set's range.
    mutating func formUnion(_ other: RowSet) {
        for (place, word) in zip((other.start - start)..., other.words) { words[place] |= word }
    }

    /// The end of the first `rows` members in a range.
    ///
    /// If there are fewer members, the number of missing members is also returned.
    func end(of rows: Int, in range: Range<Int>) -> (end: Int, missing: Int) {
        var missing = rows
        var row = range.lowerBound
        while row < range.upperBound, missing > 0 {
            missing -= rowsOfWord(at: row, in: range).nonzeroBitCount
            row = (row >> 6 + 1) << 6
        }
        return (Swift.min(row, range.upperBound), Swift.max(missing, 0))
    }

    /// The members among 64 rows, as a bit set.
    ///
    /// `row`, the first of these rows, must be a multiple of 64.
    func word(of row: Int) -> UInt64 { words[row >> 6 - start] }

    /// Returns the members of a range among the 64 rows from `row` on, as a bit set.
    ///
    /// `row` must be a multiple of 64.
    static func bits(of range: Range<Int>, at row: Int) -> UInt64 {
        // A smart shift by more than 63 bits gives 0.
        var bits = ~UInt64(0) << Swift.max(range.lowerBound - row, 0)
        if range.upperBound < row + 64 { bits &= ~(~0 << Swift.max(range.upperBound - row, 0)) }
        return bits
    }

    /// The members in a range, among the 64 rows of the word that contains a row, as a bit set.
    private func rowsOfWord(at row: Int, in range: Range<Int>) -> UInt64 {
        word(of: row) & Self.bits(of: range, at: row & ~63)
    }
}
