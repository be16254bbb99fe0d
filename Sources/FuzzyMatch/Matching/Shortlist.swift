/// Rows that a pattern found, with their texts close together, so that a pattern which narrows it needs nothing else.
///
/// In their index they lie far apart, and fetching them from there takes longer than matching them.
struct Shortlist: Sendable {
    /// Of more rows there is no such list: it would take more than it saves.
    static let limit = 1 << 17

    /// Copies of the rows.
    private(set) var index: SearchIndex
    /// Which row each of them is, ascending.
    private(set) var rows: [UInt32] = []

    /// A list without rows.
    init(weights: [Int]) {
        index = SearchIndex(weights: weights)
    }

    /// Appends matches in one block of an index.
    ///
    /// - Parameter rows: which row each row of that index is; itself where it is absent.
    mutating func append(_ matches: [Match], of other: SearchIndex, rows: [UInt32]?) {
        index.append(matches.lazy.map { Int($0.row) }, of: other)
        for match in matches { self.rows.append(rows?[Int(match.row)] ?? match.row) }
    }

    /// The places in the list of all rows in a range.
    func places(in range: Range<Int>) -> Range<Int> {
        place(of: range.lowerBound)..<place(of: range.upperBound)
    }

    /// The first place whose row is not before this one.
    private func place(of row: Int) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
