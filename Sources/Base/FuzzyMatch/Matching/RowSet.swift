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

    /// Extends the capacity to an index with `count` rows.
    mutating func grow(to count: Int) {
        words += repeatElement(0, count: (count + 63) >> 6 - start - words.count)
    }

    mutating func insert(_ rows: some Sequence<UInt32>) {
        for row in rows { words[Int(row) >> 6 - start] |= 1 << UInt64(row & 63) }
    }

    /// Inserts the rows of another set, whose range must be within the range of this set.
    mutating func formUnion(_ other: RowSet) {
        for (place, word) in zip((other.start - start)..., other.words) { words[place] |= word }
    }

    /// Returns the row after the first `rows` members of a range, rounded up to a multiple of 64 within the range.
    ///
    /// If the whole range contains fewer members, returns its end and the number of missing members.
    func end(of rows: Int, in range: Range<Int>) -> (end: Int, missing: Int) {
        var missing = rows
        var row = range.lowerBound
        while row < range.upperBound, missing > 0 {
            missing -= rowsOfWord(at: row, in: range).nonzeroBitCount
            row = (row >> 6 + 1) << 6
        }
        return (Swift.min(row, range.upperBound), Swift.max(missing, 0))
    }

    /// Returns the members among the 64 rows from `row` on, as a bit set.
    ///
    /// `row` must be a multiple of 64.
    func word(of row: Int) -> UInt64 { words[row >> 6 - start] }

    /// Returns the rows of a range among the 64 rows from `row` on, as a bit set.
    ///
    /// `row` must be a multiple of 64.
    static func bits(of range: Range<Int>, at row: Int) -> UInt64 {
        // `<<` gives 0 for a shift by more than 63 bits.
        var bits = ~UInt64(0) << Swift.max(range.lowerBound - row, 0)
        if range.upperBound < row + 64 { bits &= ~(~0 << Swift.max(range.upperBound - row, 0)) }
        return bits
    }

    /// Returns the members in a range, among the 64 rows of the word that contains `row`, as a bit set.
    private func rowsOfWord(at row: Int, in range: Range<Int>) -> UInt64 {
        word(of: row) & Self.bits(of: range, at: row & ~63)
    }
}
