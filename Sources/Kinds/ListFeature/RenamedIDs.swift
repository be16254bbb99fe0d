import DequeModule
import FHJSON
import FeatureKit

/// The new ids that a source has assigned to rows, by the old ids.
struct RenamedIDs: Sendable, Equatable {
    /// The maximum number of remembered ids.
    ///
    /// They are remembered because a client may still use an old id for some time.
    private static let limit = 1_000

    private var ids: [ExactText: String] = [:]
    private var order: Deque<ExactText> = []

    init() {}

    init(_ renamed: [(old: String, new: String)]) {
        for (old, new) in renamed { add(old, new) }
    }

    var isEmpty: Bool { ids.isEmpty }

    /// The new ids by old ids.
    var byOldID: [String: String] {
        [String: String](ids.map { ($0.key.text, $0.value) }) { $1 }
    }

    /// The new id of a row; `id` if the row was not renamed.
    subscript(id: String) -> String { ids.isEmpty ? id : ids[ExactText(id)] ?? id }

    /// Returns the current id of a row, which may have been renamed several times.
    ///
    /// For example, a row gets another id each time an undo restores it.
    func latest(_ id: String) -> String {
        var latest = id
        while let next = ids[ExactText(latest)] { latest = next }
        return latest
    }

    mutating func add(_ old: String, _ new: String) {
        // The new id no longer counts as an old id, so that there are no cycles.
        if ids.removeValue(forKey: ExactText(new)) != nil { order.removeAll { $0 == ExactText(new) } }
        if ids.updateValue(new, forKey: ExactText(old)) == nil { order.append(ExactText(old)) }
        if order.count > Self.limit { ids[order.removeFirst()] = nil }
    }
}

extension Edit.Change {
    /// Returns the change with the new ids of its rows.
    func renamed(_ ids: RenamedIDs) -> Edit.Change {
        switch self {
        case .insert(let insertions):
            return .insert(insertions.map { RowInsertion($0.row, before: $0.before.map { ids[$0] }) })
        case .update(let patches):
            return .update(
                patches.map { patch in
                    var renamed = patch
                    renamed.id = ids[patch.id]
                    return renamed
                })
        case .delete(let old, let made): return .delete(old.map { ids[$0] }, made: made)
        case .move(let old, let before): return .move(old.map { ids[$0] }, before: before.map { ids[$0] })
        }
    }
}

extension List {
    /// Replaces the ids of inserted rows by the ids that the source has assigned, everywhere in the state.
    ///
    /// - Returns: the edit with the new ids.
    func assignIDs(_ edit: Edit, _ rows: [SourceRow]?, _ state: inout ListState) -> Edit {
        guard let rows, case .insert(let insertions) = edit.change else { return edit }
        let renamed = zip(insertions, rows).filter { !$1.hasID($0.row.id) }.map { (old: $0.row.id, new: $1.id) }
        if renamed.isEmpty { return edit }
        let ids = RenamedIDs(renamed)
        state.rename(ids, renamed)
        var edit = edit
        edit.change = .insert(
            zip(insertions, rows).map { RowInsertion($1, before: $0.before.map { ids[$0] }) })
        return edit
    }
}

extension ListState {
    /// Refuses an answer that gives the id of another row to an inserted row.
    ///
    /// The undo of the insert would delete that other row.
    ///
    /// The answer to a repeated insert is accepted: if the first attempt succeeded, the inserted row may have been
    /// loaded since then.
    func checkingAssigned(
        _ result: Result<[SourceRow]?, Failure>, of edit: Edit
    ) -> Result<[SourceRow]?, Failure> {
        guard case .success(let rows?) = result, case .insert(let insertions) = edit.change, !edit.isRepeated else {
            return result
        }
        for (insertion, row) in zip(insertions, rows)
        where !row.hasID(insertion.row.id) && confirmed.contains(row.id) {
            return .failure(
                Failure(
                    "invalidData", "the source has given the new row the id \(row.id), which another row has; refresh",
                    retryable: false))
        }
        return result
    }

    fileprivate mutating func rename(_ ids: RenamedIDs, _ renamed: [(old: String, new: String)]) {
        for (old, new) in renamed {
            writing.renamed.add(old, new)
            writing.newlyRenamed.add(old, new)
            faults.ofRows[ExactText(new)] = faults.ofRows.removeValue(forKey: ExactText(old))
        }
        for index in edits.indices { edits[index].change = edits[index].change.renamed(ids) }
        writing.failed = writing.failed.mapValues { edit in
            var edit = edit
            edit.change = edit.change.renamed(ids)
            return edit
        }
        writing.uncertain.rename(ids)
        writing.history.rename(ids)
        targets.selection.rename(ids)
        renameActive(ids)
    }

    /// Returns the current id of a row, given its current id or an id that it had before.
    func currentID(_ id: String) -> String {
        writing.renamed.isEmpty || shown.rows.contains(id) ? id : writing.renamed.latest(id)
    }
}
