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
    /// How the pattern's only term lies in each of them, if it is fuzzy.
    private(set) var cells = EndCells()

    /// A list without rows.
    init(weights: [Int]) {
        index = SearchIndex(weights: weights)
    }

    /// Appends what was found in one block of an index.
    mutating func append(_ found: Scan.Found, of other: SearchIndex) {
        index.append(found.places, of: other)
        for match in found.matches { rows.append(match.row) }
        cells.append(found.cells)
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
