import FeatureKit
import JSON

/// Following the row that a form is about, and what is done where others change what the user has changed.
extension Form {
    /// Takes over what the row has now.
    ///
    /// A field that nobody has changed takes the new value. One that the user has changed keeps what was entered: where
    /// the row has the same now it is changed no more, and where it has something else both are in conflict. Changes of
    /// items are merged.
    func rebase(_ entries: [FormPlan.Entry], _ state: inout FormState) -> Effect<Action> {
        let wasDirty = state.isDirty
        // Rows are compared with rows.
        for entry in entries where !state.known(at: entry.address).isIdentical(to: entry.value) {
            if state[entry.address].isDirty {
                rebaseChanged(entry, &state)
            } else {
                plan.takeOver(entry, &state)
                forgetWhatWasSaid(of: entry.address, &state)
                state[entry.address].baseline = entry.value
            }
            state.note(entry.address, .changed)
        }
        plan.settle(&state)
        // What was entered may be the baseline now, and a draft has the values that nobody has changed too.
        return wasDirty || state.isDirty ? draftChanged(&state) : .none
    }

    /// Takes over what the row has now for a field that the user has changed.
    ///
    /// - Parameter isSketch: whether the items of the baseline lack the members that no field shows.
    func rebaseChanged(_ entry: FormPlan.Entry, isSketch: Bool = false, _ state: inout FormState) {
        let address = entry.address
        let own = state[address]
        let field = plan.field(address, state)
        let mine = field.type == .repeated ? FieldValue.rows(plan.rows(of: address, state)) : own.value
        if mine == entry.value || field.handedOn(mine) == entry.value {
            plan.setOrigins(entry.value.rows, at: address, &state)
            state[address].baseline = entry.value
            state.setConflict(nil, at: address)
        } else if own.baseline.isIdentical(to: entry.value) {
            // Others have taken their change back.
            state.setConflict(nil, at: address)
        } else if [.repeated, .multiPicker].contains(field.type),
            let merged = plan.merged(
                plan.index(address, state), base: own.baseline, mine: mine, theirs: entry.value, isSketch: isSketch)
        {
            plan.arrange(merged, at: address, &state)
            state[address].baseline = entry.value
            state.setConflict(nil, at: address)
        } else {
            state.setConflict(FieldState.Conflict(base: own.baseline, theirs: entry.value), at: address)
            state[address].isRevealed = true
            state[address].showsMessages = true
        }
    }

    /// The row is gone, or there again: then nothing keeps a submit from it any more.
    func noteRow(isGone: Bool, _ state: inout FormState) {
        state.isRowGone = isGone
        let isStopped = state.errors.all.contains { $0.operation == Self.submitID && $0.failure.code == "gone" }
        if isGone || !isStopped { return }
        state.errors.removeAll(of: Self.submitID)
        state.status = .editing
    }

    // MARK: Conflicts

    /// Resolves the conflict of a field, those of the fields in a group, or all.
    func resolve(
        _ path: String?, _ state: inout FormState, _ body: (FieldAddress, inout FormState) -> Void
    ) -> Effect<Action> {
        for address in plan.conflicts(state, below: path) { body(address, &state) }
        if !state.isBusy { state.status = .editing }
        plan.settle(&state)
        return draftChanged(&state)
    }

    /// Keeps what was entered, as a change of what others have made of it.
    func keepMine(_ address: FieldAddress, _ state: inout FormState) {
        let theirs = state.known(at: address)
        plan.takeOrigins(of: state[address].baseline, from: theirs, at: address, &state)
        state[address].baseline = theirs
        state.setConflict(nil, at: address)
        state.note(address, .changed)
    }

    /// Gives up what was entered for what others have made of it.
    func takeTheirs(_ address: FieldAddress, _ state: inout FormState) {
        let theirs = state.known(at: address)
        state[address].baseline = theirs
        state.setConflict(nil, at: address)
        plan.set(theirs, at: address, &state)
        plan.numberItems(of: address, &state)
        forgetWhatWasSaid(of: address, &state)
    }
}
