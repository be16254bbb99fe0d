import DequeModule
import FHJSON
import FHRowCollections
import FeatureKit

/// Failed updates of this list that the source may have applied.
///
/// Either the answer was lost, or some rows were changed before another row was refused.
///
/// If a row shows the effect of such an update, that does not count as a change by others. The updates are remembered
/// until the rows are loaded again and no failed edit remains to be retried.
struct UncertainEdits: Sendable, Equatable {
    private struct Update: Sendable, Equatable {
        var id: ExactText
        var patch: JSONText
    }

    /// The maximum number of remembered updates.
    private static let limit = 100

    private var updates: Deque<Update> = []

    /// Remembers a failed edit if the source may have applied it.
    mutating func note(_ edit: Edit, _ failure: Failure) {
        guard case .update(let patches) = edit.change else { return }
        // An edit with a conflict was not applied. But if the source applies rows one after the other, earlier rows may
        // have been changed.
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

    /// Returns the base of an edit, merged with the uncertain updates whose effect the current row shows.
    ///
    /// - Parameters:
    ///   - base: the row on which the edit was made.
    ///   - theirs: the current row.
    func base(_ base: SourceRow, theirs: SourceRow) -> SourceRow {
        var base = base
        for update in updates where theirs.hasID(update.id.text) {
            let part = RowMerge.part(of: update.patch.value, in: theirs.value.value)
            if part != .emptyObject { base = base.merged(with: part) }
        }
        return base
    }
}
