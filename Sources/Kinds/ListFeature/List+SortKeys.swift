import FHJSON
import FHKindParts
import FeatureKit

/// The keys by which rows can be sorted.
extension List {
    /// The maximum number of rows searched for an undeclared member.
    private static let searchedRows = 10_000

    /// The first sort key that occurs in no row; nil if there is none.
    ///
    /// An undeclared member may occur in a row that is not loaded. Such a key is accepted.
    func unknownKey(of sort: [SortKey], in state: ListState) -> String? {
        sort.map(\.key).first { !isKnown($0, in: state) }
    }

    /// The keys that the refusal of an unknown sort key lists: the keys of the columns, the declared keys and the
    /// members of the first row.
    func knownKeys(in state: ListState) -> [String] {
        let members = state.shown.rows.values.first?.source.value.value.members.map { $0.key } ?? []
        return (state.head.columns.map(\.key) + (state.head.declaredKeys ?? []) + members).distinct()
    }

    private func isKnown(_ key: String, in state: ListState) -> Bool {
        let tokens = key.hasPrefix("/") ? (try? JSONPointer(parsing: key).tokens) ?? [] : []
        let names = [key] + tokens.prefix(1)
        let declared =
            [state.head.idKey] + state.head.columns.map(\.key) + (state.head.declaredKeys ?? [])
            + (configuration.sort + [state.head.groupBy].compactMap(\.self)).map(\.key)
        if declared.contains(where: { key in names.contains { isSameText($0, key) } }) { return true }
        let rows = state.shown.rows
        if rows.isEmpty { return true }
        let pointer = tokens.isEmpty ? nil : JSONPointer(tokens)
        var isWhole =
            state.loading.isAllLoaded && state.loading.production.failure == nil && !state.queryView.query.isFilter
            && rows.count <= Self.searchedRows
        for row in rows.values.lazy.prefix(Self.searchedRows) {
            if row.source.isDropped {
                isWhole = false
            } else if row.source.member(key) != nil
                || pointer.map({ row.source.value.value.value(at: $0) != nil }) ?? false
            {
                return true
            }
        }
        return !isWhole && state.head.declaredKeys == nil
    }
}
