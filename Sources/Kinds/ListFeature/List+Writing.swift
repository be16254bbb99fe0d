import FHJSON
import FHKindParts
import FeatureKit

/// Writing.
///
/// An edit that is already shown is sent to the source, and confirmed or reverted individually.
extension List {
    /// Sends the edits that can be written now.
    ///
    /// Edits of the same rows are sent in the order in which they are shown, so that the source ends with the shown
    /// rows.
    func sendWrites(_ state: inout ListState) -> Effect<Action> {
        var lanes = WriteLanes()
        var writes: [Effect<Action>] = []
        // The numbers of unwritten edits that follow, and of those among them that keep the order of the rows. Of the
        // thousands of edits that an undo may have, all except one wait for the lane of the order. So the loop can end
        // early.
        var waiting = state.edits.count { !$0.isWriting }
        var unordered = state.edits.count { !$0.isWriting && !$0.changesOrder }
        for index in state.edits.indices {
            if waiting == 0 || lanes.isOrderTaken && unordered == 0 { break }
            if !state.edits[index].isWriting {
                waiting -= 1
                if !state.edits[index].changesOrder { unordered -= 1 }
                if lanes.isFree(for: state.edits[index]) { writes.append(sendWrite(index, &state)) }
            }
            if index < state.edits.count - 1 { lanes.take(state.edits[index]) }
        }
        return .merge(writes)
    }

    private func sendWrite(_ index: Int, _ state: inout ListState) -> Effect<Action> {
        state.edits[index].isWriting = true
        let edit = state.edits[index]
        state.noteOperation(edit.opID)
        return switch write(edit, state) {
        case .answered(let result): .send(.written(opID: edit.opID, result))
        case .asked(let effect): effect
        }
    }

    func write(_ edit: Edit, _ state: ListState) -> Begun {
        let source = configuration.source
        let opID = edit.opID
        do throws(Failure) {
            return switch edit.change {
            case .insert(let insertions): begun(edit, source.insert(insertions, opID: opID)) { $0 }
            case .update(let patches):
                begun(edit, source.update(try updates(of: patches, state), opID: opID)) { $0 }
            case .delete(let ids, let made): try delete(edit, ids, made, state)
            case .move(let ids, let before): begun(edit, move(ids, before: before, opID: opID, state)) { _ in nil }
            }
        } catch {
            return .answered(.failure(error))
        }
    }

    /// Deletes rows in the source.
    ///
    /// A deletion by the user applies whatever the versions of the rows are. If others have changed a row since it was
    /// last loaded, the source answers with the current row, and the deletion is repeated. So an undo restores the
    /// values that were deleted.
    private func delete(
        _ edit: Edit, _ ids: [String], _ made: [SourceRow], _ state: ListState
    ) throws(Failure) -> Begun {
        try checkMade(made, state)
        let source = configuration.source
        // The last known rows are compared instead of the inserted ones, because changes by this list, and their undo,
        // have given new versions to the rows.
        var known = made.map { row in state.known(row.id).flatMap { $0.isDropped ? nil : $0 } ?? row }
        if made.isEmpty, edit.attempts < Self.mostComparisons { known = ids.compactMap { state.known($0) } }
        let comparesThem = isSameText(known.map(\.id), ids)
        let answer =
            comparesThem ? source.delete(unchanged: known, opID: edit.opID) : source.delete(ids, opID: edit.opID)
        return begun(edit, answer) { _ in nil }
    }

    private func begun<Value: Sendable>(
        _ edit: Edit, _ answer: SourceAnswer<Value>, _ rows: @escaping @Sendable (Value) -> [SourceRow]?
    ) -> Begun {
        if case .now(let result) = answer { return .answered(result.map(rows)) }
        let opID = edit.opID
        return .asked(
            .ask(edit.pending.rawValue, name: "write", answer) { .written(opID: opID, $0.map(rows)) }.outlivingTask())
    }

    /// Moves rows in the source.
    ///
    /// With a filter, a move to the end puts rows after the last other row that passes the filter. The hidden rows that
    /// were after that row come after the moved rows.
    ///
    /// If all rows that pass the filter are moved, the last of them keeps its position.
    private func move(
        _ ids: [String], before: String?, opID: String, _ state: ListState
    ) -> SourceAnswer<Done> {
        let source = configuration.source
        guard before == nil, state.queryView.query.isFilter, let end = state.confirmed.keys.last else {
            return source.move(ids, before: before, opID: opID)
        }
        let moving = Set<ExactText>(texts: ids)
        if let last = state.confirmed.keys.last(where: { !moving.contains($0) }) {
            return source.move(ids, behind: last, opID: opID)
        }
        let others = ids.filter { !isSameText($0, end) }
        return others.isEmpty ? .now(.success(Done())) : source.move(others, before: end, opID: opID)
    }

