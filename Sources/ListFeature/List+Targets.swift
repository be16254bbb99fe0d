import FeatureKit
import JSON
import Querying

/// The rows that an action is about: those that it names, all but some, or the marked ones.
enum RowTarget: Sendable, Equatable {
    case ids([String])
    /// Every row that the filter lets through, loaded or not, but for these.
    case allExcept([String])
    /// The marked rows, else the active one.
    case selection
}

/// An edit of every row, which waits until all rows are loaded.
struct BulkEdit: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case delete
        case update(JSONText)
        case toggle(String)
    }

    let kind: Kind
    let except: [String]
    /// Who waits for the edit.
    var token: String?

    /// The action, as clients name it.
    var name: String {
        switch kind {
        case .delete: "deleteItems"
        case .update: "updateItems"
        case .toggle: "toggleItem"
        }
    }
}

extension List {
    /// Edits the rows of a target as one step, in one write.
    func edit(_ kind: BulkEdit.Kind, _ target: RowTarget, _ state: inout ListState) -> Effect<Action> {
        switch state.resolved(target) {
        case .allExcept(let except):
            state.bulk = BulkEdit(kind: kind, except: except, token: state.token)
            return continueBulk(&state)
        case .ids(let ids): return edit(kind, ids, isOfAll: false, &state)
        case .selection, nil: return .none
        }
    }

    private func edit(
        _ kind: BulkEdit.Kind, _ ids: [String], isOfAll: Bool, _ state: inout ListState
    ) -> Effect<Action> {
        if ids.isEmpty {
            settleBulk(nil, &state)
            return .none
        }
        let change: Edit.Change
        switch kind {
        case .delete: change = .delete(ids)
        case .update(let patch): change = .update(ids.map { state.patch($0, patch) })
        case .toggle(let key): change = .update(toggles(ids, key, state))
        }
        return edit(change, isOfAll: isOfAll, &state)
    }

    /// One row is turned over; of several all become true, unless all are.
    private func toggles(_ ids: [String], _ key: String, _ state: ListState) -> [Edit.RowPatch] {
        let values = ids.map { BooleanSpelling.read(state.visible($0)?.member(key)) }
        let areTrue = values.allSatisfy { $0?.isOn == true }
        return zip(ids, values).compactMap { id, value in
            value.map { state.patch(id, .object(key, $0.spelling.value(!areTrue))) }
        }
    }

    /// Makes the edit of every row, or loads what is missing of them.
    func continueBulk(_ state: inout ListState) -> Effect<Action> {
        guard let bulk = state.bulk, state.loading.refresh != .loading, !state.loading.isRefreshWanted else {
            return .none
        }
        if !state.loading.endReached { return append(&state) }
        state.bulk = nil
        let except = Set<ExactText>(texts: bulk.except)
        let ids = state.shown.rows.keys.filter { !except.contains($0) && state.shown.pending[$0] != .delete }
        let token = state.token
        state.token = bulk.token
        defer { state.token = token }
        return edit(bulk.kind, ids, isOfAll: true, &state)
    }

    /// Applies an action while an edit of every row waits, which may be made in the revision that brings the last rows.
    func applyWithBulk(_ action: Action, _ state: inout ListState) -> Effect<Action> {
        let (old, pending) = (state.shown.rows, state.shown.pending)
        let effect = apply(action, &state)
        if state.bulk != nil { return effect }
        // Rows that came and were changed, or went, in one revision are what they are at its end.
        let changed = state.changes.changed.distinct()
        state.noteChanges(from: old, pending)
        state.changes.noteChanged(changed, in: state.shown.rows)
        return effect
    }

    /// Whoever waits for an edit that is not made learns of its end.
    private func settleBulk(_ failure: Failure?, _ state: inout ListState) {
        guard let token = state.token else { return }
        state.tracked["bulk \(token)"] = TrackedEdit(token: token, failure: failure)
    }

    /// Not all rows could be loaded, or others are wanted now: the edit is not made, and that is said.
    func dropBulk(_ state: inout ListState, _ reason: String) {
        guard let bulk = state.bulk else { return }
        state.bulk = nil
        let failure = Failure("notAllLoaded", "\(bulk.name) was not done: \(reason); do it again", retryable: false)
        if let token = bulk.token {
            state.tracked["bulk \(token)"] = TrackedEdit(token: token, failure: failure)
        } else {
            state.errors.add(failure, display: .banner, operation: "bulk")
        }
    }
}

extension ListState {
    /// The rows that a target means now; nil where it means none.
    func resolved(_ target: RowTarget) -> RowTarget? {
        guard case .selection = target else { return target }
        if selection.all { return .allExcept(selection.except) }
        let ids = selection.ids
        if !ids.isEmpty { return .ids(ids) }
        return activeID.map { .ids([$0]) }
    }

    /// A row as it is shown, or, where it is marked and not shown, as it was seen last.
    func visible(_ id: String) -> SourceRow? { shown.rows[id]?.source ?? known(id) }

    /// Keeps what is known of marked rows that are not among those shown any more.
    ///
    /// - Parameter old: the rows that were shown.
    mutating func keepMarked(of old: Rows) {
        if selection.ids.isEmpty {
            if !marked.isEmpty { marked = [:] }
            return
        }
        var kept: [ExactText: SourceRow] = [:]
        for id in selection.ids where !confirmed.contains(id) {
            if let row = old[id]?.source ?? marked[id], !row.isDropped { kept[ExactText(id)] = row }
        }
        marked = kept
    }

    /// Drops the marks of rows that are gone: all rows are here, and no filter leaves any out.
    mutating func dropMarksOfGone() {
        guard loading.endReached, !sight.query.isFilter else { return }
        let confirmed = confirmed
        selection.keep { confirmed.contains($0) }
        // What was known of them is no row any more.
        if !marked.isEmpty { marked = [:] }
        keepActive { confirmed.contains($0) }
    }
}
