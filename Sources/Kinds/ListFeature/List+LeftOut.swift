import FHJSON
import FHRowCollections
import FeatureKit

/// The outcome of an edit that the source has refused.
struct RefusedEdit {
    /// The edits to write again instead of the refused one.
    var again: [Edit] = []
    /// The edits that failed, with their failures.
    var failed: [(edit: Edit, failure: Failure)] = []

    /// Creates the outcome of an edit that failed as a whole.
    init(_ edit: Edit, _ failure: Failure) {
        failed = [(edit, failure)]
    }

    /// Creates the outcome of an edit that is written again as a whole.
    init(again edit: Edit) {
        again = [edit]
    }

    init() {}
}

/// Undo and redo omit rows that others have changed, and apply the rest of the step.
///
/// Each omitted row has its own error. `retry` makes the change in any case, and dismissing the error gives the change
/// up. Until the user has decided, the change is the next step to undo or redo.
extension List {
    /// Omits rows from an undo or a redo, and writes the other rows again.
    func leaveOut(
        _ rows: [SourceRow], of edit: Edit, _ failure: Failure, _ state: inout ListState
    ) -> RefusedEdit {
        let theirs = [ExactText: SourceRow](rows.map { (ExactText($0.id), $0) }) { $1 }
        let ids = edit.ids.filter { theirs[$0] != nil }
        if ids.isEmpty { return divided(edit, failure, &state) }
        // A source that applies rows one after the other may have changed some rows before it refused the edit.
        state.writing.uncertain.note(edit, failure)
        var refused = RefusedEdit()
        for id in ids {
            let row = theirs[id].map { [$0] } ?? []
            let part = ids.count == 1 && edit.ids.count == 1 ? edit : self.part(of: edit) { isSameText($0, id) }
            refused.failed.append(leftOut(part, row, state))
        }
        if ids.count < edit.ids.count { refused.again = [part(of: edit) { theirs[$0] == nil }] }
        return refused
    }

    /// Splits an undo or a redo of several rows in halves, if the source refuses it without specifying the rows.
    ///
    /// Repeated splitting isolates the rows for which the edit can't succeed. A single row is omitted if it conflicts,
    /// or if its id is in use again.
    func divided(_ edit: Edit, _ failure: Failure, _ state: inout ListState) -> RefusedEdit {
        let ids = edit.ids
        if failure.retryable { return RefusedEdit(edit, failure) }
        if ids.count <= 1 {
            let isLeftOut = failure.code == "conflict" || failure.code == "duplicateId"
            if !isLeftOut { return RefusedEdit(edit, failure) }
            var refused = RefusedEdit()
            refused.failed = [leftOut(edit, failure.current, state, failure)]
            return refused
        }
        state.writing.uncertain.note(edit, failure)
        let first = Set<ExactText>(texts: ids.prefix(ids.count / 2))
        var refused = RefusedEdit()
        refused.again = [part(of: edit) { first.contains($0) }, part(of: edit) { !first.contains($0) }]
        return refused
    }

    /// Returns the part of an edit that concerns the rows whose ids `isIn` accepts, with a new operation id.
    private func part(of edit: Edit, _ isIn: (String) -> Bool) -> Edit {
        var part = edit
        part.opID = configuration.ids.next()
        part.change = edit.change.part(isIn)
        return part
    }

    private func leftOut(
        _ edit: Edit, _ theirs: [SourceRow], _ state: ListState, _ failure: Failure? = nil
    ) -> (edit: Edit, failure: Failure) {
        var edit = edit
        edit.isLeftOut = true
        let id = edit.ids.first ?? ""
        let word = edit.origin == .redo ? "redo" : "undo"
        if failure?.code == "duplicateId" {
            let message =
                "there is another row with the id \(id) by now, which \(word) leaves as it is: "
                + "retry when that is gone, or dismiss this to keep it"
            return (edit, Failure("duplicateId", message, retryable: true))
        }
        let members = changedMembers(edit, theirs.first, state)
        let message =
            "others have changed \(members)the row \(id) since, which \(word) leaves as it is: "
            + "retry makes the change all the same, dismiss this to keep theirs"
        return (edit, .conflict(current: theirs, message: message, retryable: true))
    }