    func written(
        _ opID: String, _ result: Result<[SourceRow]?, Failure>, _ state: inout ListState
    ) -> Effect<Action> {
        guard let index = state.edits.firstIndex(where: { $0.opID == opID }) else { return .none }
        let edit = state.edits.remove(at: index)
        switch state.checkingAssigned(result, of: edit) {
        case .success(let rows): confirm(edit, rows, &state)
        case .failure(let failure):
            let refused = refuse(edit, failure, &state)
            for (edit, failure) in refused.failed { fail(edit, failure, &state) }
            // An edit that is written again is based on the changes by others, and waits until its lane is free.
            let again = refused.again.map { edit in
                var edit = edit
                edit.isWriting = false
                return edit
            }
            state.edits.insert(contentsOf: again, at: index)
            refold(&state)
            if !again.isEmpty { return sendWrites(&state) }
        }
        if !state.edits.contains(where: { $0.step == edit.step }) {
            state.writing.history.close(edit.step, edit.origin)
        }
        return state.edits.isEmpty ? loadAfterWrites(&state) : sendWrites(&state)
    }

    /// Starts the load that was postponed until no write is pending.
    func loadAfterWrites(_ state: inout ListState) -> Effect<Action> {
        if state.loading.isRefreshWanted { return load(&state) }
        let next: Effect<Action>
        if state.writing.bulk != nil, state.loading.append != .loading {
            next = continueBulk(&state)
        } else if state.loading.isAppendWanted {
            state.loading.isAppendWanted = false
            next = prefetch(&state)
        } else {
            next = prefetch(&state, ifWithin: 0)
        }
        return state.retention == nil ? next : .merge(next, restoreNear(&state))
    }

    /// Folds the remaining edits over the confirmed rows again.
    ///
    /// This is needed after an edit was removed from ``ListState/edits`` before its successors.
    func refold(_ state: inout ListState) {
        let old = state.shown.rows
        let pending = state.shown.pending
        state.keepingActiveVisible { state in
            state.passingOnActive { state in
                dropEditsWithoutTarget(&state)
                state.fold()
            }
        }
        state.noteChanges(from: old, pending)
    }

    private func confirm(_ edit: Edit, _ rows: [SourceRow]?, _ state: inout ListState) {
        let confirmed = assignIDs(edit, rows, &state)
        takeIn(confirmed, rows, &state)
        if confirmed.ids != edit.ids { return refold(&state) }
        if case .delete(let ids, _) = edit.change {
            if state.edits.isEmpty { showDeleted(ids, &state) } else { refold(&state) }
        } else {
            showConfirmed(edit, &state)
        }
    }

    /// Applies a confirmed edit to the confirmed rows.
    ///
    /// The shown rows stay unchanged.
    func takeIn(_ edit: Edit, _ answer: [SourceRow]?, _ state: inout ListState) {
        state.loading.writes += 1
        let count = state.confirmed.count
        let loaded = state.loadedCount
        rebase(on: edit, &state)
        let opposite = edit.change.opposite(
            in: state.confirmed, state.queryView, answer: answer, lastKnown: state.targets.lastKnown,
            unread: state.unreadIDs)
        if let opposite {
            state.writing.history.note(opposite, of: edit)
        } else {
            state.writing.history.forget(edit.step)
        }
        // Only the source knows the effects on rows that are not loaded, and on positions next to such rows. Also, only
        // the source knows whether the first attempt of a retried edit was applied, before other edits.
        let isUnclear =
            edit.isRepeated || !edit.isKnown(in: state.confirmed, state.queryView) || edit.mayRestore(before: state)
        if isUnclear || isAmbiguous(edit, loaded: loaded, state) { state.loading.isRefreshWanted = true }
        // The edit may solve a problem in the rows. It also shifts the line numbers of later problems.
        if state.faults.problems != nil { state.loading.isRefreshWanted = true }
        confirmRows(edit, answer, &state)
        noteTail(edit, &state)
        distrustFirst(edit.ids, &state)
        deriveColumns(&state)
        state.recount(from: count, loaded: loaded)
        if case .delete(let ids, _) = edit.change {
            // The selection of all rows ends, because rows that are added later were not part of the deletion.
            if edit.isOfAll, state.targets.selection.all {
                state.targets.selection.clear()
            } else {
                state.targets.selection.remove(ids)
            }
        }
    }

