/// Goes through an index and brings what matches, a part at a time.
///
/// Each part takes about a millisecond, so that whoever goes through them can show the first matches and stop between
/// any two. Within a part the matches stand in the order of their rows.
public struct Scan: Sequence, IteratorProtocol, Sendable {
    /// The rows still to come.
    public private(set) var rows: Range<Int>
    private let pattern: Pattern
    private let piece: Piece
    /// Whether what is found is to say at which places, and how its only term lies there.
    private let keepsCells: Bool
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

    /// Begins a scan of a piece.
    init(_ pattern: Pattern, in piece: Piece, keepsCells: Bool = false) {
        let rows = piece.places
        let count = piece.list?.rows.count ?? piece.index.count
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows \(rows) of \(count)")
        self.pattern = pattern
        self.piece = piece
        self.rows = rows
        self.keepsCells = keepsCells
    }

    /// The matches in the next rows, often none; nil when no rows are left.
    public mutating func next() -> [Match]? { nextFound()?.matches }

    /// What is found in some rows of one block.
    struct Found {
        var matches: [Match] = []
        /// Where they stand in their piece, and how; only if a scan keeps that.
        var places: [Int] = []
        var cells = EndCells()

        /// Only what is wanted.
        func filtered(_ isWanted: (Match) -> Bool) -> Found {
            var found = Found()
            for (index, match) in matches.enumerated() where isWanted(match) {
                found.matches.append(match)
                if places.isEmpty { continue }
                found.places.append(places[index])
                found.cells.append(row: index, of: cells)
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
            let wanted = matcher.places(in: part, first: first, of: places, candidates: piece.candidates)
            let bar = keepsCells ? .poor : bar
            var found = Found()
            found.matches.reserveCapacity(wanted.count)
            if keepsCells { found.places.reserveCapacity(wanted.count) }
            for (number, place) in wanted.enumerated() {
                // They may lie far apart: some are fetched while others are matched.
                if number + 8 < wanted.count {
                    matcher.prefetch(row: places.text(at: wanted[number + 8]) - first, bar: bar)
                }
                let text = places.text(at: place)
                if let order = matcher.match(row: text - first, bar: bar, places.cells(at: place)) {
                    found.matches.append(Match(row: places.row(at: place), order: order))
                    if keepsCells {
                        found.places.append(text)
                        found.cells.append(matcher.endCells)
                    }
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
