import FHJSON
import FHKindParts
import FeatureKit

/// Edits.
///
/// Edits are shown immediately. Edits of the same rows are written one after the other. An edit that fails is reverted
/// individually.
extension List {
    func insert(_ value: JSONValue, before: String?, _ state: inout ListState) -> Effect<Action> {
        let row = SourceRow(configuration.complete(value), idKey: state.head.idKey) { configuration.ids.next() }
        return edit(.insert(row, before: before), &state)
    }

    func insert(_ values: [JSONObject], before: String?, _ state: inout ListState) -> Effect<Action> {
        let idKey = state.head.idKey
        let insertions = values.map { value in
            RowInsertion(
                SourceRow(configuration.complete(value.value), idKey: idKey) { configuration.ids.next() },
                before: before)
        }
        return edit(.insert(insertions), &state)
    }

    /// True if a value is a Boolean in one of the spellings of `BooleanSpelling`, or missing.
    static func canToggle(_ value: JSONValue?) -> Bool {
        BooleanSpelling.read(value) != nil
    }

    func edit(_ change: Edit.Change, isOfAll: Bool = false, _ state: inout ListState) -> Effect<Action> {
        let opID = configuration.ids.next()
        if let token = state.writing.token { state.writing.tracked[opID] = TrackedEdit(token: token) }
        var edit = Edit(opID: opID, change: change, step: opID)
        edit.isOfAll = isOfAll
        if edit.pending != .insert { edit.reachesUnloaded = edit.ids.contains { !state.shown.rows.contains($0) } }
        let effect = begin(edit, &state)
        return close(opID, .person, effect, &state)
    }

    /// Undoes the last confirmed edit, or redoes the last undone edit.
    func repeatStep(_ origin: EditHistory.Origin, _ state: inout ListState) -> Effect<Action> {
        state.giveUpDismissed()
        let name = configuration.ids.next()
        guard let step = state.writing.history.take(origin, as: name) else { return .none }
        // Changes that the step omitted earlier are retried, so their errors are outdated.
        state.forgetFailures(of: step, origin)
        let changes = step.changes.flatMap { $0.parts(for: state.head.capabilities) }
        let edits = changes.map { Edit(opID: configuration.ids.next(), change: $0, step: name, origin: origin) }
        var effects: [Effect<Action>] = []
        var rest = edits[...]
        while state.edits.isEmpty, let edit = rest.popFirst() { effects.append(begin(edit, &state)) }
        // There may be thousands of edits; the user sees a single change.
        if !rest.isEmpty { effects.append(show(rest, &state)) }
        return close(name, origin, .merge(effects), &state)
    }

    func begin(_ edit: Edit, _ state: inout ListState) -> Effect<Action> {
        guard state.edits.isEmpty else { return show([edit], &state) }
        state.noteOperation(edit.opID)
        switch write(edit, state) {
        case .answered(let result): return answer(edit, with: result, &state)
        case .asked(let effect):
            var edit = edit
            edit.isWriting = true
            return .merge(effect, show([edit], &state))
        }
    }

    /// Shows edits as pending.
    ///
    /// Sends the edits that can be written now.
    private func show(_ edits: ArraySlice<Edit>, _ state: inout ListState) -> Effect<Action> {
        var isCovering = false
        // The edits of one undo never supersede each other, because they change different rows.
        var edits = edits
        for index in edits.indices where dropCovered(by: &edits[index], &state) { isCovering = true }
        state.edits.append(contentsOf: edits)
        if isCovering, !state.queryView.query.isPlain {
            // Without the superseded edits, rows may have other positions than before.
            refold(&state)
            return sendWrites(&state)
        }
        var hints = ChangeHints()
        // If some rows of an edit disappear and others move, positions alone don't show which rows have moved.
        let isMixed = !state.queryView.query.isPlain && edits.contains { $0.ids.count > 1 }
        let old = isMixed ? state.shown.rows : nil
        let (pending, earlier) = (state.shown.pending, state.changes)
        state.keepingActiveVisible { state in
            state.passingOnActive { state in
                for edit in edits {
                    let places = edit.ids.map { state.shown.rows.index(forKey: $0) }
                    state.show(edit)
                    hints.append(self.hints(of: edit, from: places, state))
                }
            }
        }
        if let old {
            state.noteChanges(from: old, pending)
            hints = state.changes
            state.changes = earlier
        }
        state.changes.formUnion(hints)
        return sendWrites(&state)
    }

    /// Removes the unwritten edits that `edit` supersedes.
    ///
    /// - Returns: true if an edit was removed.
    private func dropCovered(by edit: inout Edit, _ state: inout ListState) -> Bool {
        let count = state.edits.count
        for index in state.edits.indices.reversed() {
            let earlier = state.edits[index]
            if !earlier.isWriting, edit.covers(earlier) {
                // The earlier edit may have hidden changes by others. Its base is kept, so that those changes are
                // detected.
                if case .update(let old) = earlier.change, case .update(var new) = edit.change {
                    new[0].base = old[0].base
                    edit.change = .update(new)
                }
                state.edits.remove(at: index)
                state.writing.history.close(earlier.step, earlier.origin)
                continue
            }
            // Rows that were inserted next to a moved row depend on the position that the moved row had then. So edits
            // that are older than `earlier` stay.
            if edit.changesOrder, earlier.changesOrder { break }
        }
        return state.edits.count < count
    }

    func hints(of edit: Edit, from places: [Int?], _ state: borrowing ListState) -> ChangeHints {
        var hints = ChangeHints()
        for (id, before) in zip(edit.ids, places) {
            let after = state.shown.rows.index(forKey: id)
            switch (before, after) {
            case (nil, nil): break
            case (nil, _): hints.inserted.append(id)
            case (_, nil): hints.removed.append(id)
            case (let before, let after) where before != after:
                hints.moved.append(id)
                // For a row that the edit itself moves, the hint `moved` is sufficient.
                if edit.pending != .move { hints.changed.append(id) }
            // A row that keeps its position is now pending, and that is a change too.
            default: hints.changed.append(id)
            }
        }
        return hints
    }
}
