import FeatureKit
import JSON
import Querying

/// Edits: shown at once, written one after the other, and taken back alone where one fails.
extension List {
    func insert(_ value: JSONValue, before: String?, _ state: inout ListState) -> Effect<Action> {
        let row = SourceRow(value, idKey: state.idKey) { configuration.ids.next() }
        return edit(.insert(row, before: before), &state)
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
        let value = state.shown.rows[id]?.source.member(key)
        let next: JSONText =
            switch value?.stringValue {
            case "true": .string("false")
            case "false": .string("true")
            default: .bool(!(value?.boolValue ?? false))
            }
        return edit(.update(id, .object(key, next)), &state)
    }

    func edit(_ change: Edit.Change, _ state: inout ListState) -> Effect<Action> {
        let opID = configuration.ids.next()
        let effect = begin(Edit(opID: opID, change: change, step: opID), &state)
        return close(opID, .person, [effect], &state)
    }

    /// Takes back what was confirmed last, or does again what was taken back last.
    func repeatStep(_ origin: EditHistory.Origin, _ state: inout ListState) -> Effect<Action> {
        let name = configuration.ids.next()
        guard let step = state.history.take(origin, as: name) else { return .none }
        let effects = step.changes.map { change in
            begin(Edit(opID: configuration.ids.next(), change: change, step: name, origin: origin), &state)
        }
        return close(name, origin, effects, &state)
    }

    /// Tries a failed edit once more, as the same operation: if it was done after all, it is not done twice.
    func again(_ errorID: String, _ state: inout ListState) -> Effect<Action> {
        guard var edit = state.failedEdits.removeValue(forKey: errorID) else { return .none }
        state.errors.remove(errorID)
        for id in edit.ids { state.rowErrors[id]?.removeAll { $0 == errorID } }
        guard edit.hasTarget(in: state.shown.rows, state.shown.sight) else {
            fail(edit, edit.targetGone, &state)
            return .none
        }
        state.history.withdraw(edit)
        edit.isWriting = false
        edit.isRepeated = true
        let effect = begin(edit, &state)
        return close(edit.step, edit.origin, [effect], &state)
    }

    private func begin(_ edit: Edit, _ state: inout ListState) -> Effect<Action> {
        guard state.edits.isEmpty else { return show(edit, &state) }
        state.noteOperation(edit.opID)
        switch write(edit, state) {
        case .answered(let result):
            answer(edit, with: result, &state)
            return .none
        case .asked(let effect):
            var edit = edit
            edit.isWriting = true
            return .merge(effect, show(edit, &state))
        }
    }

    /// Shows an edit as pending, and sends what can be written now.
    private func show(_ edit: Edit, _ state: inout ListState) -> Effect<Action> {
        let mayMove = dropCovered(by: edit, &state) && !state.sight.query.isPlain
        state.edits.append(edit)
        if mayMove {
            // What was left out may have put rows elsewhere.
            refold(&state)
            return sendWrites(&state)
        }
        let places = edit.ids.map { state.shown.rows.index(forKey: $0) }
        state.keepingActiveVisible { $0.passingOnActive { $0.show(edit) } }
        state.changes.formUnion(hints(of: edit, from: places, state))
        return sendWrites(&state)
    }

    /// Takes out the edits that were not written yet and of which this one leaves nothing: they needn't be.
    ///
    /// - Returns: whether there were any.
    private func dropCovered(by edit: Edit, _ state: inout ListState) -> Bool {
        let count = state.edits.count
        for index in state.edits.indices.reversed() {
            let earlier = state.edits[index]
            if !earlier.isWriting, edit.covers(earlier) {
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
