import FHJSON
import FeatureKit

/// The ids of the rows that a revision inserted, removed, moved and changed.
///
/// Clients use these ids to update their rows in place.
struct ChangeHints: Sendable, Equatable {
    var inserted: [String] = []
    var removed: [String] = []
    var moved: [String] = []
    var changed: [String] = []

    init() {}

    /// The difference between two versions of the rows.
    init(from old: Rows, to new: Rows) {
        removed = old.keys.filter { new[$0] == nil }
        // The old positions of the rows that still exist, in the new order of these rows. A row outside the longest
        // ascending subsequence of positions was moved.
        var before: [Int] = []
        var staying: [String] = []
        for (id, row) in new {
            guard let place = old.index(forKey: id) else {
                inserted.append(id)
                continue
            }
            before.append(place)
            staying.append(id)
            // If the value of a row was dropped, a client has nothing to redraw.
            if !row.source.isDropped, old[place].value != row { changed.append(id) }
        }
        let still = longestAscendingRun(of: before)
        moved = zip(staying, still).filter { !$0.1 }.map(\.0)
    }

    /// Merges the hints of another change of the same revision.
    ///
    /// Each of the four arrays contains an id at most once.
    mutating func formUnion(_ other: ChangeHints) {
        inserted = Self.union(inserted, other.inserted)
        removed = Self.union(removed, other.removed)
        moved = Self.union(moved, other.moved)
        changed = Self.union(changed, other.changed)
    }

    /// Adds rows to ``changed``.
    ///
    /// Ids that are not in `rows`, and rows that already are in ``inserted`` or ``changed``, are ignored.
    mutating func noteChanged(_ ids: [String], in rows: Rows) {
        let known = Set<ExactText>(texts: changed + inserted)
        changed += ids.filter { rows.contains($0) && !known.contains($0) }
    }

    /// Appends the hints of a change whose rows have no hints yet.
    mutating func append(_ other: ChangeHints) {
        inserted += other.inserted
        removed += other.removed
        moved += other.moved
        changed += other.changed
    }

    private static func union(_ a: [String], _ b: [String]) -> [String] {
        if b.isEmpty { return a }
        return a.isEmpty && b.count == 1 ? b : (a + b).distinct()
    }
}

extension ListState {
    /// Sets the hints to the difference between the rows that were shown before and the rows shown now.
    ///
    /// A row also counts as changed if its pending edit differs from that in `pending`, the earlier pending edits.
    mutating func noteChanges(from old: Rows, _ pending: [ExactText: Edit.Pending]) {
        changes = ChangeHints(from: old, to: shown.rows)
        let known = Set<ExactText>(texts: changes.changed + changes.inserted)
        let waiting = Set(pending.keys).union(shown.pending.keys)
        for id in waiting where shown.pending[id] != pending[id] && !known.contains(id) {
            if shown.rows.contains(id.text) { changes.changed.append(id.text) }
        }
        changes.changed.sort { shown.rows.index(forKey: $0) ?? 0 < shown.rows.index(forKey: $1) ?? 0 }
    }
}
