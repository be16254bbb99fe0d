/// The matching rows of a pattern, with their alignments.
///
/// If there are few rows, the list also has copies of their texts, because reading scattered texts in the index takes
/// longer than matching them.
///
/// For a pattern that narrows the list's pattern, only the list is searched. The matches that are found in a list form
/// another list over the same texts.
struct Shortlist: Sendable {
    /// The maximum number of rows in a list.
    ///
    /// A larger list costs more than it saves.
    static let limit = 1 << 19

    /// An index that contains the texts of the rows, in the order of the rows.
    ///
    /// It may also contain the texts of rows that are not in the list.
    private(set) var texts: SearchIndex
    /// The position of each row's text in `texts`, ascending.
    private(set) var places: [UInt32] = []
    /// The numbers of the rows in the index that was searched, ascending.
    private(set) var rows: [UInt32] = []
    /// The alignment cells of each row for the last unit (folded character) that is aligned; see ``EndCells``.
    ///
    /// The alignment of a longer pattern continues from these cells. Several lists can share them.
    private(set) var cells = EndCells()
    /// The index of each row's cells in `cells`; empty if there are no cells.
    private(set) var cellPlaces: [UInt32] = []
    /// The number of the pattern's first units that are aligned in each row; 0 if there are no cells.
    let knownUnits: Int

    /// Creates an empty list, to which rows are appended later.
    ///
    /// - Parameter knownUnits: the number of units that are aligned in the appended rows; 0 if the rows have no cells.
    init(texts: SearchIndex, knownUnits: Int) {
        self.texts = texts
        self.knownUnits = knownUnits
    }

    /// Creates an empty list for the matches in a chunk, with the alignment cells of the chunk's list.
    init(foundIn piece: Piece) {
        texts = piece.index
        knownUnits = piece.knownUnits
        if knownUnits > 0, let list = piece.list { cells = list.cells }
    }

    /// Appends the matches in one block of the list's texts.
    mutating func append(_ found: Scan.Found) {
        append(found, at: found.places.lazy.map { UInt32($0) })
    }

    /// Copies the texts of matches in one block of an index, and appends the matches.
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
        // Shared cells stay shared if no cells are added.
        if found.cells.count == 0 { return }
        let start = UInt32(cells.count)
        cellPlaces += start..<start + UInt32(found.cells.count)
        cells.append(found.cells)
    }

    /// Returns the range of list members whose rows are in a range.
    func members(in range: Range<Int>) -> Range<Int> {
        member(at: range.lowerBound)..<member(at: range.upperBound)
    }

    /// Returns the index of the first member whose row number is at least `row`.
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
