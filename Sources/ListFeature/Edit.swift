import FeatureKit
import JSON
import OrderedCollections

/// Rows by id, in order.
typealias Rows = OrderedDictionary<String, Row>

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
    func hasTarget(in rows: Rows) -> Bool {
        switch change {
        case .insert: true
        case .update(let id, _): rows[id] != nil
        case .delete(let ids), .move(let ids, _): ids.contains { rows[$0] != nil }
        }
    }

    /// Folds the change over rows.
    ///
    /// A row to be deleted stays, marked as pending, until the source has confirmed it.
    func apply(to rows: inout Rows, isConfirmed: Bool = false) {
        switch change {
        case .insert(let row, let before):
            if rows[row.id] != nil {
                rows[row.id] = Row(row)
            } else {
                let place = before.flatMap { rows.index(forKey: $0) } ?? rows.count
                rows.updateValue(Row(row), forKey: row.id, insertingAt: place)
            }
        case .update(let id, let patch):
            guard let row = rows[id] else { return }
            rows[id] = Row(id: id, value: row.value.merged(with: patch.value))
        case .delete(let ids):
            guard isConfirmed else { return }
            let gone = Set(ids)
            if gone.count == 1, let id = ids.first {
                rows.removeValue(forKey: id)
            } else {
                rows.removeAll { gone.contains($0.key) }
            }
        case .move(let ids, let before):
            Self.move(ids, before: before, in: &rows)
        }
    }

    /// Takes the ids out and inserts them together, in the list's order, right before another row (nil: at the end).
    static func move(_ ids: [String], before: String?, in rows: inout Rows) {
        let moving = Set(ids)
        if moving.count == 1, let id = ids.first, let row = rows.removeValue(forKey: id) {
            let place = before.flatMap { rows.index(forKey: $0) } ?? rows.count
            rows.updateValue(row, forKey: id, insertingAt: place)
            return
        }
        var moved: Rows = [:]
        var rest: Rows = [:]
        rest.reserveCapacity(rows.count)
        for (id, row) in rows {
            if moving.contains(id) { moved[id] = row } else { rest[id] = row }
        }
        let place = before.flatMap { rest.index(forKey: $0) } ?? rest.count
        var result = Rows(minimumCapacity: rows.count)
        for (id, row) in rest.elements[..<place] { result[id] = row }
        for (id, row) in moved { result[id] = row }
        for (id, row) in rest.elements[place...] { result[id] = row }
        rows = result
    }
}
