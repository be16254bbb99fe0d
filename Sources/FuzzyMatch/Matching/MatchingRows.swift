/// The rows that a pattern found, for another one that narrows it: their numbers, or, where there are few, lists.
enum MatchingRows: Sendable {
    case set(RowSet)
    /// One list behind the other.
    case lists([Shortlist])

    /// Those among some rows, to be appended.
    enum Part: Sendable {
        case set(RowSet)
        case lists([Shortlist])

        /// Whether what is found has to say where and how it was.
        var isListing: Bool { if case .lists = self { true } else { false } }

        /// What is appended from now on was found in this piece.
        mutating func begin(_ piece: Piece) {
            if case .lists(let lists) = self { self = .lists(lists + [Shortlist(foundIn: piece)]) }
        }

        mutating func append(_ found: Scan.Found) {
            switch self {
            case .set(var set):
                // So that nothing else holds the set, which would be copied.
                self = .lists([])
                set.insert(found.matches.lazy.map(\.row))
                self = .set(set)
            case .lists(var lists):
                self = .lists([])
                lists[lists.count - 1].append(found)
                self = .lists(lists)
            }
        }
    }

    /// A part without rows, for some of an index.
    func part(for rows: Range<Int>) -> Part {
        switch self {
        case .set: .set(RowSet(rows: rows))
        case .lists: .lists([])
        }
    }

    /// Appends what was found behind all rows that are there.
    mutating func append(_ part: Part) {
        switch part {
        case .set(let rows):
            guard case .set(var set) = self else { preconditionFailure("numbers behind lists") }
            self = .lists([])
            set.formUnion(rows)
            self = .set(set)
        case .lists(let more):
            guard case .lists(let lists) = self else { preconditionFailure("lists behind numbers") }
            // One without rows would keep its texts.
            self = .lists(lists + more.filter { !$0.rows.isEmpty })
        }
    }

    /// Keeps numbers only from now on, in an index with so many rows.
    mutating func forgetLists(rows: Int) {
        switch self {
        case .set(var set):
            self = .lists([])
            set.grow(to: rows)
            self = .set(set)
        case .lists(let lists):
            var set = RowSet(count: rows)
            for list in lists { set.insert(list.rows) }
            self = .set(set)
        }
    }

    /// Where so many of the rows end, and how many are missing if there are not as many.
    func end(of count: Int, in range: Range<Int>) -> (end: Int, missing: Int) {
        switch self {
        case .set(let set): return set.end(of: count, in: range)
        case .lists(let lists):
            var missing = count
            for list in lists {
                let members = list.members(in: range)
                if missing > 0, missing <= members.count {
                    return (Int(list.rows[members.lowerBound + missing - 1]) + 1, 0)
                }
                missing -= members.count
            }
            return count > 0 ? (range.upperBound, max(missing, 0)) : (range.lowerBound, 0)
        }
    }

    /// Where the rows in a range are to be looked at.
    ///
    /// - Parameter isExtended: whether the pattern that is asked for now begins with the one that found them.
    func pieces(of rows: Range<Int>, in index: SearchIndex, isExtended: Bool) -> [Piece] {
        switch self {
        case .set(let set): [Piece(index: index, places: rows, candidates: set)]
        case .lists(let lists):
            lists.map { Piece(list: $0, members: $0.members(in: rows), isExtended: isExtended) }
        }
    }

    /// Whether lists of their own, so many rows in all, serve a pattern that narrows this one better.
    ///
    /// - Parameter isCopying: whether they have copies of their texts.
    func isWorthListing(count: Int, isCopying: Bool) -> Bool {
        switch self {
        case .set: (1024...Shortlist.limit).contains(count)
        // What was found in lists knows how it lies from the pattern before.
        case .lists: count > 0 && (isCopying || count >= 1024)
        }
    }

    /// Whether few of many texts are theirs, which lie apart then, and are held with the others.
    func isSparse(count: Int) -> Bool {
        switch self {
        case .set: true
        case .lists(let lists): lists.contains { $0.texts.count > 4 * count }
        }
    }
}
