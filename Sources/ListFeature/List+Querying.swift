import FeatureKit
import JSON
import Querying

/// Filter, sort and groups: another query is another load, whose rows begin at the top.
extension List {
    func setFilter(_ choice: FilterChoice?, _ state: inout ListState) -> Effect<Action> {
        let choice = choice.flatMap { $0.isEmpty ? nil : $0 }
        if choice == state.filter { return .none }
        state.filter = choice
        return ask(&state)
    }

    func setSort(_ sort: [SortKey], _ state: inout ListState) -> Effect<Action> {
        let sort = sort.map { key in
            SortKey(key.key, isDescending: key.isDescending, isNumber: state.isNumber(key.key))
        }
        if sort == state.sort { return .none }
        state.sort = sort
        return ask(&state)
    }

    private func ask(_ state: inout ListState) -> Effect<Action> {
        let query = configuration.query(state.filter, state.sort)
        if query.predicate != state.query.predicate || query.text != state.query.text {
            state.selection.narrow(to: state.shown.rows.keys)
            dropBulk(&state, "another filter was chosen")
        }
        state.query = query
        return load(&state)
    }
}

extension ListConfiguration {
    /// What the source is asked for; rows are sorted by their groups first.
    func query(_ filter: FilterChoice?, _ sort: [SortKey]) -> RowQuery {
        RowQuery(
            predicate: filters.first { isSameText($0.id, filter?.id) }?.predicate, text: filter?.text ?? "",
            textKeys: columns.isEmpty ? source.wordKeys : columns.map(\.key),
            sort: groupBy.map { group in [group] + sort.filter { !isSameText($0.key, group.key) } } ?? sort)
    }
}

extension ListState {
    /// Whether what was asked for last is what is shown.
    var showsQuery: Bool { query == sight.query }

    /// Whether the order of what is shown is a matter of the rows' values.
    var isSorted: Bool { sight.isSorted }

    /// Whether the source holds a column's values as numbers, or as the text of numbers.
    func isNumber(_ key: String) -> Bool { columns.contains { isSameText($0.key, key) && $0.type == .number } }
}

extension Row {
    /// The group that this row belongs to; nil where there are no groups.
    func section(in group: SortKey?) -> String? {
        guard let group else { return nil }
        var texts = MemberTexts([group.key])
        return source.withTexts { _, value in texts.label(of: value) }
    }
}
