import FeatureKit
import JSON
import Querying

/// What of the source's rows a list shows, where an edit has changed what its filter and its sort say of a row.
struct Sight: Sendable, Equatable {
    /// A row that an edit took out of sight, and which the source still has.
    struct HiddenRow: Sendable, Equatable {
        let row: Row
        /// The row that it stood before.
        let before: String?
        /// Whether nothing has come, gone or moved since.
        var isPlaceKnown = true
    }

    /// What the rows were asked for by.
    var query: RowQuery
    private(set) var hidden: [ExactText: HiddenRow] = [:]

    init(_ query: RowQuery) {
        self.query = query
    }

    /// Whether the order of what is shown is a matter of the rows' values.
    var isSorted: Bool { !query.sort.isEmpty }

    /// The row with this id, in sight or out of it.
    func row(_ id: String, in rows: Rows) -> Row? { rows[id] ?? hidden[id]?.row }

    /// Whether the filter lets a row through.
    ///
    /// One whose value was dropped it has let through before.
    func shows(_ row: Row) -> Bool { !query.isFilter || row.source.isDropped || query.matches(row.source.value) }

    private mutating func hide(_ row: Row, before: String?) {
        hidden[row.id] = HiddenRow(row: row, before: before)
    }

    /// Whether it is known where a row out of sight belongs when it comes back.
    func isPlaceKnown(of id: String) -> Bool {
        hidden[id].map { $0.isPlaceKnown || isSorted } ?? false
    }

    /// Rows have come, gone or moved: those out of sight may stand elsewhere among them.
    mutating func forgetPlaces() {
        for id in hidden.keys { hidden[id]?.isPlaceKnown = false }
    }

    /// Where a row out of sight belongs among the rows is not known, or no longer.
    mutating func forgetPlace(of id: String) {
        hidden[id]?.isPlaceKnown = false
    }

    mutating func forget(_ id: String) {
        if !hidden.isEmpty { hidden[id] = nil }
    }

    /// Puts a row that was changed where it belongs: out of sight, where it is, or where the sort wants it.
    mutating func put(_ row: Row, in rows: inout Rows) {
        let known = hidden[row.id]
        if !shows(row) {
            hidden[row.id] = HiddenRow(
                row: row, before: known?.before ?? rows.follower(of: row.id),
                isPlaceKnown: known?.isPlaceKnown ?? true)
            return rows.remove(CollectionOfOne(row.id))
        }
        show(row, before: known?.before, in: &rows)
    }

    /// Puts a new row where it belongs.
    mutating func insert(_ row: Row, before: String?, in rows: inout Rows) {
        if !shows(row) {
            hide(row, before: before)
            // A row that was lost and is tried again may be there all the same.
            return rows.remove(CollectionOfOne(row.id))
        }
        show(row, before: before, in: &rows)
    }

    private mutating func show(_ row: Row, before: String?, in rows: inout Rows) {
        forget(row.id)
        rows.put(row, at: before.flatMap { rows.index(forKey: $0) } ?? rows.count)
        sort(row, in: &rows)
    }

    /// Moves a row to where the sort wants it, unless it stands right between its neighbours.
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
