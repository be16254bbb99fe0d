/// The best rows of an index for a pattern, found a part at a time on all cores.
///
/// It is a value: what was found so far can be shown while a copy goes on.
public struct Ranking: Sendable {
    /// The first row that was not looked at.
    public private(set) var next = 0
    private let pattern: Pattern
    private var index: SearchIndex
    private var best: TopMatches
    /// All rows that match so far.
    private var matching: RowSet
    /// Copies of all rows that match so far, where there are few.
    private var shortlists: [Shortlist]?
    /// What the only rows that may match are known from.
    private var wider: Wider?

    /// All that matches a pattern which this one narrows, among the first rows.
    private struct Wider {
        let matching: RowSet
        let shortlists: [Shortlist]?
        let end: Int
    }

    /// Begins a ranking that looks at nothing yet.
    ///
    /// - Parameters:
    ///   - limit: how many of the best rows are kept.
    ///   - previous: another ranking of the same rows, with the same filter. Where the pattern narrows its pattern, only
    ///     what it found is looked at.
    public init(_ pattern: Pattern, in index: SearchIndex, limit: Int, after previous: Ranking? = nil) {
        self.pattern = pattern
        self.index = index
        best = TopMatches(limit: limit)
        matching = RowSet(count: index.count)
        let previous = previous.flatMap { pattern.narrows($0.pattern) ? $0 : nil }
        wider = previous.map { Wider(matching: $0.matching, shortlists: $0.shortlists, end: $0.next) }
        if let previous, previous.isComplete, previous.count <= Shortlist.limit { shortlists = [] }
    }

    /// Whether all rows were looked at.
    public var isComplete: Bool { next == index.count }

    /// How many rows match so far.
    public var count: Int { best.count }

    /// The best ones so far, in order.
    public var matches: [Match] { best.matches }

    /// Takes over rows that were appended to the index.
    public mutating func grow(to index: SearchIndex) {
        precondition(index.count >= self.index.count, "\(index.count) rows of \(self.index.count)")
        self.index = index
        matching.grow(to: index.count)
        // Rows that come one after the other would make many short ones.
        shortlists = nil
    }

    /// Which of the rows that match are wanted.
    ///
    /// It is made anew for each task, so that what it makes may keep what it needs again.
    public typealias Filter = @Sendable () -> (_ row: Int) -> Bool

    /// Looks at the next rows.
    ///
    /// - Parameters:
    ///   - rows: how many; rows that can't match are not counted.
    ///   - parts: how many tasks do so side by side.
    ///   - filter: which of them are wanted, always the same; all where it is absent.
    /// - Throws: `CancellationError`, within a millisecond or two.
    public mutating func advance(by rows: Int, parts: Int, where filter: Filter? = nil) async throws {
        let end = end(of: rows)
        let ranges = Self.split(next..<end, into: parts)
        if ranges.count < 2 {
            add(try part(next..<end, filter))
        } else {
            let found = try await withThrowingTaskGroup(of: Part.self) { [self] group in
                for range in ranges.dropFirst() { group.addTask { try self.part(range, filter) } }
                // One of them is done here.
                let first = try self.part(ranges[0], filter)
                return try await group.reduce(into: [first]) { $0.append($1) }
            }
            for part in found { add(part) }
        }
        next = end
        // Nothing is asked of rows that were looked at, and its copies of their texts can go.
        if let wider, next >= wider.end { self.wider = nil }
    }

    /// Where so many rows end.
    private func end(of rows: Int) -> Int {
        var start = next
        var left = Swift.min(rows, index.count)
        if let wider, next < wider.end { (start, left) = wider.matching.end(of: left, in: next..<wider.end) }
        return Swift.min(start + left, index.count)
    }

    /// What is found in some rows.
    private struct Part {
        var matches: [[Match]] = []
        var shortlist: Shortlist?
    }

    /// What is found in some rows, without that which can't be among the best.
    private func part(_ rows: Range<Int>, _ filter: Filter?) throws -> Part {
        let isWanted = filter?()
        var found = Part(shortlist: shortlists.map { _ in Shortlist(weights: index.weights) })
        var best = best
        for piece in pieces(of: rows) {
            var scan = Scan(pattern, in: piece.index, rows: piece.places, candidates: piece.candidates)
            scan.bar = best.order
            while var matches = scan.next() {
                try Task.checkCancellation()
                if let isWanted { matches.removeAll { !isWanted(piece.row(of: $0)) } }
                found.shortlist?.append(matches, of: piece.index, rows: piece.rows)
                if piece.rows != nil { matches = matches.map { Match(row: piece.row(of: $0), order: $0.order) } }
                found.matches.append(matches)
                best.add(matches)
                scan.bar = best.order
            }
        }
        return found
    }

    private mutating func add(_ part: Part) {
        for matches in part.matches {
            best.add(matches)
            matching.insert(matches)
        }
        if let shortlist = part.shortlist { shortlists?.append(shortlist) }
    }

    /// Rows to look at.
    private struct Piece {
        /// Where they stand, and at which places.
        let index: SearchIndex
        let places: Range<Int>
        /// The only ones of them that may match; nil means all.
        var candidates: RowSet?
        /// Which row is at each place; nil means the row of that number.
        var rows: [UInt32]?

        func row(of match: Match) -> Int { Int(rows?[Int(match.row)] ?? match.row) }
    }

    /// The rows of which something is known, and those behind them.
    private func pieces(of rows: Range<Int>) -> [Piece] {
        guard let wider else { return [Piece(index: index, places: rows)] }
        let known = rows.clamped(to: 0..<wider.end)
        let pieces =
            wider.shortlists?.map { Piece(index: $0.index, places: $0.places(in: known), rows: $0.rows) }
            ?? [Piece(index: index, places: known, candidates: wider.matching)]
        let others = Piece(index: index, places: rows.clamped(to: wider.end..<index.count))
        return (pieces + [others]).filter { !$0.places.isEmpty }
    }

    /// Parts of at least some thousand rows, so that a part is worth its task.
    private static func split(_ rows: Range<Int>, into parts: Int) -> [Range<Int>] {
        let length = Swift.max((rows.count + parts - 1) / Swift.max(parts, 1), Block.capacity)
        return stride(from: rows.lowerBound, to: rows.upperBound, by: length).map {
            $0..<Swift.min($0 + length, rows.upperBound)
        }
    }
}
