import FHJSON
import FeatureKit

/// Failed edits.
///
/// Each can be retried as long as its error is shown.
extension List {
    /// The maximum number of failed edits that are kept.
    private static var failureLimit: Int { 100 }

    /// Records a failed edit with its error.
    ///
    /// If there are already ``failureLimit`` failed edits, drops the oldest ones with their errors.
    func fail(_ edit: Edit, _ failure: Failure, _ state: inout ListState) {
        state.writing.history.noteFailure(of: edit, failure)
        state.writing.uncertain.note(edit, failure)
        if state.writing.tracked[edit.step] != nil {
            // The feature that waits for the edit shows the error.
            state.writing.tracked[edit.step]?.failure = failure
            return
        }
        state.giveUpDismissed()
        state.forgetDismissedFailures()
        while state.writing.failed.count >= Self.failureLimit,
            let oldest = state.faults.list.all.first(where: { state.writing.failed[$0.id] != nil })
        {
            state.forgetFailure(oldest.id)
        }
        let errorID = state.faults.list.add(failure, display: .inline, operation: edit.opID)
        state.writing.failed[errorID] = edit
        // If the edit is about many rows, only the rows that others have changed get the error.
        let ids = failure.current.isEmpty ? edit.ids : failure.current.map(\.id)
        for id in ids { state.faults.ofRows[ExactText(id), default: []].append(errorID) }
        if case .insert(let insertions) = edit.change {
            state.targets.selection.remove(insertions.map(\.row.id).filter { state.confirmed[$0] == nil })
        }
    }

    /// Retries a failed edit under the same operation id.
    ///
    /// So a source that has already applied the edit doesn't apply it again.
    func again(_ errorID: String, _ state: inout ListState) -> Effect<Action> {
        guard var edit = state.forgetFailure(errorID) else { return .none }
        state.writing.history.withdraw(edit)
        if edit.isLeftOut { edit.change = state.rebased(edit.change) }
        edit.isLeftOut = false
        if !state.loading.isAllLoaded, edit.pending != .insert {
            // The rows may be among those that are not loaded now.
            edit.reachesUnloaded = edit.reachesUnloaded || edit.ids.contains { !state.shown.rows.contains($0) }
        }
        guard edit.hasTarget(in: state.shown.rows, state.shown.queryView) else {
            fail(edit, edit.targetGone, &state)
            return .none
        }
        edit.isWriting = false
        edit.isRepeated = true
        let effect = begin(edit, &state)
        return close(edit.step, edit.origin, effect, &state)
    }
}

extension ListState {
    /// Removes a failed edit and its error.
    @discardableResult
    mutating func forgetFailure(_ errorID: String) -> Edit? {
        faults.list.remove(errorID)
        guard let edit = writing.failed.removeValue(forKey: errorID) else { return nil }
        for id in edit.ids {
            faults.ofRows[id]?.removeAll { $0 == errorID }
            if faults.ofRows[id]?.isEmpty == true { faults.ofRows[id] = nil }
        }
        return edit
    }

    /// Removes the failed edits whose errors the user has dismissed.
    mutating func forgetDismissedFailures() {
        let shown = Set(faults.list.all.map(\.id))
        for errorID in writing.failed.keys where !shown.contains(errorID) { forgetFailure(errorID) }
    }
}
