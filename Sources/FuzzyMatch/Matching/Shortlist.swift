/// Rows that a pattern found, with how it lies in them and, where they are not many, with copies of their texts, so that a
/// pattern which narrows it needs nothing else.
///
/// In their index the texts lie far apart, and fetching them from there takes longer than matching them. What is found in
/// a list is a list over the same texts.
struct Shortlist: Sendable {
    /// Of more rows there is no such list: it would take more than it saves.
    static let limit = 1 << 19

    /// The texts of the rows and of others, in their order.
    private(set) var texts: SearchIndex
    /// Where among them each row is, ascending.
    private(set) var places: [UInt32] = []
    /// Which row each of them is, ascending.
    private(set) var rows: [UInt32] = []
    /// How the pattern's only term lies in each of them, if it is fuzzy.
    private(set) var cells = EndCells()

    /// A list without rows, over texts.
    init(texts: SearchIndex) {
        self.texts = texts
    }

    /// Appends what was found in one block of its texts.
    mutating func append(_ found: Scan.Found) {
        append(found, at: found.places.lazy.map { UInt32($0) })
    }

    /// Copies what was found in one block of an index, and appends it.
    mutating func append(copying found: Scan.Found, of index: SearchIndex) {
        let start = UInt32(texts.count)
        texts.append(found.places, of: index)
        append(found, at: start..<start + UInt32(found.places.count))
    }

    private mutating func append(_ found: Scan.Found, at places: some Collection<UInt32>) {
        self.places += places
        for match in found.matches { rows.append(match.row) }
        cells.append(found.cells)
    }

    /// The places in the list of all rows in a range.
    func members(in range: Range<Int>) -> Range<Int> {
        member(at: range.lowerBound)..<member(at: range.upperBound)
    }

    /// The first member whose row is not before this one.
    private func member(at row: Int) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
