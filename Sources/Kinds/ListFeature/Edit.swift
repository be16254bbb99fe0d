import FHJSON
import FeatureKit

/// A change that the source has not confirmed yet.
struct Edit: Sendable, Equatable {
    enum Change: Sendable, Equatable {
        case insert([RowInsertion])
        case update([RowPatch])
        /// Deletes rows.
        ///
        /// If an undo reverts an insert, `made` contains the rows as they were inserted.
        case delete([String], made: [SourceRow] = [])
        case move([String], before: String?)

        static func insert(_ row: SourceRow, before: String?) -> Change { .insert([RowInsertion(row, before: before)]) }

        /// An update of one row, whatever the version of the row is.
        static func update(_ id: String, _ patch: JSONText) -> Change { .update([RowPatch(id, patch)]) }
    }

    /// A change of one row.
    struct RowPatch: Sendable, Equatable {
        var id: String
        var patch: JSONText
        /// The row in the source when the change was made; nil if the row's value was not loaded.
        var base: SourceRow?
        /// The version of the row that the client expects; nil if the client accepts any version.
        ///
        /// If the row has another version than the expected one, the change fails with a conflict.
        var ifVersion: String?

        init(_ id: String, _ patch: JSONText, base: SourceRow? = nil, ifVersion: String? = nil) {
            self.id = id
            self.patch = patch
            self.base = base.flatMap { $0.isDropped ? nil : $0 }
            self.ifVersion = ifVersion
        }
    }

    /// The value of a row's `pending` on the wire.
    enum Pending: String, Sendable, CaseIterable {
        case insert, update, move, delete
    }

    var opID: String
    var change: Change
    /// The undo step of the edit.
    ///
    /// The edits of one step are undone together.
    let step: String
    var origin = EditHistory.Origin.person
    /// True if the edit was sent to the source.
    ///
    /// Until then a later edit may replace it.
    var isWriting = false
    /// True if an earlier attempt failed.
    ///
    /// The source may have applied that attempt, and later edits too.
    var isRepeated = false
    /// True if the edit changes rows that were not loaded when it was made.
    ///
    /// Only the source knows whether these rows exist.
    var reachesUnloaded = false
    /// True if an action on all rows, with or without exceptions, made the edit.
    var isOfAll = false
    /// The number of times that the edit was written again because others had changed its rows.
    var attempts = 0
    /// True if an undo or a redo has omitted this change, because others have changed its row or use the row's id.
    var isLeftOut = false

    /// The ids of the changed rows.
    var ids: [String] {
        switch change {
        case .insert(let insertions): insertions.map(\.row.id)
        case .update(let patches): patches.map(\.id)
        case .delete(let ids, _), .move(let ids, _): ids
        }
    }

    var pending: Pending {
        switch change {
        case .insert: .insert
        case .update: .update
        case .delete: .delete
        case .move: .move
        }
    }

    /// The failure of an edit whose rows no longer exist.
    var targetGone: Failure {
        let ids = ids
        let listed = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
        return Failure("targetGone", "the row \(listed) is no longer there", retryable: false)
    }

    /// True if all rows of an update, or at least one row of a deletion or a move, exist.
    ///
    /// Also true for an insert, and for rows that are not loaded, because only the source knows whether these exist.
    func hasTarget(in rows: Rows, _ queryView: QueryView) -> Bool {
        if reachesUnloaded { return true }
        return switch change {
        case .insert: true
        case .update(let patches): patches.allSatisfy { queryView.row($0.id, in: rows) != nil }
        case .delete(let ids, _), .move(let ids, _): ids.contains { queryView.row($0, in: rows) != nil }
        }
    }

    /// True if the list knows the positions of the changed rows and of the ``anchors``.
    func isKnown(in rows: Rows, _ queryView: QueryView) -> Bool {
        let areAnchorsKnown = anchors.allSatisfy { rows.contains($0) }
        if case .insert(let insertions) = change { return areAnchorsKnown && !hasHiddenAnchor(insertions, queryView) }
        return areAnchorsKnown && ids.allSatisfy { rows.contains($0) || queryView.isPlaceKnown(of: $0) }
    }

    /// True if a row is inserted before another row of the same edit, and the filter hides that other row.
    private func hasHiddenAnchor(_ insertions: [RowInsertion], _ queryView: QueryView) -> Bool {
        if insertions.count == 1 || !queryView.query.isFilter { return false }
        let hidden = Set<ExactText>(texts: insertions.map(\.row).filter { !queryView.shows(Row($0)) }.map(\.id))
        return insertions.contains { $0.before.map { hidden.contains($0) } ?? false }
    }

    /// The ids of the rows before which the edit inserts or moves rows, except rows that the edit itself inserts.
    var anchors: [String] {
        switch change {
        case .insert(let insertions):
            if insertions.count == 1 { return insertions[0].before.map { [$0] } ?? [] }
            let own = Set<ExactText>(texts: insertions.map(\.row.id))
            return insertions.compactMap(\.before).filter { !own.contains($0) }.distinct()
        case .move(_, let before): return before.map { [$0] } ?? []
        case .update, .delete: return []
        }
    }

    /// Applies the change to rows.
    ///
    /// A deleted row stays, marked as pending, until the source confirms the deletion.
    func apply(to rows: inout Rows, in queryView: inout QueryView, isConfirmed: Bool = false) {
        switch change {
        case .insert(let insertions):
            for insertion in insertions { queryView.insert(Row(insertion.row), before: insertion.before, in: &rows) }
        case .update(let patches):
            for patch in patches {
                guard let row = queryView.row(patch.id, in: rows) else { continue }
                queryView.put(row.merged(with: patch.patch), in: &rows)
            }
        case .delete(let ids, _):
            guard isConfirmed else { return }
            rows.remove(ids)
        case .move(let ids, let before):
            // In a sorted list a move changes only the source's order.
            if !queryView.isSorted { rows.move(ids, before: before) }
        }
    }
}
