import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Filter, sort and groups.
///
/// A new query starts a new load, and its rows are shown from the top.
extension List {
    func setFilter(_ choice: FilterChoice?, _ state: inout ListState) -> Effect<Action> {
        let choice = choice.flatMap { $0.isEmpty ? nil : $0 }
        if choice == state.request.filter { return .none }
        state.request.filter = choice
        return ask(&state)
    }

    func setSort(_ sort: [SortKey], _ state: inout ListState) -> Effect<Action> {
        let sort = sort.map { key in
            SortKey(key.key, isDescending: key.isDescending, isNumber: state.isNumber(key.key))
        }
        if sort == state.request.sort { return .none }
        state.request.sort = sort
        return ask(&state)
    }

    private func ask(_ state: inout ListState) -> Effect<Action> {
        let query = configuration.query(state.request.filter, state.request.sort)
        if query.predicate != state.request.query.predicate || query.text != state.request.query.text {
            state.targets.selection.narrow(to: state.shown.rows.keys)
            dropBulk(&state, "another filter was chosen")
        }
        state.request.query = query
        state.request.goal = nil
        return load(&state)
    }
}

extension ListConfiguration {
    /// The query for the source.
    ///
    /// Rows are sorted by group first.
    func query(_ filter: FilterChoice?, _ sort: [SortKey]) -> RowQuery {
        RowQuery(
            predicate: .both(fixed, filters.first { isSameText($0.id, filter?.id) }?.predicate),
            text: filter?.text ?? "",
            textKeys: columns.isEmpty ? source.wordKeys : columns.map(\.key),
            sort: groupBy.map { group in [group] + sort.filter { !isSameText($0.key, group.key) } } ?? sort)
    }
}

extension ListConfiguration {
    /// The value of an inserted row with the members of ``defaults`` that it lacks.
    func complete(_ value: JSONValue) -> JSONValue {
        guard let defaults = defaults?.value else { return value }
        return JSONText.build { json in
            json.beginObject()
            for (key, member) in value.members {
                json.key(key)
                json.value(member)
            }
            for (key, member) in defaults.members where value[key] == nil {
                json.key(key)
                json.value(member)
            }
            json.endObject()
        }.value
    }
}

extension ListState {
    /// True if the shown rows belong to the newest query.
    var showsQuery: Bool { request.query == queryView.query }

    /// True if the order of the rows depends on their values.
    var isSorted: Bool { queryView.isSorted }

    /// True if the values of a column are numbers, or text that represents numbers.
    func isNumber(_ key: String) -> Bool { head.columns.contains { isSameText($0.key, key) && $0.type == .number } }
}

extension Row {
    /// Returns the name of the group to which the row belongs; nil if `group`, the key of the groups, is nil.
    func section(in group: SortKey?) -> String? {
        guard let group else { return nil }
        var texts = MemberTexts([group.key])
        return source.withTexts { _, value in texts.label(of: value) }
    }
}
