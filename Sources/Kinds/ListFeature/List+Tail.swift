import FHJSON
import FeatureKit

/// The tail of the rows.
///
/// It consists of rows that an edit has put after pages that are not loaded yet. The positions of these rows are
/// unknown until the pages are loaded.
extension Edit {
    /// True if an undo or a redo inserts a row that may have been before the loaded rows.
    func mayRestore(before state: ListState) -> Bool {
        guard case .insert(let insertions) = change, origin != .person, state.loading.skipped > 0 else { return false }
        return insertions.contains { $0.before == nil }
    }
}

extension List {
    /// True if the edit's rows may be before the next page of a sorted source, instead of after it.
    ///
    /// If the offset of the next page differs from the number of loaded rows, some tail rows are not after that page in
    /// the source, but before it, among rows with equal keys.
    func isAmbiguous(_ edit: Edit, loaded: Int, _ state: ListState) -> Bool {
        guard state.isSorted, !state.loading.tail.isEmpty, case .offset(let offset) = state.loading.segment.nextPage
        else {
            return false
        }
        return offset != state.loading.skipped + loaded && edit.ids.contains { state.loading.tail.contains($0) }
    }

    /// Updates the tail after a confirmed edit.
    func noteTail(_ edit: Edit, _ state: inout ListState) {
        if state.loading.endReached { return }
        if state.isSorted { return noteSorted(edit, &state) }
        // Returns true for the end of the list, and for an anchor in the tail.
        func isBehind(_ anchor: String?) -> Bool { anchor.map { state.loading.tail.contains($0) } ?? true }
        switch edit.change {
        case .insert(let insertions):
            for insertion in insertions where isBehind(insertion.before) {
                let id = insertion.row.id
                guard state.confirmed.contains(id) else {
                    state.queryView.forgetPlace(of: id)
                    continue
                }
                state.loading.tail.insert(id)
                // The cursor may point past a row that an undo has restored.
                if edit.origin != .person { distrustCursor(&state) }
            }
        case .move(let ids, let before):
            if isBehind(before) {
                for id in ids { state.loading.tail.insert(id) }
                distrustCursor(&state)
            } else {
                for id in ids { state.loading.tail.remove(id) }
            }
        case .delete(let ids, _): for id in ids { state.loading.tail.remove(id) }
        case .update(let patches): noteTail(changed: patches.map(\.id), &state)
        }
    }

    /// Updates the tail after rows were changed.
    func noteTail(changed ids: [String], _ state: inout ListState) {
        if state.loading.endReached { return }
        for id in ids where !state.confirmed.contains(id) && state.loading.tail.remove(id) {
            // When the row is shown again, some rows before it may not be loaded.
            if !state.isSorted { state.queryView.forgetPlace(of: id) }
        }
        guard state.isSorted else { return }
        noteSorted(ids, &state)
        state.loading.resorted.formUnion(ids.map { ExactText($0) })
        distrustResortedCursor(&state)
    }

    /// Updates the tail of a sorted list after a confirmed edit.
    private func noteSorted(_ edit: Edit, _ state: inout ListState) {
        switch edit.change {
        case .insert(let insertions):
            let ids = insertions.map(\.row.id)
            noteSorted(ids, &state)
            if edit.origin != .person { state.loading.resorted.formUnion(ids.map { ExactText($0) }) }
        case .move: return
        case .delete(let ids, _): for id in ids { state.loading.tail.remove(id) }
        case .update(let patches): return noteTail(changed: patches.map(\.id), &state)
        }
        distrustResortedCursor(&state)
    }

    /// Requests a refresh if rows with equal sort keys may now be between the cursor's row and the next page.
    private func distrustResortedCursor(_ state: inout ListState) {
        let last = state.confirmed.indices.last { !state.loading.tail.contains(state.confirmed[$0].key) }
        let isLastResorted = last.map { state.loading.resorted.contains(state.confirmed[$0].key) } ?? false
        if isLastResorted || !state.loading.resorted.isDisjoint(with: state.loading.tail) { distrustCursor(&state) }
    }

    /// Requests a refresh if the sort has put a row before all loaded rows, and rows before these are not loaded.
    ///
    /// The row may belong among the rows that are not loaded.
    func distrustFirst(_ ids: [String], _ state: inout ListState) {
        guard state.loading.skipped > 0, state.isSorted, let first = state.confirmed.first?.key else { return }
        if ids.contains(where: { isSameText($0, first) }) { state.loading.isRefreshWanted = true }
    }

    /// Requests a refresh if the next page would be loaded by a cursor.
    ///
    /// The row to which the cursor refers may be at the end now, so that the next page would omit all rows before it.
    private func distrustCursor(_ state: inout ListState) {
        if case .cursor = state.loading.segment.nextPage { state.loading.isRefreshWanted = true }
    }

    /// Updates the tail after several rows of a sorted list have changed.
    ///
    /// The rows are handled from the last position to the first, because a row belongs to the tail only if all rows
    /// after it belong to the tail.
    private func noteSorted(_ ids: [String], _ state: inout ListState) {
        if ids.count == 1 { return noteSorted(ids[0], &state) }
        let places = ids.compactMap { state.confirmed.index(forKey: $0) }.sorted(by: >)
        for place in places { noteSorted(state.confirmed[place].key, &state) }
    }

    /// Adds a row to the tail if the sort puts the row after all loaded rows; removes it from the tail otherwise.
    ///
    /// Rows that are not loaded yet may belong before a row of the tail.
    func noteSorted(_ id: String, _ state: inout ListState) {
        guard let place = state.confirmed.index(forKey: id) else { return }
        let isLast = state.confirmed[(place + 1)...].allSatisfy { state.loading.tail.contains($0.key) }
        if isLast { state.loading.tail.insert(id) } else { state.loading.tail.remove(id) }
    }
}
