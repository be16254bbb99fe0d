/// The best rows of an index for a pattern, found a part at a time on all cores.
///
/// It is a value: what was found so far can be shown while a copy goes on.
public struct Ranking: Sendable {
    /// How many rows may match, as far as that is known when nothing was looked at yet.
    public let candidateCount: Int
    /// The first row that was not looked at.
    public private(set) var next = 0
    private let pattern: Pattern
    private var index: SearchIndex
    private var best: TopMatches
    /// All rows that match so far.
    private var matching: MatchingRows
    /// What the only rows that may match are known from.
    private var wider: Wider?
    /// Lists of what was found, if they are being made.
    private var preparation: Preparation?

    /// All that matches a pattern which this one narrows, among the first rows.
    private struct Wider {
        let matching: MatchingRows
        let end: Int
        /// Whether this pattern begins with that one.
        let isExtended: Bool
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
        let previous = previous.flatMap { pattern.narrows($0.pattern) ? $0 : nil }
        candidateCount = previous.map { $0.count + index.count - $0.next } ?? index.count
        wider = previous.map {
            Wider(
                matching: $0.preparation?.take().map { .lists($0) } ?? $0.matching, end: $0.next,
                isExtended: pattern.extends($0.pattern))
        }
        if let wider, case .lists = wider.matching, wider.end == index.count {
            matching = .lists([])
        } else {
            matching = .set(RowSet(count: index.count))
        }
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
        if index.count == self.index.count { return }
        self.index = index
        preparation = nil
        // Of rows that have come since there are no lists.
        matching.forgetLists(rows: index.count)
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
        let (end, known) = end(of: rows)
        best.raiseBar()
        let turns = Turns(ranges(next..<end, known: known, parts: parts), bar: commonBar(rows: rows))
        let taskCount = Swift.min(parts, turns.ranges.count)
        let found =
            taskCount < 2
            ? [try look(turns, filter)]
            : try await withThrowingTaskGroup(of: Found.self) { [self] group in
                for _ in 1..<taskCount { group.addTask { try self.look(turns, filter) } }
                // One of them is done here.
                let first = try self.look(turns, filter)
                return try await group.reduce(into: [first]) { $0.append($1) }
            }
        if let bar = turns.bar { best.cut(to: bar.order) }
        for one in found { best.add(one.best) }
        for part in found.flatMap(\.parts).sorted(by: { $0.start < $1.start }) { matching.append(part.matching) }
        next = end
        // Nothing is asked of rows that were looked at, and its copies of their texts can go.
        if let wider, next >= wider.end { self.wider = nil }
    }

    /// Has what was found listed while nobody waits, so that a pattern that narrows this one finds its rows faster.
    ///
    /// - Parameters:
    ///   - parts: how many tasks do so side by side.
    ///   - limit: of how many rows at most the texts are copied.
    public mutating func prepare(parts: Int, copyingUpTo limit: Int = 1 << 18) {
        let isCopying = count <= limit && matching.isSparse(count: count)
        guard isComplete, preparation == nil, matching.isWorthListing(count: count, isCopying: isCopying) else {
            return
        }
        // Where one letter lies is found as fast as it is looked up, and of no letter all rows are there already.
        guard !pattern.isEmpty, isCopying || pattern.units.count > 1 else { return }
        let length = max((count + parts - 1) / max(parts, 1), 1)
        let ranges = Self.split(0..<index.count, of: matching, into: length)
        preparation = Preparation(
            pattern, ranges.map { matching.pieces(of: $0, in: index, isExtended: true) },
            isCopying: isCopying)
    }

    /// Waits until what was to be prepared is there.
    public func prepared() async { await preparation?.finish() }

    /// Where so many rows end, and how many of them are known from another pattern.
    private func end(of rows: Int) -> (end: Int, known: Int) {
        let count = Swift.min(rows, index.count)
        guard let wider, next < wider.end else { return (Swift.min(next + count, index.count), 0) }
        let (end, missing) = wider.matching.end(of: count, in: next..<wider.end)
        return (Swift.min(end + missing, index.count), count - missing)
    }

    /// The bar of what is found among so many rows, and was found before.
    private func commonBar(rows: Int) -> CommonBar? {
        let count = best.candidates.count + Swift.min(rows, index.count - next)
        guard let ceiling = pattern.ceiling, best.limit > 0, count > best.limit else { return nil }
        let bar = CommonBar(limit: best.limit, highest: ceiling.highest)
        _ = bar.add(best.candidates)
        return bar
    }

    /// What one task has found.
    private struct Found {
        var best: TopMatches
        var parts: [(start: Int, matching: MatchingRows.Part)] = []
    }

    /// What is found in the rows whose turn it is, without that which can't be among the best.
    private func look(_ turns: Turns, _ filter: Filter?) throws -> Found {
        let isWanted = filter?()
        var found = Found(best: best.emptied)
        let task = turns.begin()
        defer { turns.end(task) }
        while let rows = turns.next() {
            var matching = matching.part(for: rows)
            for piece in pieces(of: rows) {
                matching.begin(piece)
                var scan = Scan(pattern, in: piece, keeping: matching.isListing ? .places : .nothing)
                scan.bar = found.best.order
                while var part = scan.nextFound() {
                    try Cores.giveWay()
                    turns.spread(task)
                    if let isWanted { part = part.filtered { isWanted(Int($0.row)) } }
                    if part.matches.isEmpty { continue }
                    if let bar = turns.bar { found.best.lowerBar(to: bar.add(part.matches)) }
                    found.best.add(part.matches)
                    scan.bar = found.best.order
                    matching.append(part)
                }
            }
            found.parts.append((rows.lowerBound, matching))
        }
        return found
    }

    /// The rows of which something is known, and those behind them.
    private func pieces(of rows: Range<Int>) -> [Piece] {
        guard let wider else { return [Piece(index: index, places: rows)] }
        let known = wider.matching.pieces(
            of: rows.clamped(to: 0..<wider.end), in: index, isExtended: wider.isExtended)
        let others = Piece(index: index, places: rows.clamped(to: wider.end..<index.count))
        return (known + [others]).filter { !$0.places.isEmpty }
    }

    /// Parts of some rows, a few for each task, of some length, so that each is worth its turn.
    ///
    /// - Parameter known: how many of them are known from another pattern.
    private func ranges(_ rows: Range<Int>, known: Int, parts: Int) -> [Range<Int>] {
        guard let wider, rows.lowerBound < wider.end else { return Self.split(rows, for: parts) }
        let length = Self.length(known, for: parts)
        return Self.split(rows.clamped(to: 0..<wider.end), of: wider.matching, into: length)
            + Self.split(rows.clamped(to: wider.end..<index.count), for: parts)
    }

    /// How many rows that matter a part has where there are so many of them.
    ///
    /// For a few thousand another thread is not woken: that may take longer than they do.
    private static func length(_ count: Int, for parts: Int) -> Int {
        if parts < 2 || count <= 8_192 { return Swift.max(count, 1) }
        return Swift.max((count + 4 * parts - 1) / (4 * parts), 2_048)
    }

    private static func split(_ rows: Range<Int>, for parts: Int) -> [Range<Int>] {
        let length = length(rows.count, for: parts)
        return stride(from: rows.lowerBound, to: rows.upperBound, by: length).map {
            $0..<Swift.min($0 + length, rows.upperBound)
        }
    }

    /// Parts that hold so many rows each of those that matter.
    private static func split(_ rows: Range<Int>, of matching: MatchingRows, into length: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = rows.lowerBound
        while start < rows.upperBound {
            let end = matching.end(of: length, in: start..<rows.upperBound).end
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }
}
