import FeatureKit
import JSON
import OrderedCollections

/// Edits: shown at once, written one after the other, and taken back alone where one fails.
extension List {
    func insert(_ value: JSONValue, before: String?, _ state: inout ListState) -> Effect<Action> {
        if let id = Self.id(value[state.idKey]) {
            return edit(.insert(SourceRow(id: id, value: JSONText(value)), before: before), &state)
        }
        let id = configuration.ids.next()
        let patch = Self.object(state.idKey, .string(id))
        return edit(.insert(SourceRow(id: id, value: value.merged(with: patch.value)), before: before), &state)
    }

    /// A row's id from its own key: a string that is not empty, or an integer.
    static func id(_ value: JSONValue?) -> String? {
        switch value?.kind {
        case .string: value?.stringValue
        case .integer: value?.intValue.map { "\($0)" }
        default: nil
        }
    }

    /// Whether a value is a Boolean, or one as a table of text holds it, or not there yet.
    static func canToggle(_ value: JSONValue?) -> Bool {
        switch value?.kind {
        case nil, .null, .bool: true
        case .string: value?.stringValue == "true" || value?.stringValue == "false"
        default: false
        }
    }

    /// Turns a Boolean over, also one that a table of text holds as `true` or `false`; what is missing becomes true.
    func toggle(_ id: String, _ key: String, _ state: inout ListState) -> Effect<Action> {
        let value = state.shown.rows[id]?.value[key]
        let next: JSONText =
            switch value?.stringValue {
            case "true": .string("false")
            case "false": .string("true")
            default: .bool(!(value?.boolValue ?? false))
            }
        return edit(.update(id, Self.object(key, next)), &state)
    }

