import FHJSON
import FHRowCollections
import FeatureKit
import OrderedCollections

/// The selected rows in the order of selection.
///
/// Rows stay selected when the query changes.
struct SelectedRows: Sendable, Equatable {
    private var rows: OrderedDictionary<ExactText, SourceRow> = [:]

    var isEmpty: Bool { rows.isEmpty }
    var ids: [String] { rows.keys.map(\.text) }
    var all: [SourceRow] { Array(rows.values) }

    subscript(id: String) -> SourceRow? { rows[ExactText(id)] }

    mutating func insert(_ row: SourceRow) { rows[ExactText(row.id)] = row }

    /// Deselects a row.
    ///
    /// - Returns: true if it was selected.
    mutating func remove(_ id: String) -> Bool { rows.removeValue(forKey: ExactText(id)) != nil }

    mutating func removeAll() { rows = [:] }

    /// Replaces the values of the selected rows by their values in `new`.
    ///
    /// - Parameter isAll: true if `new` has all rows of the source, so that a row that is not in it is deselected.
    mutating func update(from new: RowCollection, isAll: Bool) {
        for id in ids {
            let row = new[id: id]
            if row != nil || isAll { rows[ExactText(id)] = row }
        }
    }
}