    /// Applies the change to the confirmed rows.
    ///
    /// The rows that the source has returned take precedence.
    private func confirmRows(_ edit: Edit, _ answer: [SourceRow]?, _ state: inout ListState) {
        switch edit.change {
        case .delete(let ids, _):
            state.queryView.forgetPlaces()
            for id in ids { state.queryView.forget(id) }
            return edit.apply(to: &state.confirmed, in: &state.queryView, isConfirmed: true)
        case .move:
            state.queryView.forgetPlaces()
            return edit.apply(to: &state.confirmed, in: &state.queryView, isConfirmed: true)
        case .insert(let insertions):
            state.queryView.forgetPlaces()
            for (place, insertion) in insertions.enumerated() {
                let row = answer.flatMap { place < $0.count ? $0[place] : nil } ?? insertion.row
                state.queryView.insert(Row(row), before: insertion.before, in: &state.confirmed)
            }
        case .update(let patches):
            for (place, patch) in patches.enumerated() {
                confirm(patch, answer.flatMap { place < $0.count ? $0[place] : nil }, &state)
            }
        }
    }

    private func confirm(_ patch: Edit.RowPatch, _ answer: SourceRow?, _ state: inout ListState) {
        guard let old = state.queryView.row(patch.id, in: state.confirmed) else {
            if state.targets.lastKnown[patch.id] != nil, let answer { state.targets.lastKnown[patch.id] = answer }
            return
        }
        let row = answer.map { Row($0) } ?? old.merged(with: patch.patch)
        // The filter can't be applied to a row whose value was dropped.
        if row.source.isDropped, state.queryView.query.isFilter { state.loading.isRefreshWanted = true }
        // If a row becomes hidden, rows that were already hidden may have been before it.
        if !state.queryView.shows(row), state.confirmed.contains(patch.id) { state.queryView.forgetPlaces() }
        state.queryView.put(row, in: &state.confirmed)
    }

    /// Shows an edit as confirmed.
    ///
    /// The rows stay the same, except for changes that the source has made in them.
    private func showConfirmed(_ edit: Edit, _ state: inout ListState) {
        if state.edits.isEmpty, state.shown.mayTiesDiffer { return refold(&state) }
        // The changes of the source may move the row. Also, pending edits are applied after confirmed ones.
        let mayMove = !state.queryView.query.isPlain
        if mayMove, !state.edits.isEmpty { return refold(&state) }
        if mayMove, edit.ids.contains(where: { state.shown.rows[$0] != state.confirmed[$0] }) { return refold(&state) }
        let own = Set<ExactText>(texts: edit.ids)
        if state.edits.contains(where: { $0.ids.contains { own.contains($0) } }) { return refold(&state) }
        for id in edit.ids {
            state.shown.pending[id] = nil
            guard let row = state.confirmed[id] else { continue }
            state.changes.changed.append(id)
            if !state.edits.isEmpty { state.shown.rows[id] = row }
        }
        if state.edits.isEmpty {
            state.shown.rows = state.confirmed
            state.shown.queryView = state.queryView
        } else {
            state.shown.mayTiesDiffer = state.shown.mayTiesDiffer || state.isSorted
        }
    }

    /// Shows a confirmed deletion while no other edit is pending.
    private func showDeleted(_ ids: [String], _ state: inout ListState) {
        let old = state.shown.rows
        let places = ids.compactMap { old.index(forKey: $0) }.sorted()
        state.keepingActiveVisible { $0.passingOnActive { $0.fold() } }
        state.changes = ChangeHints()
        state.changes.removed = places.map { old.keys[$0] }
    }

    private func dropEditsWithoutTarget(_ state: inout ListState) {
        var rows = state.confirmed
        var queryView = state.queryView
        var kept: [Edit] = []
        for edit in state.edits {
            // The rows that an undo changes need not be loaded. The source determines whether they exist.
            if edit.origin != .person || edit.hasTarget(in: rows, queryView) {
                edit.apply(to: &rows, in: &queryView)
                kept.append(edit)
            } else {
                fail(edit, edit.targetGone, &state)
            }
        }
        state.edits = kept
    }
}
