import FHJSON
import FeatureKit

extension ListState {
    /// The maximum number of rows that a confirmation lists, if it is about an action on all rows.
    private static let namedRows = 4

    /// The selected rows, or the active row if none is selected; nil if there is neither.
    ///
    /// A selected row that the filter hides counts too, with its last loaded value.
    ///
    /// - Throws: ``ActionRefusal/gone(_:_:)`` with the selected rows that no longer exist. An action never applies to
    ///   only a part of the selection.
    func targetedItems() throws(ActionRefusal) -> TargetedItems? {
        if targets.selection.all { return allItems(except: targets.selection.except) }
        let ids = targets.selection.ids
        if ids.isEmpty { return activeID.flatMap { shown.rows[$0] }.map { TargetedItems([$0.source]) } }
        var rows: [SourceRow] = []
        var missing: [String] = []
        for id in ids {
            if let row = visible(id) { rows.append(row) } else { missing.append(id) }
        }
        if !missing.isEmpty { throw .gone(missing, "selected") }
        return TargetedItems(rows)
    }

    /// Returns all rows that pass the filter, except the rows with the ids in `except`.
    ///
    /// The result also stands for rows that are not loaded. Its count is nil if the number of rows is unknown.
    func allItems(except: [String]) -> TargetedItems {
        let first = shown.rows.values.lazy.filter { row in !except.contains { row.source.hasID($0) } }
        // An id in `except` is not subtracted if it is known that no row has it.
        let count = knownCount.map { $0 - except.count { shown.rows.contains($0) || !loading.isAllLoaded } }
        return TargetedItems(
            allExcept: except, first: first.prefix(Self.namedRows).map(\.source), count: count.map { max(0, $0) })
    }
}
