import FHJSON
import FHKindParts
import FeatureKit

/// The actions that a list refuses, with the reasons.
extension List {
    /// The actions that are refused regardless of their params.
    public func unavailable(in state: ListState) -> [Unavailable] {
        var refused: [Unavailable] = []
        // This is computed for each action and each snapshot, so the usual capacity is reserved.
        refused.reserveCapacity(16)
        // A reset would lose edits that the user believes to be saved.
        if isSaving(state) || state.performing != nil { refused.append(Unavailable("reset", "saving")) }
        if let reason = state.appendRefusal { refused.append(Unavailable("loadMore", reason)) }
        refuseEdits(in: state, &refused)
        if state.isSorted, state.head.capabilities.contains(.move) {
            refused.append(Unavailable("moveItems", "sorted"))
        }
        refuseSteps(in: state, &refused)
        if state.performing != nil { refused.append(Unavailable("accept", "performing")) }
        if !state.head.capabilities.contains(.query) {
            refused.append(Unavailable("setFilter", "cannotQuery"))
            refused.append(Unavailable("setSort", "cannotQuery"))
        }
        if state.targets.selection.mode != .multiple {
            let isNone = state.targets.selection.mode == .none
            if isNone { refused.append(Unavailable("select", "selectionNone")) }
            let reason = isNone ? "selectionNone" : "selectionSingle"
            if isNone { refused.append(Unavailable("toggleSelection", reason)) }
            refused.append(Unavailable("selectRange", reason))
            refused.append(Unavailable("selectAll", reason))
        }
        return refused
    }

    private func refuseEdits(in state: ListState, _ refused: inout [Unavailable]) {
        let capabilities = state.head.capabilities
        if capabilities.isSuperset(of: .all) { return }
        let edits: [(String, SourceCapabilities)] = [
            ("insertItem", .insert), ("insertItems", .insert), ("updateItem", .update), ("updateItems", .update),
            ("toggleItem", .update), ("deleteItems", .delete), ("moveItems", .move),
        ]
        for (action, ability) in edits where !capabilities.contains(ability) {
            refused.append(Unavailable(action, "readOnly"))
        }
    }

    private func refuseSteps(in state: ListState, _ refused: inout [Unavailable]) {
        func refuse(_ action: String, _ step: EditHistory.Step?, _ nothing: String) {
            if let step, step.needs.isSubset(of: state.head.capabilities) {
                // The last edit is not confirmed yet, and the user doesn't want to undo an older one.
                if !state.edits.isEmpty { refused.append(Unavailable(action, "saving")) }
            } else {
                refused.append(Unavailable(action, step == nil ? nothing : "readOnly"))
            }
        }
        let history = state.currentHistory
        refuse("undo", history.undoable.last, "nothingToUndo")
        refuse("redo", history.redoable.last, "nothingToRedo")
    }

    /// Returns the refusal of an action because of its params; nil if the params are accepted.
    public func refusal(of action: Action, in state: ListState) -> ActionRefusal? {
        let current: ListAction
        switch action {
        case .wire(let action), .tracked(let action, _): current = action.current(state)
        default: return nil
        }
        do throws(ActionRefusal) {
            if let request = try current.acceptRequest() { return refusal(of: request, in: state) }
            if case .openItem(let id) = current, let request = opening(id) { return refusal(of: request, in: state) }
            let target = try current.target()
            let resolved = target.map { state.resolved($0) } ?? .ids([])
            return reason(against: current, resolved, in: state).map {
                .unavailable($0, detail: detail(of: $0, against: current, resolved, in: state))
            }
        } catch {
            return error
        }
    }

    private func refusal(of request: AcceptRequest, in state: ListState) -> ActionRefusal? {
        guard let action = configuration.actions.named(request.action) else {
            return configuration.actions.mistake(in: request.action)
        }
        if state.performing != nil {
            return .unavailable(
                "performing", detail: "another action on rows is still running; wait until it has ended")
        }
        do throws(ActionRefusal) {
            _ = try state.rows(of: request, action)
            return nil
        } catch {
            return error
        }
    }

