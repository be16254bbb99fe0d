/// The alignment of a term with a field: a position in the field for each unit (folded character) of the term.
struct Alignment {
    let score: Int
    /// The position of the first matched unit.
    let begin: Int
    /// For a fuzzy term, the index of the last unit's ``AlignmentCell``.
    ///
    /// For other terms, the position of the first unit.
    let place: Int

    /// A placeholder for an alignment below the cutoff score.
    static let poor = Alignment(score: -1, begin: 0, place: -1)
}

/// Finds the best alignment of a term with a field.
struct Aligner: ~Copyable {
    /// The cutoff of an alignment: alignments with a lower score need not be computed.
    struct Bar {
        let score: Int
        /// An upper bound of the bonus for a position in the field.
        let bonus: Int

        /// No cutoff.
        static let none = Bar(score: 0, bonus: Scoring.best)
    }

    /// The maximum number of positions that are compared in a field, for all units of all terms.
    ///
    /// The maximum limits the work in long fields. For each unit, the first possible position is always compared, so
    /// that no match is missed.
    private static let maximumPlaces = 1 << 16

    /// The maximum number of positions that are compared in a field for a single term.
    private let maximumPlaces: Int
    /// The bonuses of positions; see ``Scoring/bonuses``.
    private let bonuses: UnsafeBufferPointer<UInt8>
    private var places = PlaceTable()
    /// The cells of the latest fuzzy alignment, unit by unit.
    private var cells = AlignmentCells()
    /// The range of the last unit's cells in `cells`.
    ///
    /// Empty if the number of compared positions was limited, and for a term that is not fuzzy.
    private var lastRow = 0..<0
    /// The work done so far, in steps of a few nanoseconds.
    private(set) var work = 0

    init(bonuses: UnsafeBufferPointer<UInt8>, termCount: Int) {
        self.bonuses = bonuses
        maximumPlaces = Self.maximumPlaces / max(1, termCount)
    }

    /// Returns the best alignment; nil if the term doesn't match.
    ///
    /// - Parameter bar: the cutoff. ``Alignment/poor`` is returned if the score can't reach the cutoff.
    mutating func align(
        _ term: Term, _ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText, bar: Bar
    ) -> Alignment? {
        let length = units.count
        lastRow = 0..<0
        guard length <= text.count else { return nil }
        switch term.kind {
        case .fuzzy: return alignFuzzy(units, text, bar: bar)
        case .exact: return alignExact(units, text)
        case .prefix: return run(units, text, at: 0)
        case .suffix: return run(units, text, at: text.count - length)
        case .equal: return length == text.count ? run(units, text, at: 0) : nil
        }
    }

    /// Continues the alignment of a fuzzy term whose first units are already aligned.
    ///
    /// - Parameters:
    ///   - known: the cells of the last aligned unit; at least one.
    ///   - units: the remaining units; at least one.
    mutating func extend(
        _ known: UnsafeBufferPointer<EndCells.Cell>, by units: UnsafeBufferPointer<UInt32>, _ text: some FieldText
    ) -> Alignment? {
        work &+= units.count &* text.wordCount
        lastRow = 0..<0
        guard places.fill(units, text, behind: Int(known[0].position)) else { return nil }
        cells.removeAll(capacity: known.count &+ text.count &* units.count)
        for cell in known { cells.append(AlignmentCell(cell)) }
        return place(units, 0..<units.count, behind: 0..<known.count, text, limit: text.count)
    }

    /// Returns an upper bound of the score of a known alignment that is extended by `count` units.
    ///
    /// - Parameters:
    ///   - known: the cells of the last aligned unit.
    ///   - bonus: an upper bound of the bonus for a position in the field.
    func bound(_ known: UnsafeBufferPointer<EndCells.Cell>, by count: Int, _ bonus: Int) -> Int {
        let best = known.reduce(0) { max($0, $1.score) }
        return Int(best) &+ count &* (Scoring.match &+ bonus)
    }

    /// True if all positions in the text are compared for a term with this number of units.
    func isBounded(_ unitCount: Int, _ text: some FieldText) -> Bool { unitCount &* text.count <= maximumPlaces }

    /// The cells of the last unit in the latest alignment; empty if they are incomplete.
    ///
    /// They are valid until the next alignment.
    var endCells: UnsafeBufferPointer<AlignmentCell> { cells[lastRow] }

    /// Returns the positions of a term's units in the latest alignment.
    func positions(of term: Term, _ alignment: Alignment) -> [Int] {
        guard term.kind == .fuzzy else { return Array(alignment.place..<(alignment.place + term.units.count)) }
        var positions: [Int] = []
        var cell = alignment.place
        while cell >= 0 {
            positions.append(Int(cells[cell].position))
            cell = Int(cells[cell].previous)
        }
        return positions.reversed()
    }

    /// Returns the best alignment without gaps between the units; nil if there is no such alignment.
    private mutating func alignExact(_ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText) -> Alignment? {
        var best: Alignment?
        for word in 0..<text.wordCount {
            var places = text.places(of: units[0], word: word)
            while places != 0 {
                let place = 64 * word + places.trailingZeroBitCount
                places &= places - 1
                guard place + units.count <= text.count else { return best }
                work &+= units.count
                if let found = run(units, text, at: place), found.score > best?.score ?? .min { best = found }
            }
        }
        return best
    }

