import FHJSON
import FeatureKit

/// Following the edited row while others change it, and resolving conflicts with the user's changes.
extension Form {
    /// Applies the current values of the edited row to the fields.
    ///
    /// An unchanged field takes the new value. A field that the user has changed keeps the user's value. If that value
    /// equals the row's value, the field counts as unchanged; otherwise it is in conflict. If both the user and others
    /// have changed items, their changes are merged if possible, instead of a conflict.
    func rebase(_ entries: [FormPlan.Entry], _ state: inout FormState) -> Effect<Action> {
        let wasDirty = state.isDirty
        // Items are compared as rows, including their members without a field.
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
        // The draft is written again, because it contains the baselines, and because values may now equal the
        // baselines.
        return wasDirty || state.isDirty ? draftChanged(&state) : .none
    }

    /// Applies the row's current value to a field that the user has changed.
    ///
    /// - Parameter isSketch: true if the items of the baseline contain only the members that have a field.
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
            // Others have reverted their change.
            state.setConflict(nil, at: address)
        } else if field.type.hasItems,
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

    /// Records that the edited row was deleted or exists again.
    ///
    /// If the row exists again, removes the error of a submit that failed because the row was gone.
    func noteRow(isGone: Bool, _ state: inout FormState) {
        state.isRowGone = isGone
        let isStopped = state.errors.all.contains { $0.operation == Self.submitID && $0.failure.code == "gone" }
        if isGone || !isStopped { return }
        state.errors.removeAll(of: Self.submitID)
        state.status = .editing
    }

    // MARK: Conflicts

    /// Resolves the conflicts of a field, of the fields in a group, or of the whole form.
    func resolve(
        _ path: String?, _ state: inout FormState, _ body: (FieldAddress, inout FormState) -> Void
    ) -> Effect<Action> {
        for address in plan.conflicts(state, below: path) { body(address, &state) }
        if !state.isBusy { state.status = .editing }
        plan.settle(&state)
        return draftChanged(&state)
    }

    /// Keeps the user's value as a change of the row's current value.
    func keepMine(_ address: FieldAddress, _ state: inout FormState) {
        let theirs = state.known(at: address)
        plan.takeOrigins(of: state[address].baseline, from: theirs, at: address, &state)
        state[address].baseline = theirs
        state.setConflict(nil, at: address)
        state.note(address, .changed)
    }

    /// Replaces the user's value with the row's current value.
    func takeTheirs(_ address: FieldAddress, _ state: inout FormState) {
        let theirs = state.known(at: address)
        state[address].baseline = theirs
        state.setConflict(nil, at: address)
        plan.set(theirs, at: address, &state)
        plan.numberItems(of: address, &state)
        forgetWhatWasSaid(of: address, &state)
    }
}
