/// Goes through an index and brings what matches, a part at a time.
///
/// Each part takes about a millisecond, so that whoever goes through them can show the first matches and stop between
/// any two. Within a part the matches stand in the order of their rows.
public struct Scan: Sequence, IteratorProtocol, Sendable {
    /// The rows still to come.
    public private(set) var rows: Range<Int>
    private let pattern: Pattern
    private let index: SearchIndex

    /// How many bytes of text a part looks at, roughly.
    private static let chunkLength = 1 << 18

    /// Begins a scan of all rows.
    public init(_ pattern: Pattern, in index: SearchIndex) {
        self.init(pattern, in: index, rows: 0..<index.count)
    }

    /// Begins a scan of some rows.
    public init(_ pattern: Pattern, in index: SearchIndex, rows: Range<Int>) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= index.count, "rows \(rows) of \(index.count)")
        self.pattern = pattern
        self.index = index
        self.rows = rows
    }

    /// The matches in the next rows, often none; nil when no rows are left.
    public mutating func next() -> [Match]? {
        if rows.isEmpty { return nil }
        let block = rows.lowerBound / Block.capacity
        let first = block * Block.capacity
        let count = Swift.min(Block.capacity, index.count - first)
        let length = index.blocks[block].length
        let chunk = length > Self.chunkLength ? Swift.max(1, count * Self.chunkLength / length) : count
        let end = Swift.min(rows.upperBound, first + count, rows.lowerBound + chunk)
        defer { rows = end..<rows.upperBound }
        return index.withMatcher(block: block) { matcher in
            var matches: [Match] = []
            for row in (rows.lowerBound - first)..<(end - first) {
                guard let score = matcher.score(of: pattern, row: row) else { continue }
                let length = pattern.isRanking ? matcher.length(row: row) : 0
                matches.append(Match(row: UInt32(first + row), score: score, length: UInt32(length)))
            }
            return matches
        }
    }
}
