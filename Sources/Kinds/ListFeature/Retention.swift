import FHKindParts
import FHRowCollections
import FeatureKit

/// The record of the rows whose values a list keeps.
///
/// A list with `maxPages` has such a record, and drops values far from its window. A row whose value was dropped keeps
/// its id and its position. So counts, ranges, selections, moves and hints are not affected.
struct Retention: Sendable, Equatable {
    /// The start of a page of a source with cursors.
    struct Mark: Sendable, Equatable {
        /// The id of the page's first row.
        let id: String
        let start: FetchRequest.Start
        let limit: Int
    }

    /// The minimum number of rows that keep their values.
    ///
    /// More rows keep their values if the window, with ``distance`` rows on each side, has more rows.
    private let room: Int
    /// The distance from the window, in rows, within which values are loaded.
    let distance: Int
    /// The status of loading dropped values again.
    var status = LoadStatus.idle
    /// The starts of pages, in page order; empty for a source with offsets.
    var marks: [Mark] = []
    /// The newest request for dropped values.
    var asked: LoadTicket?
    /// True if a load of dropped values has shown that the source no longer has the list's rows at their positions.
    ///
    /// Dropped values are then loaded only after all rows were loaded again.
    var isOutdated = false
    /// The range of rows that have values.
    ///
    /// A few other rows may have values too, such as rows that were edited far from the window.
    private var kept = 0..<0
    /// The id of the first row in ``kept``.
    ///
    /// Edits may have moved this row.
    private var firstID: String?

    init(room: Int, distance: Int) {
        self.room = room
        self.distance = distance
    }

    /// Resets the record after all rows were loaded again.
    mutating func restart() {
        self = Retention(room: room, distance: distance)
    }

    /// The positions of the rows that have values.
    func places(in rows: Rows) -> Range<Int> {
        let first = firstID.flatMap { rows.index(forKey: $0) } ?? min(kept.lowerBound, rows.count)
        return first..<min(first + kept.count, rows.count)
    }

    /// The positions of the rows that keep their values.
    ///
    /// The window is in the center.
    func placesNear(_ window: Window, among count: Int) -> Range<Int> {
        let room = max(room, window.limit + 2 * distance)
        let first = max(0, min(window.offset - (room - window.limit) / 2, count - room))
        return first..<min(first + room, count)
    }

    mutating func keep(_ places: Range<Int>, in rows: Rows) {
        kept = places
        firstID = places.isEmpty ? nil : rows.keys[places.lowerBound]
    }

    /// Returns the page that contains the row at a position, and the position of the page's first row.
    ///
    /// Nil for a source with offsets.
    func page(of place: Int, in rows: Rows) -> (mark: Mark, first: Int)? {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            // If the first row of a page is gone, the page counts as being before the position, and is skipped below.
            if rows.index(forKey: marks[middle].id) ?? -1 <= place { low = middle + 1 } else { high = middle }
        }
        for mark in marks[..<low].dropFirst().reversed() {
            if let first = rows.index(forKey: mark.id), first <= place { return (mark, first) }
        }
        return marks.first.map { ($0, 0) }
    }
}
