/// The best rows of an index for a pattern.
///
/// The rows are searched part by part, with several tasks.
///
/// A ranking is a value: its intermediate results can be shown while the search continues in a copy.
public struct Ranking: Sendable {
    /// An upper bound of the number of matching rows, known at the start.
    public let candidateCount: Int
    /// The first row that was not searched yet.
    public private(set) var next = 0
    private let pattern: Pattern
    private var index: SearchIndex
    private var best: TopMatches
    /// All matching rows so far.
    private var matching: MatchingRows
    /// The matching rows of a wider pattern, which is an earlier pattern that this pattern narrows.
    ///
    /// Among the rows that were searched for the wider pattern, only its matching rows may match. Nil if there is no
    /// wider pattern, and after all of these rows were searched.
    private var wider: Wider?
    /// The lists of the matches; nil if ``prepare(parts:copyingUpTo:)`` has not begun to create them.
    private var preparation: Preparation?

    /// The matches of a wider pattern among the rows before `end`.
    private struct Wider {
        let matching: MatchingRows
        let end: Int
        /// True if the new pattern begins with the wider pattern.
        let isExtended: Bool
    }

    /// Creates a ranking that has searched no rows yet.
    ///
    /// - Parameters:
    ///   - limit: the number of best rows to keep.
    ///   - previous: another ranking of the same rows with the same filter. If `pattern` narrows the pattern of
    ///     `previous`, the rows that did not match the latter are not searched again.
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

    /// True if all rows were searched.
    public var isComplete: Bool { next == index.count }

    /// The number of matching rows so far.
    public var count: Int { best.count }

    /// The best matches so far, in order.
    public var matches: [Match] { best.matches }

    /// Extends the ranking to rows that were appended to the index.
    public mutating func grow(to index: SearchIndex) {
        precondition(index.count >= self.index.count, "\(index.count) rows of \(self.index.count)")
        if index.count == self.index.count { return }
        self.index = index
        preparation = nil
        // Lists can't be extended by the new rows, so they are replaced by a set.
        matching.forgetLists(rows: index.count)
    }

    /// A function that creates a predicate over rows.
    ///
    /// A matching row counts only if the predicate returns true.
    ///
    /// The function is called once per task, so that each predicate can have its own mutable state.
    public typealias Filter = @Sendable () -> (_ row: Int) -> Bool

    /// Searches the next rows.
    ///
    /// - Parameters:
    ///   - rows: the number of rows. Rows that are known not to match are not counted.
    ///   - parts: the number of concurrent tasks.
    ///   - filter: selects rows; nil selects all. The filter must be the same at each call.
    /// - Throws: `CancellationError`, within a millisecond or two after the cancellation.
    public mutating func advance(by rows: Int, parts: Int, where filter: Filter? = nil) async throws {
        let (end, known) = end(of: rows)
        best.raiseBar()
        let turns = WorkQueue(ranges(next..<end, known: known, parts: parts), bar: commonBar(rows: rows))
        let taskCount = Swift.min(parts, turns.ranges.count)
        let found =
            taskCount < 2
            ? [try look(turns, filter)]
            : try await withThrowingTaskGroup(of: Found.self) { [self] group in
                for _ in 1..<taskCount { group.addTask { try self.look(turns, filter) } }
                // The current task does the work of one of the tasks.
                let first = try self.look(turns, filter)
                return try await group.reduce(into: [first]) { $0.append($1) }
            }
        if let bar = turns.bar { best.cut(to: bar.order) }
        for one in found { best.add(one.best) }
        for part in found.flatMap(\.parts).sorted(by: { $0.start < $1.start }) { matching.append(part.matching) }
        next = end
        // After all rows of the wider pattern were searched, its copies of texts can be released.
        if let wider, next >= wider.end { self.wider = nil }
    }