    /// The reason why an action is refused because of its params.
    ///
    /// - Parameter target: the target rows of the action; nil if there are none.
    private func reason(against action: ListAction, _ target: RowTarget?, in state: ListState) -> String? {
        let rows = state.shown.rows
        func missing(_ ids: [String]) -> String? { ids.allSatisfy { rows.contains($0) } ? nil : "gone" }
        // A row that is about to be deleted can't be changed or used as an anchor.
        func leaving(_ ids: [String]) -> String? {
            ids.contains { state.shown.pending[$0] == .delete } ? "gone" : missing(ids)
        }
        // The value of a dropped row is unknown, so it can't be opened or toggled.
        func dropped(_ id: String) -> String? { rows[id]?.source.isDropped == true ? "dropped" : nil }
        switch action {
        case .itemAppeared(let id), .select(let id), .toggleSelection(let id), .setActive(let id):
            return missing([id])
        case .openItem(let id): return missing([id]) ?? dropped(id)
        case .updateItem(let id, let patch, _):
            // A patch must neither change nor remove the id of its row.
            if let new = patch.value[state.head.idKey], !isSameText(SourceRow.id(new), id) { return "idChanges" }
            return leaving([id])
        case .updateItems(_, _, _, _, let patch):
            if patch.value[state.head.idKey] != nil { return "idChanges" }
            return reason(against: target, in: state)
        case .toggleItem(_, _, let key):
            if key == state.head.idKey { return "idChanges" }
            if let reason = reason(against: target, in: state) { return reason }
            guard case .ids(let ids) = target else { return nil }
            let rows = ids.map { state.visible($0) }
            if rows.contains(where: { $0?.isDropped == true }) { return "dropped" }
            return rows.allSatisfy { Self.canToggle($0?.member(key)) } ? nil : "notABoolean"
        case .setFilter(let choice):
            guard let id = choice?.id else { return nil }
            return configuration.filters.contains { isSameText($0.id, id) } ? nil : "unknownFilter"
        case .setSort(let sort):
            if Set<ExactText>(texts: sort.map(\.key)).count < sort.count { return "sortedTwice" }
            return unknownKey(of: sort, in: state) == nil ? nil : "unknownKey"
        case .selectRange(let from, let to): return missing([from, to])
        case .deleteItems:
            // A problem contains the id of an unreadable row. The row can be deleted if the source accepts the id.
            let unread = state.head.capabilities.contains(.deleteUnread) ? state.unreadIDs : []
            return reason(against: target, unread, in: state)
        case .insertItem(let value, let beforeID):
            return reason(againstNew: [value], in: state) ?? leaving(beforeID.map { [$0] } ?? [])
        case .insertItems(let values, let beforeID):
            if values.isEmpty { return "noItems" }
            return reason(againstNew: values, in: state) ?? leaving(beforeID.map { [$0] } ?? [])
        case .moveItems(_, _, let beforeID):
            guard let target else { return "noTarget" }
            guard case .ids(let ids) = target else { return "allMove" }
            if ids.isEmpty { return "noItems" }
            if let beforeID, ids.contains(where: { isSameText($0, beforeID) }) { return "beforeIdMoves" }
            // Without `beforeId`, rows move behind the last row of the source, which must be loaded for this.
            if beforeID == nil, !state.loading.endReached { return "notAllLoaded" }
            return leaving(ids + (beforeID.map { [$0] } ?? []))
        default: return nil
        }
    }

    /// The reason why target rows can't be changed; nil if they can be changed.
    ///
    /// Rows that are not shown can be changed too if they are selected or hidden by the filter.
    ///
    /// - Parameter unread: the ids of unreadable rows that can be changed too.
    private func reason(
        against target: RowTarget?, _ unread: Set<ExactText> = [], in state: ListState
    ) -> String? {
        switch target {
        case nil, .selection: return "noTarget"
        case .allExcept:
            if !state.loading.isLoaded { return "notLoaded" }
            return state.writing.bulk == nil ? nil : "saving"
        case .ids(let ids):
            if ids.isEmpty { return "noItems" }
            let marked = Set<ExactText>(texts: state.targets.selection.ids)
            let isThere = ids.allSatisfy { id in
                state.shown.pending[id] != .delete
                    && (state.visible(id) != nil || marked.contains(id) || unread.contains(id))
            }
            return isThere ? nil : "gone"
        }
    }

    private func reason(againstNew values: [JSONObject], in state: ListState) -> String? {
        var known: Set<ExactText> = []
        for value in values {
            guard let own = value.value[state.head.idKey], !own.isNull else { continue }
            guard let id = SourceRow.id(own) else { return "invalidId" }
            if state.shown.rows.contains(id) || !known.insert(id) { return "duplicateId" }
        }
        return nil
    }
}

extension ListState {
    /// The reason why the next page can't be loaded now; nil if it can be loaded.
    var appendRefusal: String? {
        if loading.refresh == .loading || loading.isRefreshWanted { return "refreshing" }
        if !loading.isLoaded { return "notLoaded" }
        if loading.endReached, !isWindowBefore { return "endReached" }
        if case .failed(let errorID) = loading.append, faults.list.find(errorID) != nil { return "failed" }
        return nil
    }
}