    /// The members that both the edit and others have changed, as text for the user.
    private func changedMembers(_ edit: Edit, _ theirs: SourceRow?, _ state: ListState) -> String {
        guard case .update(let patches) = edit.change, let theirs, let base = patches.first?.base else { return "" }
        let merge = RowMerge(
            base: state.writing.uncertain.base(base, theirs: theirs), patch: patches[0].patch, theirs: theirs)
        let names = merge.conflicts.prefix(3).map { String($0.path.dropFirst()) }
        if names.isEmpty { return "" }
        return names.joined(separator: ", ") + (merge.conflicts.count > 3 ? ", …" : "") + " of "
    }
}

extension Edit.Change {
    /// Returns the change, restricted to the rows whose ids `isIn` accepts.
    func part(_ isIn: (String) -> Bool) -> Edit.Change {
        switch self {
        case .insert(let insertions): .insert(insertions.filter { isIn($0.row.id) })
        case .update(let patches): .update(patches.filter { isIn($0.id) })
        case .delete(let ids, let made): .delete(ids.filter(isIn), made: made.filter { isIn($0.id) })
        case .move(let ids, let before): .move(ids.filter(isIn), before: before)
        }
    }

    /// Splits the change into single rows, if the source applies rows one after the other and may fail in between.
    func parts(for capabilities: SourceCapabilities) -> [Edit.Change] {
        guard capabilities.contains(.inTurn) else { return [self] }
        switch self {
        case .insert(let insertions) where !capabilities.contains(.insertMany): return insertions.map { .insert([$0]) }
        case .update(let patches) where !capabilities.contains(.updateMany): return patches.map { .update([$0]) }
        default: return [self]
        }
    }

    /// True if another change has the same effect, regardless of the rows on which the two changes are based.
    func isSame(as other: Edit.Change) -> Bool {
        switch (self, other) {
        case (.update(let a), .update(let b)):
            a.count == b.count && zip(a, b).allSatisfy { isSameText($0.id, $1.id) && $0.patch == $1.patch }
        case (.delete(let a, _), .delete(let b, _)): isSameText(a, b)
        default: self == other
        }
    }
}

extension ListState {
    /// The changes that undo or redo has omitted and whose errors the user has dismissed.
    private var dismissed: [(errorID: String, edit: Edit)] {
        writing.failed.filter { $1.isLeftOut && faults.list.find($0) == nil }.map { ($0, $1) }
    }

    /// The history without the changes that the user has given up.
    var currentHistory: EditHistory {
        if writing.failed.isEmpty { return writing.history }
        return dismissed.reduce(into: writing.history) { $0.giveUp($1.edit) }
    }

    /// Removes the changes that undo or redo has omitted and whose errors the user has dismissed.
    mutating func giveUpDismissed() {
        if writing.failed.isEmpty { return }
        for (errorID, edit) in dismissed {
            writing.history.giveUp(edit)
            forgetFailure(errorID)
        }
    }

    /// Removes the failures of a step that is performed again.
    mutating func forgetFailures(of step: EditHistory.Step, _ origin: EditHistory.Origin) {
        let failed = writing.failed.filter { _, edit in
            edit.origin == origin && step.changes.contains { $0.isSame(as: edit.change) }
        }
        for errorID in failed.keys { forgetFailure(errorID) }
    }

    /// Rebases a change on the current rows, because the user wants the change in spite of changes by others.
    func rebased(_ change: Edit.Change) -> Edit.Change {
        switch change {
        case .update(let patches): .update(patches.map { patch($0.id, $0.patch) })
        case .delete(let ids, let made):
            // The current value of a row that is not loaded is unknown.
            .delete(ids, made: made.compactMap { row in known(row.id).flatMap { $0.isDropped ? nil : $0 } })
        case .insert, .move: change
        }
    }
}
