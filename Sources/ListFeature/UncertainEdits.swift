import DequeModule
import FeatureKit
import JSON

/// Updates of this list that have failed, and may have been made all the same: an answer was lost, or some of several
/// rows were changed before one was refused.
///
/// What they did to a row is no change by others. They are known until the rows are read anew and none can be tried again.
struct UncertainEdits: Sendable, Equatable {
    private struct Update: Sendable, Equatable {
        var id: ExactText
        var patch: JSONText
    }

    /// How many are remembered.
    private static let limit = 100

    private var updates: Deque<Update> = []

    /// Notes an edit that has failed, where it may have been made.
    mutating func note(_ edit: Edit, _ failure: Failure) {
        guard case .update(let patches) = edit.change else { return }
        // What conflicts was not made, but for the rows before it where a source takes one after the other.
        guard failure.retryable && failure.code != "conflict" || patches.count > 1 else { return }
        for patch in patches.suffix(Self.limit) {
            updates.append(Update(id: ExactText(patch.id), patch: patch.patch))
            if updates.count > Self.limit { updates.removeFirst() }
        }
    }

    mutating func forget() { updates = [] }

    mutating func rename(_ ids: RenamedIDs) {
        for index in updates.indices { updates[index].id = ExactText(ids[updates[index].id.text]) }
    }

    /// A row that an edit was made on, with what others of these edits have done to it.
    ///
    /// - Parameters:
    ///   - base: the row.
    ///   - theirs: the row as it is now.
    func base(_ base: SourceRow, theirs: SourceRow) -> SourceRow {
        var base = base
        for update in updates where theirs.hasID(update.id.text) {
            let part = RowMerge.part(of: update.patch.value, in: theirs.value.value)
            if part != .emptyObject { base = base.merged(with: part) }
        }
        return base
    }
}
