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
    /// How the first units of the pattern's only term lie in rows, if it is fuzzy; of these and others.
    private(set) var cells = EndCells()
    /// Which of the cells are those of each row, if there are some.
    private(set) var cellPlaces: [UInt32] = []
    /// How many units those are; 0 if there are none.
    let knownUnits: Int

    /// A list without rows, over texts; rows are appended with their cells.
    ///
    /// - Parameter knownUnits: how many units each pattern has that finds rows.
    init(texts: SearchIndex, knownUnits: Int) {
        self.texts = texts
        self.knownUnits = knownUnits
    }

    /// A list without rows, for what is found in a piece; it has the cells that are known there.
    init(foundIn piece: Piece) {
        texts = piece.index
        knownUnits = piece.knownUnits
        if knownUnits > 0, let list = piece.list { cells = list.cells }
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
        if knownUnits == 0 { return }
        cellPlaces += found.cellPlaces
        // Cells that are shared stay so.
        if found.cells.count == 0 { return }
        let start = UInt32(cells.count)
        cellPlaces += start..<start + UInt32(found.cells.count)
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