    /// Creates lists of the matches in the background.
    ///
    /// With the lists, a pattern that narrows this one finds its rows faster. Does nothing if the ranking is not
    /// complete, or if the lists would not save time.
    ///
    /// - Parameters:
    ///   - parts: the number of concurrent tasks.
    ///   - limit: the maximum number of matching rows for which the lists copy the texts.
    public mutating func prepare(parts: Int, copyingUpTo limit: Int = 1 << 18) {
        let isCopying = count <= limit && matching.isSparse(count: count)
        guard isComplete, preparation == nil, matching.isWorthListing(count: count, isCopying: isCopying) else {
            return
        }
        // An empty pattern matches all rows. For a pattern of one letter, searching the index is as fast as searching
        // lists without copied texts.
        guard !pattern.isEmpty, isCopying || pattern.units.count > 1 else { return }
        let length = max((count + parts - 1) / max(parts, 1), 1)
        let ranges = Self.split(0..<index.count, of: matching, into: length)
        preparation = Preparation(
            pattern, ranges.map { matching.pieces(of: $0, in: index, isExtended: true) },
            isCopying: isCopying)
    }

    /// Waits until the lists of ``prepare(parts:copyingUpTo:)`` are complete.
    public func prepared() async { await preparation?.finish() }

    /// Returns the end of the next `rows` rows to search, and the number of these rows that match the wider pattern.
    private func end(of rows: Int) -> (end: Int, known: Int) {
        let count = Swift.min(rows, index.count)
        guard let wider, next < wider.end else { return (Swift.min(next + count, index.count), 0) }
        let (end, missing) = wider.matching.end(of: count, in: next..<wider.end)
        return (Swift.min(end + missing, index.count), count - missing)
    }

    /// Returns the cutoff that the tasks share for the next rows, in which the earlier matches are already counted.
    ///
    /// Returns nil if there is no upper bound of scores, or if so few rows remain that all matches are kept.
    private func commonBar(rows: Int) -> CommonBar? {
        let count = best.candidates.count + Swift.min(rows, index.count - next)
        guard let ceiling = pattern.ceiling, best.limit > 0, count > best.limit else { return nil }
        let bar = CommonBar(limit: best.limit, highest: ceiling.highest)
        _ = bar.add(best.candidates)
        return bar
    }

    /// The results of one task.
    private struct Found {
        var best: TopMatches
        var parts: [(start: Int, matching: MatchingRows.Part)] = []
    }

    /// Searches the row ranges from the work queue, until the queue is empty.
    private func look(_ turns: WorkQueue, _ filter: Filter?) throws -> Found {
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

    /// Returns the chunks of the rows that match the wider pattern, and of the rows that were not searched for it.
    private func pieces(of rows: Range<Int>) -> [Piece] {
        guard let wider else { return [Piece(index: index, places: rows)] }
        let known = wider.matching.pieces(
            of: rows.clamped(to: 0..<wider.end), in: index, isExtended: wider.isExtended)
        let others = Piece(index: index, places: rows.clamped(to: wider.end..<index.count))
        return (known + [others]).filter { !$0.places.isEmpty }
    }

    /// Splits rows into several ranges per task, which are so large that their overhead doesn't matter.
    ///
    /// - Parameters:
    ///   - known: the number of rows that match the wider pattern.
    ///   - parts: the number of tasks.
    private func ranges(_ rows: Range<Int>, known: Int, parts: Int) -> [Range<Int>] {
        guard let wider, rows.lowerBound < wider.end else { return Self.split(rows, for: parts) }
        let length = Self.length(known, for: parts)
        return Self.split(rows.clamped(to: 0..<wider.end), of: wider.matching, into: length)
            + Self.split(rows.clamped(to: wider.end..<index.count), for: parts)
    }

    /// Returns the number of rows to search in one range, if `parts` tasks search `count` rows in total.
    ///
    /// A few thousand rows are not split, because waking another thread may take longer than searching them.
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

    /// Splits rows into ranges that contain about `length` matching rows each; the last range may contain fewer.
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
