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
    /// How many units of the pattern are known from the one that made the list; 0 means that nothing is.
    private(set) var knownUnits = 0

    /// Rows of an index.
    init(index: SearchIndex, places: Range<Int>, candidates: RowSet? = nil) {
        self.index = index
        self.places = places
        self.candidates = candidates
    }

    /// Members of a list.
    init(list: Shortlist, members: Range<Int>, knownUnits: Int) {
        index = list.texts
        places = members
        self.list = list
        self.knownUnits = knownUnits
    }

    /// Lends what is known of each place.
    func withPlaces<Result>(_ body: (Places) -> Result) -> Result {
        guard let list else { return body(Places(texts: nil, rows: nil, cells: nil)) }
        return list.places.withUnsafeBufferPointer { texts in
            list.rows.withUnsafeBufferPointer { rows in
                list.cells.withRows { body(Places(texts: texts, rows: rows, cells: $0)) }
            }
        }
    }

    /// What is known of each place of a piece, as long as it is lent.
    struct Places {
        fileprivate let texts: UnsafeBufferPointer<UInt32>?
        fileprivate let rows: UnsafeBufferPointer<UInt32>?
        fileprivate let cells: EndCells.Rows?

        /// Whether they are members of a list.
        var isList: Bool { texts != nil }

        /// Where in the index a place is.
        func text(at place: Int) -> Int { texts.map { Int($0[place]) } ?? place }

        /// Which row is there.
        func row(at place: Int) -> Int { rows.map { Int($0[place]) } ?? place }

        /// How the pattern that made the list lies there; nothing if it isn't known.
        func cells(at place: Int) -> UnsafeBufferPointer<EndCells.Cell> {
            cells?[place] ?? UnsafeBufferPointer(start: nil, count: 0)
        }

        /// Those of some, in one block of the index with the first, that lie in it; so many at most.
        func inBlock(of range: Range<Int>, limit: Int) -> Range<Int> {
            let end = (text(at: range.lowerBound) / Block.capacity + 1) * Block.capacity
            guard let texts else { return range.prefix(min(end - range.lowerBound, limit)) }
            let first = range.prefix(min(limit, Block.capacity))
            return first.lowerBound..<(first.firstIndex { texts[$0] >= end } ?? first.upperBound)
        }
    }
}
