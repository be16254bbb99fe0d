import FHJSON
import FHKindParts
import FeatureKit

/// User actions on results: selecting results, and accepting the named, the selected or the active ones.
extension Search {
    func toggleSelection(_ id: String, _ state: inout SearchState) {
        if state.selected.remove(id) { return }
        guard let row = state.results?.row(id: id) else { return }
        if configuration.selection == .single { state.selected.removeAll() }
        state.selected.insert(row)
    }

    func accept(_ ids: [String]?, _ action: String?, _ state: inout SearchState) -> Effect<Action> {
        let rows = rows(toAccept: ids, state)
        if rows.isEmpty { return .none }
        state.errors.removeAll(of: Self.performID)
        let name = action ?? configuration.actions.first?.id ?? "accept"
        if performer(of: name) != nil { return perform(name, with: rows, &state) }
        remember(state.asked.query, &state)
        return .output(Output(name, rows: rows))
    }

    /// Returns the rows with the given ids; if `ids` is nil, the selected rows; if no row is selected, the active row.
    private func rows(toAccept ids: [String]?, _ state: SearchState) -> [SourceRow] {
        if let ids { return ids.compactMap { state.results?.row(id: $0) ?? state.selected[$0] } }
        if !state.selected.isEmpty { return state.selected.all }
        return state.activeRow.map { [$0] } ?? []
    }

    /// Puts a query at the front of the history.
    func remember(_ query: String, _ state: inout SearchState) {
        guard !query.isEmpty, configuration.historyLimit > 0, state.history.first != query else { return }
        state.history.removeAll { $0 == query }
        state.history.insert(query, at: 0)
        if state.history.count > configuration.historyLimit { state.history.removeLast() }
    }

    /// The actions that are refused regardless of their params.
    public func unavailable(in state: SearchState) -> [Unavailable] {
        var refused: [Unavailable] = []
        if let reason = state.appendRefusal { refused.append(Unavailable("loadMore", reason)) }
        if configuration.selection == .none { refused.append(Unavailable("toggleSelection", "selectionNone")) }
        if state.performing != nil {
            refused.append(Unavailable("accept", "performing"))
        } else if state.isStale {
            refused.append(Unavailable("accept", "staleResults"))
        } else if state.activeRow == nil, state.selected.isEmpty {
            refused.append(Unavailable("accept", "gone"))
        }
        return refused
    }

    /// Returns the refusal of an action because of its params; nil if the params are accepted.
    public func refusal(of action: Action, in state: SearchState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .setActive(let id): return reason(againstRow: id, state)
        case .setFilter(let choice):
            guard let id = choice?.id, !configuration.filters.contains(where: { isSameText($0.id, id) }) else {
                return nil
            }
            let advice = LikelyName.advice(
                for: id, among: configuration.filters.map(\.id), whenEmpty: "It declares no filters.")
            let name = LikelyName.shown(id)
            return .unavailable("unknownFilter", detail: "the search has no filter \(name). \(advice)")
        case .toggleSelection(let id):
            if state.selected[id] != nil { return nil }
            // While the results are stale, the row with this id may not be the row that the user means.
            return reason(againstRow: id, state) ?? (state.isStale ? .unavailable("staleResults") : nil)
        case .accept(let id, let ids, let choice):
            // Without declared actions, any word can be an action.
            if let choice, !configuration.actions.isEmpty,
                let mistake = RowAction.mistake(in: choice, among: configuration.actions)
            {
                return mistake
            }
            if let ids = ids ?? id.map({ [$0] }) {
                if ids.isEmpty { return .unavailable("noTarget", detail: "ids must name at least one row") }
                let gone = ids.filter { state.results?.place(of: $0) == nil && state.selected[$0] == nil }
                if !gone.isEmpty { return .gone(gone.map { LikelyName.shown($0) }) }
                return ids.lazy.compactMap { reason(againstNamed: $0, state) }.first
            }
            return configuration.arrangement.enables(state.selected.all) ? nil : disabled([])
        default: return nil
        }
    }

    /// Returns the refusal of `accept` for a row; nil if the user can accept the row.
    ///
    /// A row is refused if it does not meet the condition for acceptance, or if it is neither a result nor selected.
    private func reason(againstNamed id: String, _ state: SearchState) -> ActionRefusal? {
        guard state.results?.place(of: id) == nil, let row = state.selected[id] else {
            return reason(againstRow: id, state)
        }
        return configuration.arrangement.enables([row]) ? nil : disabled([id])
    }

    /// Returns the refusal of an action on a row: the row is not a result, or can't be accepted; nil otherwise.
    private func reason(againstRow id: String, _ state: SearchState) -> ActionRefusal? {
        guard let results = state.results, let place = results.place(of: id) else {
            let detail = "the row \(LikelyName.shown(id)) is not among the results, or not any more"
            return .unavailable("gone", detail: detail)
        }
        return results.isEnabled(place) ? nil : disabled([id])
    }

    /// Returns the refusal to accept a row; if `ids` is empty, the refusal to accept the selected rows.
    private func disabled(_ ids: [String]) -> ActionRefusal {
        let rows = ids.isEmpty ? "one of the marked rows" : "the row \(LikelyName.shown(ids[0]))"
        let needs = configuration.enabledWhen.map { ": that needs \($0.words)" } ?? ""
        return .unavailable("disabled", detail: "\(rows) can't be accepted\(needs)")
    }

    /// Returns the message for an action that is unavailable regardless of its params; nil if the reason has none.
    public func explanation(of refused: Unavailable, in state: SearchState) -> String? {
        switch (refused.action, refused.reason) {
        case ("accept", "gone"): "no row is active or marked; send setActive or accept with an id"
        case ("loadMore", "endReached"): "there are no more results"
        default: nil
        }
    }
}
