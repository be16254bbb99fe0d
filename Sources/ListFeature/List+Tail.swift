import FeatureKit
import JSON

/// Rows that an edit has put behind the pages that are not loaded yet: where they belong is known when these have come.
extension List {
    /// Whether a sorted source may have the edit's rows before the next page, and not behind it as it seemed.
    ///
    /// A page that brought rows again was moved on by some of the tail, which the source has before their likes.
    func isAmbiguous(_ edit: Edit, loaded: Int, _ state: ListState) -> Bool {
        guard state.isSorted, !state.loading.tail.isEmpty, case .offset(let offset) = state.loading.next else {
            return false
        }
        return offset != loaded && edit.ids.contains { state.loading.tail.contains($0) }
    }

    /// Notes which rows stand behind the pages that are not loaded yet, in the source.
    func noteTail(_ edit: Edit, _ state: inout ListState) {
        if state.loading.endReached { return }
        if state.isSorted { return noteSorted(edit, &state) }
        // At the end, or before a row that stands there.
        func isBehind(_ anchor: String?) -> Bool { anchor.map { state.loading.tail.contains($0) } ?? true }
        switch edit.change {
        case .insert(let insertions):
            for insertion in insertions where isBehind(insertion.before) {
                let id = insertion.row.id
                guard state.confirmed.contains(id) else {
                    state.sight.forgetPlace(of: id)
                    continue
                }
                state.loading.tail.insert(id)
                // One that comes back may be the one that a cursor goes on behind.
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

    /// The same of rows whose values are others now.
    func noteTail(changed ids: [String], _ state: inout ListState) {
        if state.loading.endReached { return }
        for id in ids where !state.confirmed.contains(id) && state.loading.tail.remove(id) {
            // Where it comes back, what is known of the rows before it is not all that stands there.
            if !state.isSorted { state.sight.forgetPlace(of: id) }
        }
        guard state.isSorted else { return }
        noteSorted(ids, &state)
        state.loading.resorted.formUnion(ids.map { ExactText($0) })
        distrustResortedCursor(&state)
    }

    /// The same where the sort says where rows stand.
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

    /// Between what a cursor goes on behind and what it gives, others of its like may stand now.
    private func distrustResortedCursor(_ state: inout ListState) {
        let last = state.confirmed.indices.last { !state.loading.tail.contains(state.confirmed[$0].key) }
        let isLastResorted = last.map { state.loading.resorted.contains(state.confirmed[$0].key) } ?? false
        if isLastResorted || !state.loading.resorted.isDisjoint(with: state.loading.tail) { distrustCursor(&state) }
    }

    /// A cursor may go on behind a row that now stands at the end, and would leave out all that stands before it.
    private func distrustCursor(_ state: inout ListState) {
        if case .cursor = state.loading.next { state.loading.isRefreshWanted = true }
    }

    /// Notes which of several rows of one edit the sort puts behind all loaded rows.
    ///
    /// The last row comes first: a row stands behind all loaded rows only where the rows behind it do.
    private func noteSorted(_ ids: [String], _ state: inout ListState) {
        if ids.count == 1 { return noteSorted(ids[0], &state) }
        let places = ids.compactMap { state.confirmed.index(forKey: $0) }.sorted(by: >)
        for place in places { noteSorted(state.confirmed[place].key, &state) }
    }

    /// What the sort puts behind all loaded rows may belong behind others that aren't loaded yet.
    func noteSorted(_ id: String, _ state: inout ListState) {
        guard let place = state.confirmed.index(forKey: id) else { return }
        let isLast = state.confirmed[(place + 1)...].allSatisfy { state.loading.tail.contains($0.key) }
        if isLast { state.loading.tail.insert(id) } else { state.loading.tail.remove(id) }
    }
}
