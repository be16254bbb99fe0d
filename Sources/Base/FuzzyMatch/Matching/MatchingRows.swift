/// The rows that match a pattern, kept for a later pattern that narrows it.
///
/// The rows are a set of row numbers or, if there are few rows, lists.
enum MatchingRows: Sendable {
    case set(RowSet)
    /// Lists of the matching rows in consecutive parts of the index.
    case lists([Shortlist])

    /// The matching rows of a part of the index, before they are appended to the rows of the preceding parts.
    enum Part: Sendable {
        case set(RowSet)
        case lists([Shortlist])

        /// True if the rows are lists, which need the positions and alignments of the matches.
        var isListing: Bool { if case .lists = self { true } else { false } }

        /// Adds an empty list for the matches of a chunk; does nothing if the rows are a set.
        mutating func begin(_ piece: Piece) {
            if case .lists(let lists) = self { self = .lists(lists + [Shortlist(foundIn: piece)]) }
        }

        mutating func append(_ found: Scan.Found) {
            switch self {
            case .set(var set):
                // Releases the second reference to the set, so that it is changed in place.
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

    /// Returns an empty part for a range of rows.
    func part(for rows: Range<Int>) -> Part {
        switch self {
        case .set: .set(RowSet(rows: rows))
        case .lists: .lists([])
        }
    }

    /// Appends the matching rows of the next part.
    mutating func append(_ part: Part) {
        switch part {
        case .set(let rows):
            guard case .set(var set) = self else { preconditionFailure("numbers behind lists") }
            self = .lists([])
            set.formUnion(rows)
            self = .set(set)
        case .lists(let more):
            guard case .lists(let lists) = self else { preconditionFailure("lists behind numbers") }
            // An empty list would keep its texts in memory.
            self = .lists(lists + more.filter { !$0.rows.isEmpty })
        }
    }

    /// Replaces the lists by a set, for an index with `rows` rows.
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

    /// Returns the row after the first `count` matching rows of a range.
    ///
    /// A set rounds this row up to a multiple of 64. If the whole range contains fewer matching rows, returns its end
    /// and the number of missing rows.
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

    /// Returns the chunks that contain the matching rows in a range.
    ///
    /// - Parameter isExtended: true if the new pattern begins with the pattern that found the rows.
    func pieces(of rows: Range<Int>, in index: SearchIndex, isExtended: Bool) -> [Piece] {
        switch self {
        case .set(let set): [Piece(index: index, places: rows, candidates: set)]
        case .lists(let lists):
            lists.map { Piece(list: $0, members: $0.members(in: rows), isExtended: isExtended) }
        }
    }

    /// True if new lists would speed up the search for a pattern that narrows the current one.
    ///
    /// - Parameters:
    ///   - count: the number of rows that the lists would have together.
    ///   - isCopying: true if the lists would copy their texts.
    func isWorthListing(count: Int, isCopying: Bool) -> Bool {
        switch self {
        case .set: (1024...Shortlist.limit).contains(count)
        // Matches that were found in lists have the alignments of the previous pattern, so a few matches need no new
        // lists.
        case .lists: count > 0 && (isCopying || count >= 1024)
        }
    }

    /// True if the rows are a set, or if a list has more than four times `count` texts.
    ///
    /// Then most of the texts in memory don't belong to the matching rows, whose number is `count`.
    func isSparse(count: Int) -> Bool {
        switch self {
        case .set: true
        case .lists(let lists): lists.contains { $0.texts.count > 4 * count }
        }
    }
}