    private static func object(_ key: String, _ value: JSONText) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.key(key)
            json.value(value)
            json.endObject()
        }
    }

    func edit(_ change: Edit.Change, _ state: inout ListState) -> Effect<Action> {
        begin(Edit(opID: configuration.ids.next(), change: change), &state)
    }

    /// Tries a failed edit once more, as the same operation: if it was done after all, it is not done twice.
    func again(_ errorID: String, _ state: inout ListState) -> Effect<Action> {
        guard let edit = state.failedEdits.removeValue(forKey: errorID) else { return .none }
        state.errors.remove(errorID)
        for id in edit.ids { state.rowErrors[id]?.removeAll { $0 == errorID } }
        guard edit.hasTarget(in: state.shown.rows) else {
            fail(edit, edit.targetGone, &state)
            return .none
        }
        return begin(edit, &state)
    }

    private func begin(_ edit: Edit, _ state: inout ListState) -> Effect<Action> {
        state.edits.append(edit)
        let places = edit.ids.map { state.shown.rows.index(forKey: $0) }
        state.keepingActiveVisible { $0.show(edit) }
        state.changes = hints(of: edit, from: places, state)
        return state.edits.count == 1 ? write(edit) : .none
    }

    private func hints(of edit: Edit, from places: [Int?], _ state: ListState) -> ChangeHints {
        var hints = ChangeHints()
        switch edit.change {
        case .insert(let row, _): hints.inserted = [row.id]
        case .update(let id, _): hints.changed = [id]
        case .delete(let ids): hints.changed = ids
        case .move(let ids, _):
            // A row that stays where it is waits for the source all the same.
            for (id, place) in zip(ids, places) {
                if state.shown.rows.index(forKey: id) != place {
                    hints.moved.append(id)
                } else {
                    hints.changed.append(id)
                }
            }
        }
        return hints
    }

    /// One write at a time, in order: last saved is last shown.
    private func write(_ edit: Edit) -> Effect<Action> {
        let source = configuration.source
        let opID = edit.opID
        switch edit.change {
        case .insert(let row, let before):
            return .ask("insert", name: "write", source.insert(row, before: before, opID: opID)) {
                .written(opID: opID, $0.map { $0 })
            }
        case .update(let id, let patch):
            return .ask("update", name: "write", source.update(id, patch: patch, opID: opID)) {
                .written(opID: opID, $0.map { $0 })
            }
        case .delete(let ids):
            return .ask("delete", name: "write", source.delete(ids, opID: opID)) {
                .written(opID: opID, $0.map { _ in nil })
            }
        case .move(let ids, let before):
            return .ask("move", name: "write", source.move(ids, before: before, opID: opID)) {
                .written(opID: opID, $0.map { _ in nil })
            }
        }
    }

    func written(
        _ opID: String, _ result: Result<SourceRow?, Failure>, _ state: inout ListState
    ) -> Effect<Action> {
        guard let index = state.edits.firstIndex(where: { $0.opID == opID }) else { return .none }
        let edit = state.edits.remove(at: index)
        switch result {
        case .success(let row): confirm(edit, row, &state)
        case .failure(let failure):
            fail(edit, failure, &state)
            refold(&state)
        }
        if let next = state.edits.first { return write(next) }
        if state.loading.isRefreshWanted { return refresh(&state) }
        if state.loading.isAppendWanted {
            state.loading.isAppendWanted = false
            return prefetch(&state)
        }
        return prefetch(&state, ifWithin: 0)
    }

    /// Folds what is left anew: an edit is gone from the middle.
    private func refold(_ state: inout ListState) {
        let old = state.shown.rows
        let pending = state.shown.pending
        state.keepingActiveVisible { state in
            dropEditsWithoutTarget(&state)
            state.fold()
        }
        state.changes = ChangeHints(from: old, to: state.shown.rows)
        // What a row waits for, or no longer waits for, is a change too.
        let known = Set(state.changes.changed).union(state.changes.inserted)
        for (id, edit) in pending where state.shown.pending[id] != edit && !known.contains(id) {
            if state.shown.rows[id] != nil { state.changes.changed.append(id) }
        }
        state.changes.changed.sort { state.shown.rows.index(forKey: $0) ?? 0 < state.shown.rows.index(forKey: $1) ?? 0 }
    }

    private func confirm(_ edit: Edit, _ row: SourceRow?, _ state: inout ListState) {
        state.loading.writes += 1
        let count = state.confirmed.count
        let loaded = count - state.loading.tail.count
        edit.apply(to: &state.confirmed, isConfirmed: true)
        if let row, state.confirmed[row.id] != nil { state.confirmed[row.id] = Row(row) }
        noteTail(edit, &state)
        deriveColumns(&state)
        let grown = state.confirmed.count - count
        state.loading.totalCount = state.loading.totalCount.map { $0 + grown }
        if case .offset(let offset) = state.loading.next {
            state.loading.next = .offset(max(0, offset + state.confirmed.count - state.loading.tail.count - loaded))
        }
        if case .delete(let ids) = edit.change {
            state.selection.remove(ids)
            refold(&state)
        } else {
            showConfirmed(edit, &state)
        }
    }

    /// Notes which rows stand behind the pages that are not loaded yet, in the source.
    private func noteTail(_ edit: Edit, _ state: inout ListState) {
        if state.loading.endReached { return }
        switch edit.change {
        case .insert(let row, let before):
            if before.map({ state.loading.tail.contains($0) }) ?? true { state.loading.tail.insert(row.id) }
        case .move(let ids, let before):
            if before.map({ state.loading.tail.contains($0) }) ?? true {
                state.loading.tail.formUnion(ids)
            } else {
                state.loading.tail.subtract(ids)
            }
        case .delete(let ids): state.loading.tail.subtract(ids)
        case .update: break
        }
    }

    /// The first of the pending edits is among the confirmed ones now: what is shown is the same, but for what the
    /// source made of the row.
    private func showConfirmed(_ edit: Edit, _ state: inout ListState) {
        let waiting = Set(state.edits.flatMap(\.ids))
        for id in edit.ids {
            if waiting.contains(id) { return refold(&state) }
            state.shown.pending[id] = nil
            if let row = state.confirmed[id] {
                state.shown.rows[id] = row
                state.changes.changed.append(id)
            }
        }
        if state.edits.isEmpty { state.shown.rows = state.confirmed }
    }

    private func fail(_ edit: Edit, _ failure: Failure, _ state: inout ListState) {
        let errorID = state.errors.add(failure, display: .inline, operation: edit.opID)
        state.failedEdits[errorID] = edit
        for id in edit.ids { state.rowErrors[id, default: []].append(errorID) }
        if case .insert(let row, _) = edit.change, state.confirmed[row.id] == nil { state.selection.remove([row.id]) }
    }

    private func dropEditsWithoutTarget(_ state: inout ListState) {
        var rows = state.confirmed
        var kept: [Edit] = []
        for edit in state.edits {
            if edit.hasTarget(in: rows) {
                edit.apply(to: &rows)
                kept.append(edit)
            } else {
                fail(edit, edit.targetGone, &state)
            }
        }
        state.edits = kept
    }
}
