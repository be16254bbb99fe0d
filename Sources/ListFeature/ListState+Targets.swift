import FeatureKit
import JSON

extension ListState {
    /// How many rows a question about all of them may name.
    private static let namedRows = 4

    /// The rows that an action on rows is about: the selected ones, and only where none is selected the active one; nil if
    /// there are none.
    ///
    /// A selected row counts also where the filter leaves it out, as it was seen last.
    ///
    /// - Throws: ``ActionRefusal/gone(_:_:)`` with the selected rows of which nothing is known any more: nothing is done to
    ///   the others alone.
    func targetedItems() throws(ActionRefusal) -> TargetedItems? {
        if selection.all { return allItems(except: selection.except) }
        let ids = selection.ids
        if ids.isEmpty { return activeID.flatMap { shown.rows[$0] }.map { TargetedItems([$0.source]) } }
        var rows: [SourceRow] = []
        var missing: [String] = []
        for id in ids {
            if let row = visible(id) { rows.append(row) } else { missing.append(id) }
        }
        if !missing.isEmpty { throw .gone(missing, "selected") }
        return TargetedItems(rows)
    }

    /// Every row but some, loaded or not, as they are now.
    func allItems(except: [String]) -> TargetedItems {
        let first = shown.rows.values.lazy.filter { row in !except.contains { row.source.hasID($0) } }
        let known = loading.endReached && isLoaded ? shown.rows.count : totalCount
        // One that is not among the rows is not among those that are counted either.
        let count = known.map { $0 - except.count { shown.rows.contains($0) || !loading.endReached } }
        return TargetedItems(
            allExcept: except, first: first.prefix(Self.namedRows).map(\.source), count: count.map { max(0, $0) })
    }
}
