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
    ///
    /// If there are more than ``NamedChanges/limit`` differences, some of them are left out.
    init(from old: Rows, to new: Rows) {
        // The old positions of the rows that still exist, in the new order of these rows. A row outside the longest
        // ascending subsequence of positions was moved.
        var before: [Int] = []
        var staying: [String] = []
        for (id, row) in new {
            if isTooLong { return }
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
        let gone = min(old.count - staying.count, NamedChanges.limit + 1)
        if gone > 0 { removed = Array(old.keys.lazy.filter { new.index(forKey: $0) == nil }.prefix(gone)) }
    }

    /// True if a snapshot doesn't name all of these rows.
    var isTooLong: Bool { inserted.count + removed.count + moved.count + changed.count > NamedChanges.limit }

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

/// The rows that the member `changes` of a snapshot names.
struct NamedChanges: Sendable, Equatable {
    /// The largest number of ids in a snapshot, so that its length doesn't depend on the number of loaded rows.
    static let limit = 1_000

    let inserted: [String]
    let removed: [String]
    let moved: [String]
    let changed: [String]
    /// False if more rows than the named ones may have changed.
    let isComplete: Bool

    /// Names the first rows of each kind, up to the limit.
    init(_ hints: ChangeHints) {
        var room = Self.limit
        func first(_ ids: [String]) -> [String] {
            defer { room = max(0, room - ids.count) }
            return ids.count <= room ? ids : Array(ids.prefix(room))
        }
        inserted = first(hints.inserted)
        removed = first(hints.removed)
        moved = first(hints.moved)
        changed = first(hints.changed)
        isComplete = !hints.isTooLong
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
