import FHJSON
import FeatureKit

/// Edits that the source answers immediately, while no other edit is pending.
///
/// Clients never see such edits as pending.
extension List {
    /// The result of starting a write.
    enum Begun {
        case answered(Result<[SourceRow]?, Failure>)
        case asked(Effect<Action>)
    }

    /// Confirms or reverts an edit in the revision that makes it.
    ///
    /// The edit is never shown as pending.
    ///
    /// - Returns: the effects that remain. For example, an edit that is merged with changes by others is written again.
    func answer(
        _ edit: Edit, with result: Result<[SourceRow]?, Failure>, _ state: inout ListState
    ) -> Effect<Action> {
        switch state.checkingAssigned(result, of: edit) {
        case .failure(let failure):
            let (old, pending, earlier) = (state.shown.rows, state.shown.pending, state.changes)
            let refused = refuse(edit, failure, &state)
            for (edit, failure) in refused.failed { fail(edit, failure, &state) }
            if !refused.again.isEmpty {
                // Shows the changes by others, with the edit applied after them.
                state.keepingActiveVisible { $0.passingOnActive { $0.fold() } }
                let effects = refused.again.map { begin($0, &state) }
                state.noteChanges(from: old, pending)
                state.changes.noteChanged(refused.failed.flatMap(\.edit.ids), in: state.shown.rows)
                state.changes.formUnion(earlier)
                return .merge(effects)
            }
            if refused.failed.allSatisfy(\.failure.current.isEmpty) {
                var hints = ChangeHints()
                hints.changed = edit.ids.filter { state.shown.rows.contains($0) }
                state.changes.append(hints)
            } else {
                state.keepingActiveVisible { $0.passingOnActive { $0.fold() } }
                state.changes = ChangeHints(from: old, to: state.shown.rows)
                state.changes.noteChanged(edit.ids, in: state.shown.rows)
                state.changes.formUnion(earlier)
            }
            return .none
        case .success(let rows):
            state.changes.append(show(edit, rows, &state))
            return .none
        }
    }

    /// Shows a confirmed edit.
    ///
    /// Only the rows of the edit change, because no other edit is pending.
    private func show(_ edit: Edit, _ rows: [SourceRow]?, _ state: inout ListState) -> ChangeHints {
        let edit = assignIDs(edit, rows, &state)
        let places = edit.ids.map { state.shown.rows.index(forKey: $0) }
        // If there are several rows and a sort or a filter, positions alone don't show which rows have moved.
        let isMixed = !state.queryView.query.isPlain && places.count > 1
        let old = isMixed ? state.shown.rows : nil
        state.keepingActiveVisible { state in
            state.passingOnActive { state in
                // This releases the second reference to the confirmed rows, so that they are changed in place and not
                // copied.
                state.shown.rows = .empty
                takeIn(edit, rows, &state)
                state.fold()
            }
        }
        if let old {
            var hints = ChangeHints(from: old, to: state.shown.rows)
            if edit.pending != .move { hints.noteChanged(edit.ids, in: state.shown.rows) }
            return hints
        }
        var hints = hints(of: edit, from: places, state)
        // If a row was moved to its own position, it is unchanged.
        if edit.pending == .move { hints.changed = [] }
        return hints
    }

    /// Closes an undo step if all its edits were answered immediately.
    func close(
        _ step: String, _ origin: EditHistory.Origin, _ effect: Effect<Action>, _ state: inout ListState
    ) -> Effect<Action> {
        if !state.edits.contains(where: { $0.step == step }) { state.writing.history.close(step, origin) }
        return state.edits.isEmpty ? .merge(effect, loadAfterWrites(&state)) : effect
    }
}
