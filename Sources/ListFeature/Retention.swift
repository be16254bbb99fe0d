import FeatureKit

/// Of which rows a list keeps the values, where it lets go of those that are far from its window.
///
/// A row whose value was dropped keeps its id and its place: counts, ranges, selections, moves and hints know nothing
/// of it.
struct Retention: Sendable, Equatable {
    /// Where a page of a source that counts by cursors began.
    struct Mark: Sendable, Equatable {
        /// The page's first row.
        let id: String
        let start: FetchRequest.Start
        let limit: Int
    }

    /// How many rows keep their values, unless the window and what is near it are more.
    private let room: Int
    /// How near to the window rows must stand for their values to be wanted, in rows.
    let distance: Int
    /// Whether dropped values are being loaded again.
    var status = LoadStatus.idle
    /// In the order of their pages; empty for a source that counts by offsets.
    var marks: [Mark] = []
    /// What was asked for last.
    var asked: LoadTicket?
    /// Whether the source has other rows by now: no value is asked for before all rows are there anew.
    var isOutdated = false
    /// The rows that have values; few others have one too, such as those that were edited while they were far away.
    private var kept = 0..<0
    /// The first of them: edits may have given it another place since.
    private var firstID: String?

    init(room: Int, distance: Int) {
        self.room = room
        self.distance = distance
    }

    /// Nothing was dropped: all rows are new.
    mutating func restart() {
        self = Retention(room: room, distance: distance)
    }

    /// The places of the rows that have values.
    func places(in rows: Rows) -> Range<Int> {
        let first = firstID.flatMap { rows.index(forKey: $0) } ?? min(kept.lowerBound, rows.count)
        return first..<min(first + kept.count, rows.count)
    }

    /// The places whose rows keep their values: as many as there is room for, with the window in their middle.
    func placesNear(_ window: Window, among count: Int) -> Range<Int> {
        let room = max(room, window.limit + 2 * distance)
        let first = max(0, min(window.offset - (room - window.limit) / 2, count - room))
        return first..<min(first + room, count)
    }

    mutating func keep(_ places: Range<Int>, in rows: Rows) {
        kept = places
        firstID = places.isEmpty ? nil : rows.keys[places.lowerBound]
    }

    /// The page of a source that counts by cursors which brings the row at a place, and the place of its first row.
    func page(of place: Int, in rows: Rows) -> (mark: Mark, first: Int)? {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            // One whose row is gone counts as one before it, and is stepped over below.
            if rows.index(forKey: marks[middle].id) ?? -1 <= place { low = middle + 1 } else { high = middle }
        }
        for mark in marks[..<low].dropFirst().reversed() {
            if let first = rows.index(forKey: mark.id), first <= place { return (mark, first) }
        }
        return marks.first.map { ($0, 0) }
    }
}
