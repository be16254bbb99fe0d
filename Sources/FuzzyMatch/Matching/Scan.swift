/// Goes through an index and brings what matches, a part at a time.
///
/// Each part takes about a millisecond, so that whoever goes through them can show the first matches and stop between
/// any two. Within a part the matches stand in the order of their rows.
public struct Scan: Sequence, IteratorProtocol, Sendable {
    /// The rows still to come.
    public private(set) var rows: Range<Int>
    private let pattern: Pattern
    private let index: SearchIndex
    private let candidates: RowSet?
    /// What is worse than this is of no interest: its score may be 0 and its length anything.
    var bar = MatchOrder.poor

    /// How many bytes of text a part looks at, roughly.
    private static let chunkLength = 1 << 18
    /// How much is done in a part, which in long texts and for long queries is more than their length tells.
    private static let chunkWork = 1 << 17

    /// Begins a scan of all rows.
    public init(_ pattern: Pattern, in index: SearchIndex) {
        self.init(pattern, in: index, rows: 0..<index.count, candidates: nil)
    }

    /// Begins a scan of some rows.
    public init(_ pattern: Pattern, in index: SearchIndex, rows: Range<Int>) {
        self.init(pattern, in: index, rows: rows, candidates: nil)
    }

    /// Begins a scan of some rows, of which only the candidates may match, where there are any.
    init(_ pattern: Pattern, in index: SearchIndex, rows: Range<Int>, candidates: RowSet?) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= index.count, "rows \(rows) of \(index.count)")
        self.pattern = pattern
        self.index = index
        self.rows = rows
        self.candidates = candidates
    }

    /// The matches in the next rows, often none; nil when no rows are left.
    public mutating func next() -> [Match]? {
        if rows.isEmpty { return nil }
        let block = rows.lowerBound / Block.capacity
        let first = block * Block.capacity
        let count = Swift.min(Block.capacity, index.count - first)
        let length = index.blocks[block].length
        let chunk = length > Self.chunkLength ? Swift.max(1, count * Self.chunkLength / length) : count
        let part = rows.lowerBound..<Swift.min(rows.upperBound, first + count, rows.lowerBound + chunk)
        var end = part.upperBound
        defer { rows = end..<rows.upperBound }
        return index.withMatcher(of: pattern, block: block) { matcher in
            let known = candidates?.rows(in: part)
            let rows = known.map { matcher.rows(in: $0, first: first) } ?? matcher.rows(in: part, first: first)
            var matches: [Match] = []
            for (place, row) in rows.enumerated() {
                // They may lie far apart: some are fetched while others are matched.
                if place + 8 < rows.count { matcher.prefetch(row: rows[place + 8] - first) }
                if let order = matcher.match(row: row - first, bar: bar) {
                    matches.append(Match(row: row, order: order))
                }
                if matcher.work >= Self.chunkWork {
                    end = row + 1
                    break
                }
            }
            return matches
        }
    }
}
