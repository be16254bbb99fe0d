import FHJSON
import FeatureKit

/// A query view: the filter and the sort of a list, and the rows that edits have hidden.
struct QueryView: Sendable, Equatable {
    /// A row that an edit has hidden, but that is still in the source.
    struct HiddenRow: Sendable, Equatable {
        let row: Row
        /// The id of the row before which the hidden row was; nil if it was the last row.
        let before: String?
        /// True if no row was added, removed or moved since the row was hidden.
        var isPlaceKnown = true
    }

    var query: RowQuery
    private(set) var hidden: [ExactText: HiddenRow] = [:]

    init(_ query: RowQuery) {
        self.query = query
    }

    /// True if the order of the rows depends on their values.
    var isSorted: Bool { !query.sort.isEmpty }

    /// The row with this id, visible or hidden.
    func row(_ id: String, in rows: Rows) -> Row? { rows[id] ?? hidden[id]?.row }

    /// True if a row passes the filter.
    ///
    /// A row whose value was dropped counts as passing, because it passed the filter when its value was loaded.
    func shows(_ row: Row) -> Bool { !query.isFilter || row.source.isDropped || query.matches(row.source.value) }

    private mutating func hide(_ row: Row, before: String?) {
        hidden[row.id] = HiddenRow(row: row, before: before)
    }

    /// True if the row is hidden and the position at which it would become visible again is known.
    func isPlaceKnown(of id: String) -> Bool {
        hidden[id].map { $0.isPlaceKnown || isSorted } ?? false
    }

    /// Marks the positions of all hidden rows as unknown, after rows were added, removed or moved.
    mutating func forgetPlaces() {
        for id in hidden.keys { hidden[id]?.isPlaceKnown = false }
    }

    /// Marks the position of a hidden row as unknown.
    mutating func forgetPlace(of id: String) {
        hidden[id]?.isPlaceKnown = false
    }

    mutating func forget(_ id: String) {
        if !hidden.isEmpty { hidden[id] = nil }
    }

    /// Updates a changed row.
    ///
    /// The row is hidden, keeps its position, or moves to its sorted position.
    mutating func put(_ row: Row, in rows: inout Rows) {
        let known = hidden.isEmpty ? nil : hidden[row.id]
        if !shows(row) {
            hidden[row.id] = HiddenRow(
                row: row, before: known?.before ?? rows.follower(of: row.id),
                isPlaceKnown: known?.isPlaceKnown ?? true)
            return rows.remove(CollectionOfOne(row.id))
        }
        show(row, before: known?.before, in: &rows)
    }

    /// Inserts a new row at its position, or hides the row.
    mutating func insert(_ row: Row, before: String?, in rows: inout Rows) {
        if !shows(row) {
            hide(row, before: before)
            // If the insert is retried, the row may already be among the rows.
            return rows.remove(CollectionOfOne(row.id))
        }
        show(row, before: before, in: &rows)
    }

    private mutating func show(_ row: Row, before: String?, in rows: inout Rows) {
        if !hidden.isEmpty { hidden[row.id] = nil }
        rows.put(row, at: before.flatMap { rows.index(forKey: $0) } ?? rows.count)
        sort(row, in: &rows)
    }

    /// Moves a row to its sorted position, unless it is already in order with its neighbors.
    private func sort(_ row: Row, in rows: inout Rows) {
        guard isSorted, let place = rows.index(forKey: row.id) else { return }
        let text = row.source.value
        let isBehindRight = place == 0 || !query.precedes(text, rows[place - 1].value.source.value)
        let isBeforeRight = place == rows.count - 1 || !query.precedes(rows[place + 1].value.source.value, text)
        if isBehindRight, isBeforeRight { return }
        rows.remove(CollectionOfOne(row.id))
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if query.precedes(text, rows[middle].value.source.value) { high = middle } else { low = middle + 1 }
        }
        rows.put(row, at: low)
    }
}
