/// Goes through an index and brings what matches, a part at a time.
///
/// Each part takes about a millisecond, so that whoever goes through them can show the first matches and stop between
/// any two. Within a part the matches stand in the order of their rows.
public struct Scan: Sequence, IteratorProtocol, Sendable {
    /// The rows still to come.
    public private(set) var rows: Range<Int>
    private let pattern: Pattern
    private let piece: Piece
    private let keeping: Keeping
    /// What is worse than this is of no interest: its score may be 0 and its length anything.
    var bar = MatchOrder.poor

    /// How many bytes of text a part looks at, roughly.
    private static let chunkLength = 1 << 18
    /// How much is done in a part, which in long texts and for long queries is more than their length tells.
    private static let chunkWork = 1 << 17

    /// Begins a scan of all rows.
    public init(_ pattern: Pattern, in index: SearchIndex) {
        self.init(pattern, in: index, rows: 0..<index.count)
    }

    /// Begins a scan of some rows.
    public init(_ pattern: Pattern, in index: SearchIndex, rows: Range<Int>) {
        self.init(pattern, in: Piece(index: index, places: rows))
    }

    /// What is kept of matches beside their rows and orders.
    enum Keeping {
        case nothing
        /// At which places of the piece they are, and whose cells are theirs.
        case places
        /// At which places they are, and how the only term lies there.
        case cells
    }

    /// Begins a scan of a piece.
    init(_ pattern: Pattern, in piece: Piece, keeping: Keeping = .nothing) {
        let rows = piece.places
        let count = piece.list?.rows.count ?? piece.index.count
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows \(rows) of \(count)")
        self.pattern = pattern
        self.piece = piece
        self.rows = rows
        self.keeping = keeping
    }

    /// The matches in the next rows, often none; nil when no rows are left.
    public mutating func next() -> [Match]? { nextFound()?.matches }

    /// What is found in some rows of one block.
    struct Found {
        var matches: [Match] = []
        /// Where in the index of their piece they stand, if a scan keeps that.
        var places: [Int] = []
        /// Which of the cells of the piece's list are theirs, if it has some.
        var cellPlaces: [UInt32] = []
        /// How they lie, if a scan keeps that.
        var cells = EndCells()

        /// Only what is wanted, without cells.
        func filtered(_ isWanted: (Match) -> Bool) -> Found {
            var found = Found()
            for (index, match) in matches.enumerated() where isWanted(match) {
                found.matches.append(match)
                if !places.isEmpty { found.places.append(places[index]) }
                if !cellPlaces.isEmpty { found.cellPlaces.append(cellPlaces[index]) }
            }
            return found
        }
    }

    /// The same, with all that is known of it.
    mutating func nextFound() -> Found? {
        if rows.isEmpty { return nil }
        let piece = piece
        return piece.withPlaces { nextFound(in: piece, $0) }
    }

    private mutating func nextFound(in piece: Piece, _ places: Piece.Places) -> Found {
        let index = piece.index
        let block = places.text(at: rows.lowerBound) / Block.capacity
        let first = block * Block.capacity
        let count = Swift.min(Block.capacity, index.count - first)
        let length = index.blocks[block].length
        let chunk = length > Self.chunkLength ? Swift.max(1, count * Self.chunkLength / length) : count
        let part = places.inBlock(of: rows, limit: chunk)
        var end = part.upperBound
        defer { rows = end..<rows.upperBound }
        return index.withMatcher(of: pattern, block: block, knownUnits: piece.knownUnits) { matcher in
            let known = matcher.places(in: part, first: first, of: places, candidates: piece.candidates)
            matcher.keepsCells = keeping == .cells
            matcher.bar = bar
            let (wanted, count) = matcher.sift(known, first: first, of: places)
            if count < known.count { end = known[count] }
            var found = Found()
            found.matches.reserveCapacity(wanted.count)
            if keeping != .nothing { found.places.reserveCapacity(wanted.count) }
            for sifted in wanted {
                let place = Int(sifted.place)
                let text = places.text(at: place)
                let cells = places.cells(at: place)
                if let order = matcher.match(row: text - first, cells, sifted) {
                    found.matches.append(Match(row: places.row(at: place), order: order))
                    if keeping != .nothing { found.places.append(text) }
                    if keeping == .places, let cells = places.cellPlace(at: place) { found.cellPlaces.append(cells) }
                    if keeping == .cells { found.cells.append(matcher.endCells) }
                }
                if matcher.work >= Self.chunkWork {
                    end = place + 1
                    break
                }
            }
            return found
        }
    }
}
