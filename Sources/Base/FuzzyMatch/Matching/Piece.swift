/// A chunk of rows to scan.
struct Piece: Sendable {
    /// The index that contains the texts.
    let index: SearchIndex
    /// The positions to scan: rows of the index, or members of a list.
    let places: Range<Int>
    /// The only rows that may match; nil if all rows may match.
    private(set) var candidates: RowSet?
    /// The list whose texts are in the index; nil if positions are rows.
    private(set) var list: Shortlist?
    /// The number of the pattern's units whose alignments are in the list; 0 without a list.
    private(set) var knownUnits = 0

    init(index: SearchIndex, places: Range<Int>, candidates: RowSet? = nil) {
        self.index = index
        self.places = places
        self.candidates = candidates
    }

    /// Creates a chunk of a list.
    ///
    /// - Parameter isExtended: true if the new pattern begins with the pattern that made the list.
    init(list: Shortlist, members: Range<Int>, isExtended: Bool) {
        index = list.texts
        places = members
        self.list = list
        knownUnits = isExtended ? list.knownUnits : 0
    }

    func withPlaces<Result>(_ body: (Places) -> Result) -> Result {
        guard let list else { return body(Places(texts: nil, rows: nil, cellPlaces: nil, cells: nil)) }
        return list.places.withUnsafeBufferPointer { texts in
            list.rows.withUnsafeBufferPointer { rows in
                guard knownUnits > 0 else { return body(Places(texts: texts, rows: rows, cellPlaces: nil, cells: nil)) }
                return list.cellPlaces.withUnsafeBufferPointer { cellPlaces in
                    list.cells.withRows {
                        body(Places(texts: texts, rows: rows, cellPlaces: cellPlaces, cells: $0))
                    }
                }
            }
        }
    }

    /// The data of a chunk's positions, which are valid only in the closure that receives them.
    struct Places {
        fileprivate let texts: UnsafeBufferPointer<UInt32>?
        fileprivate let rows: UnsafeBufferPointer<UInt32>?
        fileprivate let cellPlaces: UnsafeBufferPointer<UInt32>?
        fileprivate let cells: EndCells.Rows?

        /// True if the positions are members of a list.
        var isList: Bool { texts != nil }

        /// Returns the row of the chunk's index that contains the text of a position.
        func text(at place: Int) -> Int { texts.map { Int($0[place]) } ?? place }

        /// Returns the row number for a match at a position.
        func row(at place: Int) -> Int { rows.map { Int($0[place]) } ?? place }

        /// Returns the alignment cells of a position; empty if the list has none.
        func cells(at place: Int) -> UnsafeBufferPointer<EndCells.Cell> {
            guard let cells, let cellPlaces else { return UnsafeBufferPointer(start: nil, count: 0) }
            return cells[Int(cellPlaces[place])]
        }

        /// Returns the index of a position's cells in the list; nil if the list has none.
        func cellPlace(at place: Int) -> UInt32? { cellPlaces?[place] }

        /// Returns the longest prefix of a range that is in one block and has at most `limit` positions.
        func inBlock(of range: Range<Int>, limit: Int) -> Range<Int> {
            let end = (text(at: range.lowerBound) / Block.capacity + 1) * Block.capacity
            guard let texts else { return range.prefix(min(end - range.lowerBound, limit)) }
            let first = range.prefix(min(limit, Block.capacity))
            return first.lowerBound..<(first.firstIndex { texts[$0] >= end } ?? first.upperBound)
        }
    }
}
