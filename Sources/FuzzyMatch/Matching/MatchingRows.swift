/// The rows that a pattern found, for another one that narrows it: their numbers, or, where there are few, copies.
enum MatchingRows: Sendable {
    case set(RowSet)
    /// One list behind the other.
    case copies([Shortlist])

    /// Those among some rows, to be appended.
    enum Part: Sendable {
        case set(RowSet)
        case copies(Shortlist)

        /// Whether what is found has to say where and how it was.
        var isCopying: Bool { if case .copies = self { true } else { false } }

        mutating func append(_ found: Scan.Found, of index: SearchIndex) {
            switch self {
            case .set(var set):
                // So that nothing else holds the set, which would be copied.
                self = .set(RowSet(count: 0))
                set.insert(found.matches.lazy.map(\.row))
                self = .set(set)
            case .copies(var list):
                self = .set(RowSet(count: 0))
                list.append(found, of: index)
                self = .copies(list)
            }
        }
    }

    /// A part without rows, for some of an index.
    func part(for rows: Range<Int>, of index: SearchIndex) -> Part {
        switch self {
        case .set: .set(RowSet(rows: rows))
        case .copies: .copies(Shortlist(weights: index.weights))
        }
    }

    /// Appends what was found behind all rows that are there.
    mutating func append(_ part: Part) {
        switch part {
        case .set(let rows):
            guard case .set(var set) = self else { preconditionFailure("numbers behind copies") }
            self = .copies([])
            set.formUnion(rows)
            self = .set(set)
        case .copies(let list):
            guard case .copies(let lists) = self else { preconditionFailure("copies behind numbers") }
            self = .copies(lists + [list])
        }
    }

    /// Keeps numbers only from now on, in an index with so many rows.
    mutating func forgetCopies(rows: Int) {
        switch self {
        case .set(var set):
            self = .copies([])
            set.grow(to: rows)
            self = .set(set)
        case .copies(let lists):
            var set = RowSet(count: rows)
            for list in lists { set.insert(list.rows) }
            self = .set(set)
        }
    }

    /// Where so many of the rows end, and how many are missing if there are not as many.
    func end(of count: Int, in range: Range<Int>) -> (end: Int, missing: Int) {
        switch self {
        case .set(let set): return set.end(of: count, in: range)
        case .copies(let lists):
            var missing = count
            for list in lists {
                let places = list.places(in: range)
                if missing > 0, missing <= places.count {
                    return (Int(list.rows[places.lowerBound + missing - 1]) + 1, 0)
                }
                missing -= places.count
            }
            return count > 0 ? (range.upperBound, max(missing, 0)) : (range.lowerBound, 0)
        }
    }

    /// Where the rows in a range are to be looked at.
    ///
    /// - Parameter knownUnits: how many units of the pattern that is asked for now found them.
    func pieces(of rows: Range<Int>, in index: SearchIndex, knownUnits: Int) -> [Piece] {
        switch self {
        case .set(let set): [Piece(index: index, places: rows, candidates: set)]
        case .copies(let lists):
            lists.map {
                Piece(
                    index: $0.index, places: $0.places(in: rows), rows: $0.rows, cells: $0.cells,
                    knownUnits: knownUnits)
            }
        }
    }
}
