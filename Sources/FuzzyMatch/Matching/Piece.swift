/// Rows to look at.
struct Piece: Sendable {
    /// Where they stand.
    let index: SearchIndex
    /// The places that are looked at: those of the index, or the members of a list.
    let places: Range<Int>
    /// The only ones of them that may match; nil means all.
    private(set) var candidates: RowSet?
    /// The list whose texts the index holds; nil means the rows themselves.
    private(set) var list: Shortlist?
    /// Of how many of the pattern's units the list knows how they lie.
    private(set) var knownUnits = 0

    /// Rows of an index.
    init(index: SearchIndex, places: Range<Int>, candidates: RowSet? = nil) {
        self.index = index
        self.places = places
        self.candidates = candidates
    }

    /// Members of a list.
    ///
    /// - Parameter isExtended: whether the pattern that is asked for begins with the one that made the list.
    init(list: Shortlist, members: Range<Int>, isExtended: Bool) {
        index = list.texts
        places = members
        self.list = list
        knownUnits = isExtended ? list.knownUnits : 0
    }

    /// Lends what is known of each place.
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

    /// What is known of each place of a piece, as long as it is lent.
    struct Places {
        fileprivate let texts: UnsafeBufferPointer<UInt32>?
        fileprivate let rows: UnsafeBufferPointer<UInt32>?
        fileprivate let cellPlaces: UnsafeBufferPointer<UInt32>?
        fileprivate let cells: EndCells.Rows?

        /// Whether they are members of a list.
        var isList: Bool { texts != nil }

        /// Where in the index a place is.
        func text(at place: Int) -> Int { texts.map { Int($0[place]) } ?? place }

        /// Which row is there.
        func row(at place: Int) -> Int { rows.map { Int($0[place]) } ?? place }

        /// How the units that the list knows of lie there; nothing if it isn't known.
        func cells(at place: Int) -> UnsafeBufferPointer<EndCells.Cell> {
            guard let cells, let cellPlaces else { return UnsafeBufferPointer(start: nil, count: 0) }
            return cells[Int(cellPlaces[place])]
        }

        /// Which of the list's cells these are; nil where nothing is known.
        func cellPlace(at place: Int) -> UInt32? { cellPlaces?[place] }

        /// Those of some, in one block of the index with the first, that lie in it; so many at most.
        func inBlock(of range: Range<Int>, limit: Int) -> Range<Int> {
            let end = (text(at: range.lowerBound) / Block.capacity + 1) * Block.capacity
            guard let texts else { return range.prefix(min(end - range.lowerBound, limit)) }
            let first = range.prefix(min(limit, Block.capacity))
            return first.lowerBound..<(first.firstIndex { texts[$0] >= end } ?? first.upperBound)
        }
    }
}
