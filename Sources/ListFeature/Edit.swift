import FeatureKit
import JSON
import Querying

/// A change that the source has not confirmed yet.
struct Edit: Sendable, Equatable {
    enum Change: Sendable, Equatable {
        case insert([RowInsertion])
        case update([RowPatch])
        /// Takes rows away; `made` has those that an undo takes back, as they were when they were made.
        case delete([String], made: [SourceRow] = [])
        case move([String], before: String?)

        /// An insert of one row.
        static func insert(_ row: SourceRow, before: String?) -> Change { .insert([RowInsertion(row, before: before)]) }

        /// An update of one row, whatever its version.
        static func update(_ id: String, _ patch: JSONText) -> Change { .update([RowPatch(id, patch)]) }
    }

    /// A change of one row.
    struct RowPatch: Sendable, Equatable {
        var id: String
        var patch: JSONText
        /// The row that the change was made on, as the source had it; nil where its value is not here.
        var base: SourceRow?
        /// The version that the client names: any other is a conflict.
        var ifVersion: String?

        init(_ id: String, _ patch: JSONText, base: SourceRow? = nil, ifVersion: String? = nil) {
            self.id = id
            self.patch = patch
            self.base = base.flatMap { $0.isDropped ? nil : $0 }
            self.ifVersion = ifVersion
        }
    }

    /// What a row's `pending` says.
    enum Pending: String, Sendable, CaseIterable {
        case insert, update, move, delete
    }

    var opID: String
    var change: Change
    /// Which edits are undone together with it.
    let step: String
    var origin = EditHistory.Origin.person
    /// Whether the source has been asked; until then a later edit may take its place.
    var isWriting = false
    /// Whether it failed before: it may have been done all the same, and others after it.
    var isRepeated = false
    /// Whether it is about rows that were not loaded when it was made: of those the source decides.
    var reachesUnloaded = false
    /// Whether it is about every row, but for those that are named.
    var isOfAll = false
    /// How many times it was tried on a newer version of its rows.
    var attempts = 0
    /// Whether it is what an undo or a redo has left out, since others have changed its row.
    var isLeftOut = false

    /// The rows that are changed.
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

    /// Why it failed where nothing is left of what it changes.
    var targetGone: Failure {
        let ids = ids
        let listed = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
        return Failure("targetGone", "the row \(listed) is no longer there", retryable: false)
    }

    /// Whether what it changes is still there.
    func hasTarget(in rows: Rows, _ sight: Sight) -> Bool {
        if reachesUnloaded { return true }
        return switch change {
        case .insert: true
        case .update(let patches): patches.allSatisfy { sight.row($0.id, in: rows) != nil }
        case .delete(let ids, _), .move(let ids, _): ids.contains { sight.row($0, in: rows) != nil }
        }
    }

    /// Whether it is known of all rows that are changed, or beside which something is put, where they stand.
    func isKnown(in rows: Rows, _ sight: Sight) -> Bool {
        let areAnchorsKnown = anchors.allSatisfy { rows.contains($0) }
        if case .insert(let insertions) = change { return areAnchorsKnown && !hasHiddenAnchor(insertions, sight) }
        return areAnchorsKnown && ids.allSatisfy { rows.contains($0) || sight.isPlaceKnown(of: $0) }
    }

    /// Whether a row is put before another row of the same edit that the filter leaves out.
    private func hasHiddenAnchor(_ insertions: [RowInsertion], _ sight: Sight) -> Bool {
        if insertions.count == 1 || !sight.query.isFilter { return false }
        let hidden = Set<ExactText>(texts: insertions.map(\.row).filter { !sight.shows(Row($0)) }.map(\.id))
        return insertions.contains { $0.before.map { hidden.contains($0) } ?? false }
    }

    /// The rows that something is put before, without those that it puts there itself.
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

    /// Folds the change over rows.
    ///
    /// A row to be deleted stays, marked as pending, until the source has confirmed it.
    func apply(to rows: inout Rows, in sight: inout Sight, isConfirmed: Bool = false) {
        switch change {
        case .insert(let insertions):
            for insertion in insertions { sight.insert(Row(insertion.row), before: insertion.before, in: &rows) }
        case .update(let patches):
            for patch in patches {
                guard let row = sight.row(patch.id, in: rows) else { continue }
                sight.put(row.merged(with: patch.patch), in: &rows)
            }
        case .delete(let ids, _):
            guard isConfirmed else { return }
            rows.remove(ids)
        case .move(let ids, let before):
            // Where rows are sorted a move is one of the source's order alone.
            if !sight.isSorted { rows.move(ids, before: before) }
        }
    }
}
