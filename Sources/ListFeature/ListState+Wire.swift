import FeatureKit
import JSON
import OrderedCollections

/// The wire shape of a list and what it refuses.
extension List {
    /// Writes `state` of a list's snapshot.
    public func write(_ state: ListState, to json: inout JSONWriter) {
        let window = state.window
        json.beginObject()
        json.field("title", state.title)
        json.field("phase", state.phase)
        json.field("content", state.hasContent ? "loaded" : "none")
        if state.isLoaded, state.shown.rows.isEmpty, state.loading.endReached {
            json.raw(#""empty":"noData""#)
        } else {
            json.raw(#""empty":null"#)
        }
        json.field("columns", state.columnsText)
        json.key("loads")
        json.beginObject()
        json.key("refresh")
        json.beginObject()
        state.loading.refresh.write(to: &json, state.errors)
        json.endObject()
        json.key("append")
        json.beginObject()
        state.loading.append.write(to: &json, state.errors)
        json.field("endReached", state.loading.endReached)
        json.endObject()
        json.endObject()
        json.key("items")
        json.beginArray()
        writeItems(of: state, in: window, to: &json)
        json.endArray()
        json.key("window")
        json.beginObject()
        json.field("offset", window.offset)
        json.field("limit", window.limit)
        json.endObject()
        json.field("count", state.shown.rows.count)
        json.field("totalCount", state.loading.totalCount)
        json.key("changes")
        state.changes.write(to: &json)
        json.raw(#""filter":null,"filters":[],"sort":[]"#)
        json.key("selection")
        state.selection.write(to: &json)
        json.field("activeId", state.activeID)
        json.field("isStale", state.isStale)
        json.endObject()
    }

    private func writeItems(of state: ListState, in window: Window, to json: inout JSONWriter) {
        let rows = state.shown.rows
        let end = min(window.offset + window.limit, rows.count)
        if state.shown.pending.isEmpty, state.rowErrors.isEmpty {
            for index in window.offset..<end { rows.values[index].write(pending: nil, errorID: nil, to: &json) }
            return
        }
        for index in window.offset..<end {
            let (id, row) = rows.elements[index]
            let errorID = state.rowErrors[id]?.last { state.errors.find($0) != nil }
            row.write(pending: state.shown.pending[id], errorID: errorID, to: &json)
        }
    }

    /// What would be refused whatever its params.
    public func unavailable(in state: ListState) -> [Unavailable] {
        var refused: [Unavailable] = []
        // Beginning anew would throw away edits that a person believes saved.
        if !state.edits.isEmpty { refused.append(Unavailable("reset", "saving")) }
        if let reason = state.appendRefusal { refused.append(Unavailable("loadMore", reason)) }
        refuseEdits(in: state, &refused)
        refuseSteps(in: state, &refused)
        if state.selection.mode != .multiple {
            let isNone = state.selection.mode == .none
            if isNone { refused.append(Unavailable("select", "selectionNone")) }
            let reason = isNone ? "selectionNone" : "selectionSingle"
            if isNone { refused.append(Unavailable("toggleSelection", reason)) }
            refused.append(Unavailable("selectRange", reason))
            refused.append(Unavailable("selectAll", reason))
        }
        return refused
    }

    private func refuseEdits(in state: ListState, _ refused: inout [Unavailable]) {
        let abilities = state.abilities
        if abilities == .all { return }
        let edits: [(String, SourceAbilities)] = [
            ("insertItem", .insert), ("updateItem", .update), ("toggleItem", .update), ("deleteItems", .delete),
            ("moveItems", .move),
        ]
        for (action, ability) in edits where !abilities.contains(ability) {
            refused.append(Unavailable(action, "readOnly"))
        }
    }

    private func refuseSteps(in state: ListState, _ refused: inout [Unavailable]) {
        func refuse(_ action: String, _ step: EditHistory.Step?, _ nothing: String) {
            if let step, step.needs.isSubset(of: state.abilities) {
                // What was done last is not confirmed yet, and something older is not what a person means.
                if !state.edits.isEmpty { refused.append(Unavailable(action, "saving")) }
            } else {
                refused.append(Unavailable(action, step == nil ? nothing : "readOnly"))
            }
        }
        refuse("undo", state.history.undoable.last, "nothingToUndo")
        refuse("redo", state.history.redoable.last, "nothingToRedo")
    }

    /// What is refused because of its params.
    public func refusal(of action: Action, in state: ListState) -> ActionRefusal? {
        reason(against: action, in: state).map { .unavailable($0) }
    }

    private func reason(against action: Action, in state: ListState) -> String? {
        guard case .wire(let action) = action else { return nil }
        let rows = state.shown.rows
        func missing(_ ids: [String]) -> String? { ids.allSatisfy { rows[$0] != nil } ? nil : "gone" }
        // Nothing can be done to a row that is about to go, or beside it.
        func leaving(_ ids: [String]) -> String? {
            ids.contains { state.shown.pending[$0] == .delete } ? "gone" : missing(ids)
        }
        switch action {
        case .itemAppeared(let id), .select(let id), .toggleSelection(let id), .setActive(let id),
            .openItem(let id):
            return missing([id])
        case .updateItem(let id, let patch):
            // A row that changed its id would be another row, and none without one.
            if let new = patch.value[state.idKey], Self.id(new) != id { return "idChanges" }
            return leaving([id])
        case .toggleItem(let id, let key):
            if key == state.idKey { return "idChanges" }
            return leaving([id]) ?? (Self.canToggle(rows[id]?.value[key]) ? nil : "notABoolean")
        case .selectRange(let from, let to): return missing([from, to])
        case .deleteItems(let ids): return ids.isEmpty ? "noItems" : leaving(ids)
        case .insertItem(let value, let beforeID):
            if let own = value.value[state.idKey], !own.isNull {
                guard let id = Self.id(own), !id.isEmpty else { return "invalidId" }
                if rows[id] != nil { return "duplicateId" }
            }
            return leaving(beforeID.map { [$0] } ?? [])
        case .moveItems(let ids, let beforeID):
            if ids.isEmpty { return "noItems" }
            if let beforeID, ids.contains(beforeID) { return "beforeIdMoves" }
            // The last row shown is not the source's last: what comes after it is not known yet.
            if beforeID == nil, !state.loading.endReached { return "notAllLoaded" }
            return leaving(ids + (beforeID.map { [$0] } ?? []))
        default: return nil
        }
    }
}

extension ListState {
    /// Whether there is something to show: rows of the source, or one that was added before they came.
    fileprivate var hasContent: Bool { isLoaded || !shown.rows.isEmpty }

    /// The derived phase; `loading` and `failed` only where there is nothing to show.
    fileprivate var phase: String {
        if hasContent { return "loaded" }
        switch loading.refresh {
        case .idle: return "idle"
        case .loading: return "loading"
        case .failed: return "failed"
        }
    }

    /// Whether the rows are known to be older than what was asked for.
    fileprivate var isStale: Bool {
        if loading.isRefreshWanted || loading.isReloadDue { return true }
        if case .failed = loading.refresh { return isLoaded }
        return false
    }

    /// Why no page can be loaded after the last row now; nil if one can.
    var appendRefusal: String? {
        if loading.refresh == .loading || loading.isRefreshWanted { return "refreshing" }
        if !isLoaded { return "notLoaded" }
        if loading.endReached { return "endReached" }
        if case .failed(let errorID) = loading.append, errors.find(errorID) != nil { return "failed" }
        return nil
    }
}

extension Loading.Status {
    fileprivate func write(to json: inout JSONWriter, _ errors: ErrorList) {
        switch self {
        case .idle: json.raw(#""status":"idle""#)
        case .loading: json.raw(#""status":"loading""#)
        case .failed(let errorID):
            json.raw(#""status":"failed""#)
            // A person may have dismissed the error of a load that failed all the same.
            if errors.find(errorID) != nil { json.field("errorId", errorID) }
        }
    }
}
