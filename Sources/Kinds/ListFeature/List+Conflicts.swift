import FHJSON
import FHRowCollections
import FeatureKit

/// Versions of rows.
///
/// An edit specifies the version of its row, and is merged with concurrent changes.
extension List {
    /// The maximum number of times that an edit is written again while others keep changing its rows.
    private static var mostAttempts: Int { 8 }

    /// The maximum number of attempts to delete rows on the condition that they are unchanged.
    ///
    /// After these attempts, the rows are deleted whatever their versions are.
    static var mostComparisons: Int { 3 }

    /// Returns the updates for the source; each specifies the version that its row must have.
    ///
    /// This is the version that the client expects or, if the client accepts any version, the confirmed version.
    ///
    /// - Throws: `conflict` if the list already knows that others have changed one of the updated members.
    func updates(of patches: [Edit.RowPatch], _ state: ListState) throws(Failure) -> [RowUpdate] {
        var conflicts: [(merge: RowMerge, theirs: SourceRow)] = []
        let updates = patches.map { patch in
            let theirs = state.known(patch.id).flatMap { $0.isDropped ? nil : $0 }
            if let version = patch.ifVersion {
                return RowUpdate(patch.id, patch: patch.patch, ifVersion: version, known: theirs)
            }
            // The row is no longer loaded: it may be the row of an older undo step. So the source has to compare the
            // version.
            guard let theirs else {
                return RowUpdate(patch.id, patch: patch.patch, ifVersion: patch.base?.version, known: patch.base)
            }
            if let base = patch.base, base != theirs {
                let base = state.writing.uncertain.base(base, theirs: theirs)
                let merge = RowMerge(base: base, patch: patch.patch, theirs: theirs)
                if !merge.conflicts.isEmpty { conflicts.append((merge, theirs)) }
            }
            return RowUpdate(patch.id, patch: patch.patch, ifVersion: theirs.version, known: theirs)
        }
        if let failure = Self.failure(of: conflicts) { throw failure }
        return updates
    }

    /// Checks that the rows that an undo deletes are unchanged since their insertion.
    ///
    /// - Throws: `conflict` if a row was changed by others.
    func checkMade(_ made: [SourceRow], _ state: ListState) throws(Failure) {
        let changed = made.compactMap { row -> SourceRow? in
            guard let now = state.known(row.id), !now.isDropped, !row.isDropped else { return nil }
            return now.value.value == state.writing.uncertain.base(row, theirs: now).value.value ? nil : now
        }
        if !changed.isEmpty { throw .conflict(current: changed) }
    }

    /// Handles a refused write.
    ///
    /// Stores the current rows of a conflict, and determines the edit to retry.
    ///
    /// - Returns: the edits to retry, and the failures. An update is retried if it changes other members than the
    ///   concurrent change does. A deletion is retried in any case, except the undo of an insert.
    func refuse(_ edit: Edit, _ failure: Failure, _ state: inout ListState) -> RefusedEdit {
        let isStep = edit.origin != .person
        guard failure.code == "conflict" else {
            return isStep ? divided(edit, failure, &state) : RefusedEdit(edit, failure)
        }
        // A conflict without rows doesn't say which rows of the source have changed.
        if failure.current.isEmpty { state.loading.isRefreshWanted = true }
        // If a row was changed while its insert was pending, the base is the row that the source confirmed.
        let confirmed = edit.ids.map { id in state.known(id).flatMap { $0.isDropped ? nil : $0 } }
        for row in failure.current { takeIn(theirs: row, &state) }
        if case .delete(_, let made) = edit.change, made.isEmpty {
            var again = edit
            again.attempts = failure.current.isEmpty ? Self.mostComparisons : edit.attempts + 1
            return RefusedEdit(again: again)
        }
        // A move, or the undo of an insert, is not retried, because rows that others have changed must stay.
        guard case .update(let patches) = edit.change else {
            return isStep ? leaveOut(failure.current, of: edit, failure, &state) : RefusedEdit(edit, failure)
        }
        var isUnmergeable = failure.current.isEmpty
        var conflicts: [(merge: RowMerge, theirs: SourceRow)] = []
        let theirs = [ExactText: SourceRow](failure.current.map { (ExactText($0.id), $0) }) { $1 }
        let merged = zip(patches, confirmed).map { patch, confirmed in
            guard let row = theirs[patch.id] else { return patch }
            if edit.isRepeated, RowMerge(base: row, patch: patch.patch, theirs: row).isDone {
                // The update was applied before its answer was lost, so the version that it specifies is outdated.
                let version = patch.ifVersion == nil ? nil : row.version
                return Edit.RowPatch(patch.id, patch.patch, base: row, ifVersion: version)
            }
            guard patch.ifVersion == nil, let base = patch.base ?? confirmed else {
                isUnmergeable = true
                return patch
            }
            let merge = RowMerge(
                base: state.writing.uncertain.base(base, theirs: row), patch: patch.patch, theirs: row)
            if !merge.conflicts.isEmpty {
                conflicts.append((merge, row))
                return patch
            }
            return Edit.RowPatch(patch.id, patch.patch, base: row)
        }
        if isUnmergeable || edit.attempts >= Self.mostAttempts {
            return isStep ? leaveOut(failure.current, of: edit, failure, &state) : RefusedEdit(edit, failure)
        }
        var again = edit
        again.change = .update(merged)
        again.attempts += 1
        guard let conflict = Self.failure(of: conflicts) else { return RefusedEdit(again: again) }
        return isStep
            ? leaveOut(conflicts.map(\.theirs), of: again, conflict, &state) : RefusedEdit(edit, conflict)
    }

