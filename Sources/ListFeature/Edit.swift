import FeatureKit
import JSON

/// A change that the source has not confirmed yet.
struct Edit: Sendable, Equatable {
    enum Change: Sendable, Equatable {
        case insert(SourceRow, before: String?)
        case update(String, JSONText)
        case delete([String])
        case move([String], before: String?)
    }

    /// What a row's `pending` says.
    enum Pending: String, Sendable, CaseIterable {
        case insert, update, move, delete
    }

    let opID: String
    let change: Change
    /// Which edits are undone together with it.
    let step: String
    var origin = EditHistory.Origin.person
    /// Whether the source has been asked; until then a later edit may take its place.
    var isWriting = false
    /// Whether it failed before: it may have been done all the same, and others after it.
    var isRepeated = false

    /// The rows that are changed.
    var ids: [String] {
        switch change {
        case .insert(let row, _): [row.id]
        case .update(let id, _): [id]
        case .delete(let ids), .move(let ids, _): ids
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
        Failure("targetGone", "the row \(ids.joined(separator: ", ")) is no longer there", retryable: false)
    }

    /// Whether what it changes is still there.
    func hasTarget(in rows: Rows, _ sight: Sight) -> Bool {
        switch change {
        case .insert: true
        case .update(let id, _): sight.row(id, in: rows) != nil
        case .delete(let ids), .move(let ids, _): ids.contains { sight.row($0, in: rows) != nil }
        }
    }

    /// Whether it is known of all rows that are changed, or beside which something is put, where they stand.
    func isKnown(in rows: Rows, _ sight: Sight) -> Bool {
        let isAnchorKnown = anchor.map { rows.contains($0) } ?? true
        if case .insert = change { return isAnchorKnown }
        return isAnchorKnown && ids.allSatisfy { rows.contains($0) || sight.isPlaceKnown(of: $0) }
    }

    /// The row that something is put before.
    var anchor: String? {
        switch change {
        case .insert(_, let before), .move(_, let before): before
        case .update, .delete: nil
        }
    }

    /// Folds the change over rows.
    ///
    /// A row to be deleted stays, marked as pending, until the source has confirmed it.
    func apply(to rows: inout Rows, in sight: inout Sight, isConfirmed: Bool = false) {
        switch change {
        case .insert(let row, let before): sight.insert(Row(row), before: before, in: &rows)
        case .update(let id, let patch):
            guard let row = sight.row(id, in: rows) else { return }
            sight.put(row.merged(with: patch), in: &rows)
        case .delete(let ids):
            guard isConfirmed else { return }
            rows.remove(ids)
        case .move(let ids, let before):
            // Where rows are sorted a move is one of the source's order alone.
            if !sight.isSorted { rows.move(ids, before: before) }
        }
    }
}
