import FeatureKit
import JSON
import Querying

/// Edits: shown at once, written one after the other, and taken back alone where one fails.
extension List {
    func insert(_ value: JSONValue, before: String?, _ state: inout ListState) -> Effect<Action> {
        let row = SourceRow(value, idKey: state.idKey) { configuration.ids.next() }
        return edit(.insert(row, before: before), &state)
    }

    func insert(_ values: [JSONObject], before: String?, _ state: inout ListState) -> Effect<Action> {
        let idKey = state.idKey
        let insertions = values.map { value in
            RowInsertion(SourceRow(value.value, idKey: idKey) { configuration.ids.next() }, before: before)
        }
        return edit(.insert(insertions), &state)
    }

    /// Whether a value is a Boolean, or one as a table of text holds it, or not there yet.
    static func canToggle(_ value: JSONValue?) -> Bool {
        BooleanSpelling.read(value) != nil
    }

    func edit(_ change: Edit.Change, isOfAll: Bool = false, _ state: inout ListState) -> Effect<Action> {
        let opID = configuration.ids.next()
        if let token = state.token { state.tracked[opID] = TrackedEdit(token: token) }
        var edit = Edit(opID: opID, change: change, step: opID)
        edit.isOfAll = isOfAll
        if edit.pending != .insert { edit.reachesUnloaded = edit.ids.contains { !state.shown.rows.contains($0) } }
        let effect = begin(edit, &state)
        return close(opID, .person, [effect], &state)
    }

    /// Takes back what was confirmed last, or does again what was taken back last.
    func repeatStep(_ origin: EditHistory.Origin, _ state: inout ListState) -> Effect<Action> {
        state.giveUpDismissed()
        let name = configuration.ids.next()
        guard let step = state.history.take(origin, as: name) else { return .none }
        // What it has left out before is tried again: the errors of that are no longer so.
        state.forgetFailures(of: step, origin)
        let changes = step.changes.flatMap { $0.parts(for: state.abilities) }
        let edits = changes.map { Edit(opID: configuration.ids.next(), change: $0, step: name, origin: origin) }
        var effects: [Effect<Action>] = []
        var rest = edits[...]
        while state.edits.isEmpty, let edit = rest.popFirst() { effects.append(begin(edit, &state)) }
        // There may be thousands, of which a person sees one change.
        if !rest.isEmpty { effects.append(show(rest, &state)) }
        return close(name, origin, effects, &state)
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

    /// Shows edits as pending, and sends what can be written now.
    private func show(_ edits: ArraySlice<Edit>, _ state: inout ListState) -> Effect<Action> {
        var isCovering = false
        // Of those that an undo makes none covers another: each is about rows of its own.
        var edits = edits
        for index in edits.indices where dropCovered(by: &edits[index], &state) { isCovering = true }
        state.edits.append(contentsOf: edits)
        if isCovering, !state.sight.query.isPlain {
            // What was left out may have put rows elsewhere.
            refold(&state)
            return sendWrites(&state)
        }
        var hints = ChangeHints()
        // Where some rows of an edit go out of sight and others move, their places alone don't say which.
        let isMixed = !state.sight.query.isPlain && edits.contains { $0.ids.count > 1 }
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

    /// Takes out the edits that were not written yet and of which this one leaves nothing: they needn't be.
    ///
    /// - Returns: whether there were any.
    private func dropCovered(by edit: inout Edit, _ state: inout ListState) -> Bool {
        let count = state.edits.count
        for index in state.edits.indices.reversed() {
            let earlier = state.edits[index]
            if !earlier.isWriting, edit.covers(earlier) {
                // What others changed of the row was hidden behind the earlier one.
                if case .update(let old) = earlier.change, case .update(var new) = edit.change {
                    new[0].base = old[0].base
                    edit.change = .update(new)
                }
                state.edits.remove(at: index)
                state.history.close(earlier.step, earlier.origin)
                continue
            }
            // What was put beside a moved row went where that stood then.
            if edit.changesOrder, earlier.changesOrder { break }
        }
        return state.edits.count < count
    }

    func hints(of edit: Edit, from places: [Int?], _ state: ListState) -> ChangeHints {
        var hints = ChangeHints()
        for (id, before) in zip(edit.ids, places) {
            let after = state.shown.rows.index(forKey: id)
            switch (before, after) {
            case (nil, nil): break
            case (nil, _): hints.inserted.append(id)
            case (_, nil): hints.removed.append(id)
            case (let before, let after) where before != after:
                hints.moved.append(id)
                // A move is the whole change of a row that has moved.
                if edit.pending != .move { hints.changed.append(id) }
            // A row that stays where it is waits for the source all the same.
            default: hints.changed.append(id)
            }
        }
        return hints
    }
}
