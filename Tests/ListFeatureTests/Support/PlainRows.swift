import FHJSON
import FeatureKit

/// Rows in an array, with simple and slow reference implementations of all edits.
struct PlainRows: Sendable, Equatable {
    var rows: [SourceRow] = []

    var ids: [String] { rows.map(\.id) }

    subscript(id: String) -> SourceRow? { rows.first { $0.id == id } }

    /// Inserts a row before the row with the id `before`, or at the end if `before` is nil or no row has this id.
    mutating func insert(_ row: SourceRow, before: String?) {
        rows.removeAll { $0.id == row.id }
        rows.insert(row, at: place(before))
    }

    mutating func replace(_ row: SourceRow) {
        rows = rows.map { $0.id == row.id ? row : $0 }
    }

    mutating func delete(_ ids: [String]) {
        rows.removeAll { ids.contains($0.id) }
    }

    mutating func move(_ ids: [String], before: String?) {
        let moving = rows.filter { ids.contains($0.id) }
        delete(ids)
        rows.insert(contentsOf: moving, at: place(before))
    }

    mutating func move(_ ids: [String], behind anchor: String) {
        let moving = rows.filter { ids.contains($0.id) }
        delete(ids)
        rows.insert(contentsOf: moving, at: (rows.firstIndex { $0.id == anchor } ?? rows.count - 1) + 1)
    }

    /// Returns the rows that pass a query, in the order of the query.
    func asked(_ query: RowQuery) -> PlainRows {
        var asked = PlainRows()
        for row in rows where query.matches(row.value) { asked.sortIn(row, query) }
        return asked
    }

    /// Inserts a row before the first row that has to follow it under the query's sort.
    mutating func sortIn(_ row: SourceRow, _ query: RowQuery) {
        rows.removeAll { $0.id == row.id }
        rows.insert(row, at: rows.firstIndex { query.precedes(row.value, $0.value) } ?? rows.count)
    }

    /// True if the rows are in the order of the query.
    func isSorted(by query: RowQuery) -> Bool {
        zip(rows, rows.dropFirst()).allSatisfy { !query.precedes($1.value, $0.value) }
    }

    private func place(_ id: String?) -> Int { rows.firstIndex { $0.id == id } ?? rows.count }
}
