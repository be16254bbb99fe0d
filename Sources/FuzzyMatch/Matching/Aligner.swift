/// How a term lies in a field.
struct Alignment {
    let score: Int
    /// Of a fuzzy term the cell of its last unit, of others the place of their first one.
    let place: Int
}

/// Finds the best alignment of a term with a field.
struct Aligner {
    /// How many places of a unit are compared.
    ///
    /// It bounds the work in long fields. The first place behind the units before is always among them, so that nothing
    /// that matches is missed.
    private static let maximumPlaces = 1000

    private let bonuses = Scoring.Bonuses()
    /// The cells of the latest fuzzy alignment, unit by unit.
    private let cells = AlignmentTable()

    /// The best alignment; nil if the term doesn't match.
    func align(_ term: Term, _ text: some FieldText) -> Alignment? {
        let length = term.units.count
        guard length <= text.count else { return nil }
        switch term.kind {
        case .fuzzy: return alignFuzzy(term.units, text)
        case .exact: return alignExact(term.units, text)
        case .prefix: return run(term.units, text, at: 0)
        case .suffix: return run(term.units, text, at: text.count - length)
        case .equal: return length == text.count ? run(term.units, text, at: 0) : nil
        }
    }

    /// The places of a term's units in the alignment that was found last.
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

    /// The best place of all units one behind the other.
    private func alignExact(_ units: [UInt32], _ text: some FieldText) -> Alignment? {
        var best: Alignment?
        var places = text.places(of: units[0], from: 0)
        while let place = places.next(), place + units.count <= text.count {
            if let found = run(units, text, at: place), found.score > best?.score ?? .min { best = found }
        }
        return best
    }

    /// The alignment that begins at a place and has no gap.
    private func run(_ units: [UInt32], _ text: some FieldText, at start: Int) -> Alignment? {
        for index in units.indices where !text.has(units[index], at: start + index) { return nil }
        var score = Scoring.match * units.count + 2 * bonuses[text, start] - Scoring.delay(start)
        for index in units.indices.dropFirst() {
            score += max(Scoring.consecutive, bonuses[text, start + index])
        }
        if start + units.count > text.basenameStart { score += Scoring.basename }
        return Alignment(score: score, place: start)
    }

    /// The best places of the units in their order: all places of a unit are compared with all of the one before.
    private func alignFuzzy(_ units: [UInt32], _ text: some FieldText) -> Alignment? {
        cells.removeAll(capacity: units.count * min(text.count, Self.maximumPlaces))
        placeFirst(units[0], text)
        var row = 0..<cells.count
        for unit in units.dropFirst() where !row.isEmpty {
            place(unit, behind: row, text)
            row = row.upperBound..<cells.count
        }
        if row.isEmpty { return nil }
        let basename = text.basenameStart
        var best: Alignment?
        for cell in row {
            let score = Int(cells[cell].score) + (cells[cell].position >= basename ? Scoring.basename : 0)
            if score > best?.score ?? .min { best = Alignment(score: score, place: cell) }
        }
        return best
    }

    private func placeFirst(_ unit: UInt32, _ text: some FieldText) {
        var places = text.places(of: unit, from: 0)
        while cells.count < Self.maximumPlaces, let position = places.next() {
            let score = Scoring.match + 2 * bonuses[text, position] - Scoring.delay(position)
            cells.append(position: position, score: score, previous: -1)
        }
    }

    /// Places a unit behind the places of the one before, which are the cells of `row`; there is at least one.
    private func place(_ unit: UInt32, behind row: Range<Int>, _ text: some FieldText) {
        let limit = cells.count + Self.maximumPlaces
        var candidate = row.lowerBound
        // The best cell before a gap. As all gaps grow alike, it is compared as if the gap began at 0.
        var beforeGap = -1
        var scoreBeforeGap = 0
        var places = text.places(of: unit, from: Int(cells[candidate].position) + 1)
        while cells.count < limit, let position = places.next() {
            while candidate < row.upperBound, cells[candidate].position < position - 1 {
                let score = Int(cells[candidate].score) + Scoring.gapExtension * Int(cells[candidate].position)
                if beforeGap < 0 || score > scoreBeforeGap { (beforeGap, scoreBeforeGap) = (candidate, score) }
                candidate += 1
            }
            let bonus = bonuses[text, position]
            var previous = beforeGap
            var score = Int.min
            if beforeGap >= 0 {
                score = scoreBeforeGap - Scoring.gapStart - Scoring.gapExtension * (position - 2) + bonus
            }
            if candidate < row.upperBound, cells[candidate].position == position - 1 {
                let run = Int(cells[candidate].score) + max(bonus, Scoring.consecutive)
                if run >= score { (previous, score) = (candidate, run) }
            }
            cells.append(position: position, score: score + Scoring.match, previous: previous)
        }
    }
}
