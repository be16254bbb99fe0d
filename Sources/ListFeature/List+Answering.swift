import FeatureKit
import JSON
import Querying

/// Edits that the source answers at once, while no other is under way: nobody sees them pending.
extension List {
    /// What comes of a write that has begun.
    enum Begun {
        case answered(Result<[SourceRow]?, Failure>)
        case asked(Effect<Action>)
    }

    /// Confirms an edit that was not shown yet, or takes it back, in the revision that makes it.
    ///
    /// - Returns: what there is to be done: an edit that is merged with what others have changed is made again.
    func answer(
        _ edit: Edit, with result: Result<[SourceRow]?, Failure>, _ state: inout ListState
    ) -> Effect<Action> {
        switch result {
        case .failure(let failure):
            let (old, pending, earlier) = (state.shown.rows, state.shown.pending, state.changes)
            let refused = refuse(edit, failure, &state)
            for (edit, failure) in refused.failed { fail(edit, failure, &state) }
            if !refused.again.isEmpty {
                // What others have changed is shown, and the edit on top of it.
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

    /// The edit's own rows alone come, go, move or change: nothing else was under way.
    private func show(_ edit: Edit, _ rows: [SourceRow]?, _ state: inout ListState) -> ChangeHints {
        let edit = assignIDs(edit, rows, &state)
        let places = edit.ids.map { state.shown.rows.index(forKey: $0) }
        // Of several rows that a sort or a filter puts elsewhere, their places alone don't say which have moved.
        let isMixed = !state.sight.query.isPlain && edit.ids.count > 1
        let old = isMixed ? state.shown.rows : nil
        state.keepingActiveVisible { state in
            state.passingOnActive { state in
                // What is shown shares its rows with what is confirmed: alone, these are changed where they are.
                state.shown.rows = [:]
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
        // A row that was moved to where it stood is as it was.
        if edit.pending == .move { hints.changed = [] }
        return hints
    }

    /// The edits of a step have begun: those that were answered at once can be taken back together.
    func close(
        _ step: String, _ origin: EditHistory.Origin, _ effects: [Effect<Action>], _ state: inout ListState
    ) -> Effect<Action> {
        if !state.edits.contains(where: { $0.step == step }) { state.history.close(step, origin) }
        return .merge(state.edits.isEmpty ? effects + [loadAfterWrites(&state)] : effects)
    }
}
