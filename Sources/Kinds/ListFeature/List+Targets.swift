import FHJSON
import FHKindParts
import FeatureKit

/// The target of an action: the named rows, all rows except the named ones, or the selected rows.
enum RowTarget: Sendable, Equatable {
    case ids([String])
    /// Every row that passes the filter, including rows that are not loaded, except the rows with these ids.
    case allExcept([String])
    /// The selected rows, or the active row if none is selected.
    case selection
}

/// An edit of every row.
///
/// It waits until all rows are loaded.
struct BulkEdit: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case delete
        case update(JSONText)
        case toggle(String)
    }

    let kind: Kind
    let except: [String]
    /// The token of the feature that waits for the edit; nil if none does.
    var token: String?

    /// The name of the action on the wire.
    var name: String {
        switch kind {
        case .delete: "deleteItems"
        case .update: "updateItems"
        case .toggle: "toggleItem"
        }
    }
}

extension List {
    /// Edits the rows of a target as one undo step, in one write.
    func edit(_ kind: BulkEdit.Kind, _ target: RowTarget, _ state: inout ListState) -> Effect<Action> {
        switch state.resolved(target) {
        case .allExcept(let except):
            state.writing.bulk = BulkEdit(kind: kind, except: except, token: state.writing.token)
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

    /// Returns the patches that toggle a Boolean member of rows.
    ///
    /// With several rows, the member becomes true in all rows. If it is already true in all, it becomes false in all.
    private func toggles(_ ids: [String], _ key: String, _ state: ListState) -> [Edit.RowPatch] {
        let values = ids.map { BooleanSpelling.read(state.visible($0)?.member(key)) }
        let areTrue = values.allSatisfy { $0?.isOn == true }
        return zip(ids, values).compactMap { id, value in
            value.map { state.patch(id, .object(key, $0.spelling.value(!areTrue))) }
        }
    }

    /// Makes the edit of every row if all rows are loaded.
    ///
    /// Otherwise loads the next page.
    func continueBulk(_ state: inout ListState) -> Effect<Action> {
        guard let bulk = state.writing.bulk, state.loading.refresh != .loading, !state.loading.isRefreshWanted else {
            return .none
        }
        if state.loading.skipped > 0 { return loadFromFirst(&state) }
        if !state.loading.endReached { return append(&state) }
        state.writing.bulk = nil
        let except = Set<ExactText>(texts: bulk.except)
        let ids = state.shown.rows.keys.filter { !except.contains($0) && state.shown.pending[$0] != .delete }
        let token = state.writing.token
        state.writing.token = bulk.token
        defer { state.writing.token = token }
        return edit(bulk.kind, ids, isOfAll: true, &state)
    }

    /// Applies an action while an edit of every row waits.
    ///
    /// The action may load the last rows, which triggers the edit.
    func applyWithBulk(_ action: Action, _ state: inout ListState) -> Effect<Action> {
        let (old, pending) = (state.shown.rows, state.shown.pending)
        let effect = apply(action, &state)
        if state.writing.bulk != nil { return effect }
        // The hints are computed again, because rows may arrive and be changed or deleted in the same revision.
        let changed = state.changes.changed.distinct()
        state.noteChanges(from: old, pending)
        state.changes.noteChanged(changed, in: state.shown.rows)
        return effect
    }

    /// Reports the end of an edit of every row to the waiting feature, if the edit changes no row.
    private func settleBulk(_ failure: Failure?, _ state: inout ListState) {
        guard let token = state.writing.token else { return }
        state.writing.tracked["bulk \(token)"] = TrackedEdit(token: token, failure: failure)
    }

    /// Drops a waiting edit of every row, with an error.
    ///
    /// The reason is that not all rows could be loaded, or that the filter was changed.
    func dropBulk(_ state: inout ListState, _ reason: String) {
        guard let bulk = state.writing.bulk else { return }
        state.writing.bulk = nil
        let failure = Failure("notAllLoaded", "\(bulk.name) was not done: \(reason); do it again", retryable: false)
        if let token = bulk.token {
            state.writing.tracked["bulk \(token)"] = TrackedEdit(token: token, failure: failure)
        } else {
            state.faults.list.add(failure, display: .banner, operation: "bulk")
        }
    }
}

extension ListState {
    /// Returns the target, with the selection replaced by ids; nil if no row is selected or active.
    func resolved(_ target: RowTarget) -> RowTarget? {
        guard case .selection = target else { return target }
        if targets.selection.all { return .allExcept(targets.selection.except) }
        let ids = targets.selection.ids
        if !ids.isEmpty { return .ids(ids) }
        return activeID.map { .ids([$0]) }
    }

    /// Returns the row with this id as it is shown; for a row that is not shown, its last loaded value.
    func visible(_ id: String) -> SourceRow? { shown.rows[id]?.source ?? known(id) }

    /// Keeps the last loaded values of the rows that are selected or active, and no longer loaded.
    ///
    /// So a question or a sheet about the active row stays open when a filter excludes the row.
    ///
    /// - Parameter old: the rows that were shown before.
    mutating func keepLastKnown(of old: Rows) {
        var kept: [ExactText: SourceRow] = [:]
        for id in targets.selection.ids + [targets.chosenID].compactMap(\.self) where !confirmed.contains(id) {
            if let row = old[id]?.source ?? targets.lastKnown[id], !row.isDropped { kept[ExactText(id)] = row }
        }
        if !kept.isEmpty || !targets.lastKnown.isEmpty { targets.lastKnown = kept }
    }

    /// Deselects rows that no longer exist.
    ///
    /// Does nothing if further rows may exist: some pages are not loaded, a filter is set, or the source has failed
    /// before its last row.
    ///
    /// - Parameter page: The page that has just arrived.
    mutating func dropMarksOfGone(after page: Page) {
        guard page.failure == nil, loading.isAllLoaded, !queryView.query.isFilter else { return }
        let confirmed = confirmed
        targets.selection.keep { confirmed.contains($0) }
        // All existing rows are loaded, so the last known values belong to rows that no longer exist.
        if !targets.lastKnown.isEmpty { targets.lastKnown = [:] }
        keepActive { confirmed.contains($0) }
    }
}
