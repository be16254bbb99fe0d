import FeatureKit
import JSON
import OrderedCollections

/// The rows that a person selected, in that order and whatever was searched for since.
struct SelectedRows: Sendable, Equatable {
    private var rows: OrderedDictionary<ExactText, SourceRow> = [:]

    var isEmpty: Bool { rows.isEmpty }
    var ids: [String] { rows.keys.map(\.text) }
    var all: [SourceRow] { Array(rows.values) }

    subscript(id: String) -> SourceRow? { rows[ExactText(id)] }

    /// Takes a row in.
    mutating func insert(_ row: SourceRow) { rows[ExactText(row.id)] = row }

    /// Takes a row out.
    ///
    /// - Returns: whether it was selected.
    mutating func remove(_ id: String) -> Bool { rows.removeValue(forKey: ExactText(id)) != nil }

    mutating func removeAll() { rows = [:] }

    /// Takes the rows as they are now.
    ///
    /// - Parameter isAll: whether rows that are not among these are gone.
    mutating func update(from new: RowCollection, isAll: Bool) {
        for id in ids {
            let row = new[id: id]
            if row != nil || isAll { rows[ExactText(id)] = row }
        }
    }
}