    /// Stores a row as changed by others.
    private func takeIn(theirs row: SourceRow, _ state: inout ListState) {
        state.loading.writes += 1
        guard state.queryView.row(row.id, in: state.confirmed) != nil else {
            if state.targets.lastKnown[row.id] != nil { state.targets.lastKnown[row.id] = row }
            return
        }
        let (count, loaded) = (state.confirmed.count, state.loadedCount)
        state.queryView.put(Row(row), in: &state.confirmed)
        if state.confirmed.count < count { state.queryView.forgetPlaces() }
        noteTail(changed: [row.id], &state)
        distrustFirst([row.id], &state)
        state.recount(from: count, loaded: loaded)
        // Because of the change, the row now passes the filter, or no longer passes it. So the positions around it are
        // unknown.
        if state.confirmed.count != count { state.loading.isRefreshWanted = true }
    }

    /// Rebases the pending and failed edits that change the rows of a confirmed edit.
    ///
    /// The confirmed edit then doesn't count as a change by others.
    func rebase(on edit: Edit, _ state: inout ListState) {
        if state.edits.isEmpty, state.writing.failed.isEmpty { return }
        guard case .update(let patches) = edit.change else { return }
        let confirmed = [ExactText: JSONText](patches.map { (ExactText($0.id), $0.patch) }) { $1 }
        for index in state.edits.indices { state.edits[index].change.rebase(on: confirmed) }
        for id in state.writing.failed.keys { state.writing.failed[id]?.change.rebase(on: confirmed) }
    }

    private static func failure(of conflicts: [(merge: RowMerge, theirs: SourceRow)]) -> Failure? {
        guard let first = conflicts.first else { return nil }
        let failure = first.merge.failure(first.theirs)
        if conflicts.count == 1 { return failure }
        return .conflict(
            current: conflicts.map(\.theirs), message: "\(failure.message) (and \(conflicts.count - 1) rows more)")
    }
}

extension Edit.Change {
    /// Rebases an update on confirmed patches, which are keyed by row id.
    fileprivate mutating func rebase(on confirmed: [ExactText: JSONText]) {
        guard case .update(var waiting) = self else { return }
        for place in waiting.indices {
            guard let patch = confirmed[waiting[place].id], let base = waiting[place].base else { continue }
            waiting[place].base = base.merged(with: patch)
        }
        self = .update(waiting)
    }
}

extension ListState {
    /// Updates the total count and the start of the next page after confirmed rows were added or removed.
    ///
    /// - Parameters:
    ///   - count: the number of confirmed rows before the change.
    ///   - loaded: the number of rows whose position in the source was known before the change.
    mutating func recount(from count: Int, loaded: Int) {
        let grown = confirmed.count - count
        loading.totalCount = loading.totalCount.map { total in
            let (sum, isTooLarge) = total.addingReportingOverflow(grown)
            return isTooLarge ? total : max(0, sum)
        }
        if case .offset(let offset) = loading.segment.nextPage {
            loading.segment.nextPage = .offset(max(0, offset + loadedCount - loaded))
        }
    }

    /// The row as the list has last received it from the source; nil if the list has no value of it.
    func known(_ id: String) -> SourceRow? { queryView.row(id, in: confirmed)?.source ?? targets.lastKnown[id] }

    /// A patch that is based on the row as the list has last received it from the source.
    func patch(_ id: String, _ patch: JSONText, ifVersion: String? = nil) -> Edit.RowPatch {
        Edit.RowPatch(id, patch, base: known(id), ifVersion: ifVersion)
    }
}
