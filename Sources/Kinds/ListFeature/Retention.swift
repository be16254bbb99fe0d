import FeatureKit

/// Tracks the rows whose values a list keeps, if it drops values far from its window.
///
/// A row whose value was dropped keeps its id and its position: counts, ranges, selections, moves and hints are
/// unaffected.
struct Retention: Sendable, Equatable {
    /// The start of a page of a cursor-based source.
    struct Mark: Sendable, Equatable {
        /// The id of the page's first row.
        let id: String
        let start: FetchRequest.Start
        let limit: Int
    }

    /// The number of rows that keep their values, unless the window and its surroundings are larger.
    private let room: Int
    /// The distance from the window, in rows, within which values are loaded.
    let distance: Int
    /// The status of loading dropped values again.
    var status = LoadStatus.idle
    /// The starts of pages, in page order; empty for an offset-based source.
    var marks: [Mark] = []
    /// The newest request for dropped values.
    var asked: LoadTicket?
    /// True if the source has other rows by now: no values are loaded until all rows are loaded anew.
    var isOutdated = false
    /// The range of rows that have values.
    ///
    /// A few other rows may have values too, such as rows edited far from the window.
    private var kept = 0..<0
    /// The id of the first row in ``kept``: edits may have moved it.
    private var firstID: String?

    init(room: Int, distance: Int) {
        self.room = room
        self.distance = distance
    }

    /// Resets the tracking after all rows were loaded anew.
    mutating func restart() {
        self = Retention(room: room, distance: distance)
    }

    /// The positions of the rows that have values.
    func places(in rows: Rows) -> Range<Int> {
        let first = firstID.flatMap { rows.index(forKey: $0) } ?? min(kept.lowerBound, rows.count)
        return first..<min(first + kept.count, rows.count)
    }

    /// The positions of the rows that keep their values, centered on the window.
    func placesNear(_ window: Window, among count: Int) -> Range<Int> {
        let room = max(room, window.limit + 2 * distance)
        let first = max(0, min(window.offset - (room - window.limit) / 2, count - room))
        return first..<min(first + room, count)
    }

    mutating func keep(_ places: Range<Int>, in rows: Rows) {
        kept = places
        firstID = places.isEmpty ? nil : rows.keys[places.lowerBound]
    }

    /// The page of a cursor-based source that contains the row at a position, and the position of the page's first row.
    func page(of place: Int, in rows: Rows) -> (mark: Mark, first: Int)? {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            // A page whose first row is gone counts as being before the position, and is skipped below.
            if rows.index(forKey: marks[middle].id) ?? -1 <= place { low = middle + 1 } else { high = middle }
        }
        for mark in marks[..<low].dropFirst().reversed() {
            if let first = rows.index(forKey: mark.id), first <= place { return (mark, first) }
        }
        return marks.first.map { ($0, 0) }
    }
}
