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

    /// Asks the user, asks the source, or emits the rows, as the action declares.
    func accept(_ request: AcceptRequest, _ state: inout SearchState) -> Effect<Action> {
        guard let action = action(of: request), let rows = try? rows(toAccept: request.ids, action, state) else {
            return .none
        }
        state.errors.removeAll(of: Self.performID)
        if let question = action.question, !request.isConfirmed {
            return .output(.present(question, about: rows.map(\.id)))
        }
        if action.performer != nil { return perform(action, with: rows, request.value, &state) }
        remember(state.asked.query, &state)
        return .output(Output(action.id, rows: rows))
    }

    /// The action that a request names, or the default; nil for an unknown action.
    ///
    /// Without declared actions, any word can be an action.
    private func action(of request: AcceptRequest) -> RowAction? {
        let name = request.action ?? configuration.actions.first?.id ?? "accept"
        return configuration.actions.named(name)
            ?? (configuration.actions.isEmpty ? RowAction(id: name, title: name) : nil)
    }

    /// Returns the rows to which an action applies: the rows with the given ids or, if `ids` is nil, the rows of the
    /// action's scope.
    ///
    /// - Throws: the reason why the action is refused.
    private func rows(
        toAccept ids: [String]?, _ action: RowAction, _ state: SearchState
    ) throws(ActionRefusal) -> [SourceRow] {
        if action.scope == .none {
            if ids == nil { return [] }
            throw .unavailable("noRows", detail: "\(action.title) is about no rows; leave out the ids")
        }
        var rows = action.scope == .active ? state.activeRow.map { [$0] } ?? [] : state.targetedRows
        if let ids { rows = ids.distinct().compactMap { state.results?.row(id: $0) ?? state.selected[$0] } }
        if rows.isEmpty { throw .unavailable("gone") }
        if action.scope == .active, rows.count > 1 {
            throw .unavailable("severalRows", detail: "\(action.title) is about one row, and not about \(rows.count)")
        }
        let applicable = action.applicable(rows)
        if applicable.isEmpty { throw action.notApplicable }
        return applicable
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
        } else if state.activeRow == nil, state.selected.isEmpty,
            configuration.actions.allSatisfy({ $0.scope != .none })
        {
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
        case .accept(let id, let ids, let choice, _, _):
            let request = AcceptRequest(ids: ids ?? id.map { [$0] }, action: choice)
            guard let action = self.action(of: request) else {
                return configuration.actions.mistake(in: choice ?? "")
            }
            return refusal(of: action, request.ids, state)
        default: return nil
        }
    }

    /// Returns the refusal of an action on rows; nil if it is accepted.
    private func refusal(of action: RowAction, _ ids: [String]?, _ state: SearchState) -> ActionRefusal? {
        if let ids, action.scope != .none {
            if ids.isEmpty { return .unavailable("noTarget", detail: "ids must name at least one row") }
            let gone = ids.filter { state.results?.place(of: $0) == nil && state.selected[$0] == nil }
            if !gone.isEmpty { return .gone(gone.map { LikelyName.shown($0) }) }
            if let refusal = ids.lazy.compactMap({ reason(againstNamed: $0, state) }).first { return refusal }
        } else if !configuration.arrangement.enables(state.selected.all) {
            return disabled([])
        }
        do throws(ActionRefusal) {
            _ = try rows(toAccept: ids, action, state)
            return nil
        } catch {
            return error
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

/// The params of the action `accept`.
struct AcceptRequest: Sendable {
    /// The ids of the rows; nil for the rows of the action's scope.
    let ids: [String]?
    /// The id of a declared action; nil for the default.
    let action: String?
    /// The value that a form has supplied; nil for none.
    var value: JSONText?
    /// True if the user has confirmed the action, so that no question is asked.
    var isConfirmed = false
}

extension SearchState {
    /// The selected rows or, if none is selected, the active row.
    var targetedRows: [SourceRow] { selected.isEmpty ? activeRow.map { [$0] } ?? [] : selected.all }
}