    /// Returns the alignment of the units as an uninterrupted run at a position; nil if the text differs there.
    private func run(
        _ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText, at start: Int
    ) -> Alignment? {
        for index in units.indices where !text.has(units[index], at: start + index) { return nil }
        var first = bonus(text, start)
        var score = Scoring.match * units.count + 2 * first
        for index in units.indices.dropFirst() {
            let bonus = bonus(text, start + index)
            if bonus >= Scoring.boundary { first = max(first, bonus) }
            score += max(bonus, first, Scoring.consecutive)
        }
        return Alignment(score: score, begin: start, place: start)
    }

    /// Returns the best alignment of the units in this order, with or without gaps; nil if there is no such alignment.
    private mutating func alignFuzzy(
        _ units: UnsafeBufferPointer<UInt32>, _ text: some FieldText, bar: Bar
    ) -> Alignment? {
        work &+= units.count &* text.wordCount
        guard places.fill(units, text) else { return nil }
        var limit = text.count
        if !isBounded(units.count, text) { limit = max(1, maximumPlaces / units.count) }
        cells.removeAll(capacity: limit &* units.count)
        let first = placeFirst(text, limit: limit)
        if units.count > 1, bar.score > 0, bound(units.count, first: Int(cells[first].score), bar.bonus) < bar.score {
            return .poor
        }
        return place(units, 1..<units.count, behind: 0..<cells.count, text, limit: limit)
    }

    /// Adds cells for further units, and returns the best alignment.
    ///
    /// `first` is the range of the cells of the unit that precedes the units at `indices`.
    private mutating func place(
        _ units: UnsafeBufferPointer<UInt32>, _ indices: Range<Int>, behind first: Range<Int>, _ text: some FieldText,
        limit: Int
    ) -> Alignment {
        var row = first
        for unit in indices {
            place(unit, behind: row, text, limit: limit)
            row = row.upperBound..<cells.count
        }
        if limit == text.count { lastRow = row }
        var best = row.lowerBound
        for cell in row where cells[cell].score > cells[best].score { best = cell }
        return alignment(of: best)
    }

    private func alignment(of cell: Int) -> Alignment {
        Alignment(score: Int(cells[cell].score), begin: Int(cells[cell].begin), place: cell)
    }

    /// Returns an upper bound of the score of `count` units, if the first unit scores at most `first`.
    ///
    /// The bound assumes that every unit after the first gets `bonus`. It also assumes that a gap precedes a unit only
    /// if the unit never directly follows the preceding unit.
    private func bound(_ count: Int, first: Int, _ bonus: Int) -> Int {
        var bound = first &+ (count &- 1) &* (Scoring.match &+ bonus &- Scoring.gapStart)
        for unit in 1..<count where places.isRun(unit) { bound &+= Scoring.gapStart }
        return bound
    }

    /// Returns the bonus of a position.
    @inline(__always)
    private func bonus(_ text: some FieldText, _ position: Int) -> Int {
        Int(bonuses[Scoring.place(text.previousClass(at: position), text.characterClass(at: position))])
    }

    /// Adds the cells of the first unit.
    ///
    /// Returns the index of the best cell.
    private mutating func placeFirst(_ text: some FieldText, limit: Int) -> Int {
        var best = 0
        var places = places.places(0)
        while cells.count < limit, let position = places.next() {
            let score = Scoring.match &+ 2 &* bonus(text, position)
            cells.append(AlignmentCell(position, score: score, run: 1, begin: position, previous: -1))
            if score > cells[best].score { best = cells.count &- 1 }
        }
        return best
    }

    /// Adds cells for a unit, at most one for each possible position.
    ///
    /// `row` is the range of the preceding unit's cells, and is not empty.
    ///
    /// A position gets no cell if the unit's cell at an earlier position scores higher, even after the points for a gap
    /// up to this position are subtracted.
    private mutating func place(_ unit: Int, behind row: Range<Int>, _ text: some FieldText, limit: Int) {
        let start = cells.count
        // The preceding unit's last cell before the position.
        var before = row.lowerBound
        var places = places.places(unit)
        var left = limit
        while left > 0, let position = places.next() {
            left &-= 1
            work &+= 1
            while before + 1 < row.upperBound, cells[before + 1].position < position { before += 1 }
            let previous = cells[before]
            let gap = position &- 1 &- Int(previous.position)
            var score = Int(previous.score)
            var added = bonus(text, position)
            var run = 1
            if gap > 0 {
                score = Scoring.afterGap(score, gap)
            } else {
                run &+= Int(previous.run)
                let first = bonus(text, position &- run &+ 1)
                if added >= Scoring.boundary, added > first {
                    run = 1
                } else {
                    added = max(added, first, Scoring.consecutive)
                }
            }
            score &+= Scoring.match &+ added
            if cells.count > start {
                let last = cells[cells.count - 1]
                if score < Scoring.afterGap(Int(last.score), position &- Int(last.position)) { continue }
            }
            let begin = Int(previous.begin)
            cells.append(AlignmentCell(position, score: score, run: run, begin: begin, previous: before))
        }
    }
}
