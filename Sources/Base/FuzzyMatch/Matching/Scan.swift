/// Scans an index and returns the matches part by part.
///
/// Each part takes about a millisecond. So the first matches can be shown early, and the caller can stop between parts.
/// Within a part, matches are in row order.
public struct Scan: Sequence, IteratorProtocol, Sendable {
    /// The rows that were not scanned yet.
    public private(set) var rows: Range<Int>
    private let pattern: Pattern
    private let piece: Piece
    private let keeping: Keeping
    /// The cutoff.
    ///
    /// Worse matches are skipped, or returned with the sort key ``MatchOrder/poor``.
    var bar = MatchOrder.poor

    /// The approximate number of bytes of text per part.
    private static let chunkLength = 1 << 18
    /// The maximum work per part, in the steps of ``Matcher/work``.
    ///
    /// With long texts or long queries, it is reached earlier than ``chunkLength``.
    private static let chunkWork = 1 << 17

    /// Starts a scan of all rows.
    public init(_ pattern: Pattern, in index: SearchIndex) {
        self.init(pattern, in: index, rows: 0..<index.count)
    }

    /// Starts a scan of a range of rows.
    public init(_ pattern: Pattern, in index: SearchIndex, rows: Range<Int>) {
        self.init(pattern, in: Piece(index: index, places: rows))
    }

    /// The data that is kept for each match in addition to its row and its sort key.
    enum Keeping {
        case nothing
        /// The row in the chunk's ``SearchIndex``, and the position of the match's cells in the chunk's list.
        case places
        /// The row in the chunk's ``SearchIndex``, and the cells of the term's last unit.
        case cells
    }

    init(_ pattern: Pattern, in piece: Piece, keeping: Keeping = .nothing) {
        let rows = piece.places
        let count = piece.list?.rows.count ?? piece.index.count
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows \(rows) of \(count)")
        self.pattern = pattern
        self.piece = piece
        self.rows = rows
        self.keeping = keeping
    }

    /// Returns the matches in the next rows, often an empty array; nil at the end of the rows.
    public mutating func next() -> [Match]? { nextFound()?.matches }

    /// The matches in a part of one block.
    struct Found {
        var matches: [Match] = []
        /// The rows of the matches in the chunk's ``SearchIndex``; empty if they are not kept.
        var places: [Int] = []
        /// The positions of the matches' cells in the chunk's list; empty if there are no cells, or if they are not
        /// kept.
        var cellPlaces: [UInt32] = []
        /// The cells of the matches; empty if they are not kept.
        var cells = EndCells()

        /// Returns the selected matches, without ``cells``.
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

    /// Returns the matches in the next rows with the data that ``Keeping`` selects; nil at the end of the rows.
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
