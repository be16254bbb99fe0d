import FHJSON
import FHKindParts
import FeatureKit
import FeatureTesting

@testable import FHListFeature

/// Checks each revision of a list against the previous one and against the source.
struct ListChecker {
    /// The call whose answer the next revision applies.
    var heard: Int?
    private var before: ListState?
    /// The number of the call of the newest fetch in the previous revision.
    private var newestFetch = -1
    /// The number of the call of the newest refresh.
    private var refreshCall: Int?
    /// The number of changes by others that the rows certainly include.
    private var knownChanges = -1

    mutating func look(at store: Store<List>, _ source: HeldSource, fail: (String) -> Void) {
        let state = store.state.base
        let snapshot = store.snapshot()
        let cause = store.cause.action
        noteRefresh(state, source)
        checkShape(snapshot, state, fail)
        checkFold(state, isOneState: knownChanges == source.held.strangeChanges, fail)
        if let before {
            checkStale(state, before, source, fail)
            checkSelection(cause, state, before, fail)
            checkHints(state, before, fail)
        }
        checkSource(state, store.isSettled, source, fail)
        before = state
        heard = nil
        newestFetch = source.calls.lastIndex { $0.operation.isFetch } ?? -1
    }

    // MARK: One revision

    private func checkShape(_ snapshot: JSONValue, _ state: ListState, _ fail: (String) -> Void) {
        guard let shown = snapshot["state"] else { return fail("there is no state") }
        let items = shown["items"].map { Array($0.elements) } ?? []
        let ids = items.compactMap { $0["id"]?.stringValue }
        let count = shown["count"]?.intValue ?? -1
        let offset = shown["window"]?["offset"]?.intValue ?? -1
        let limit = shown["window"]?["limit"]?.intValue ?? -1
        if Set(ids).count != ids.count { fail("an id is there twice") }
        let skipped = state.loading.skipped
        if count - skipped != Set(state.shown.rows.keys).count { fail("the rows are miscounted") }
        if offset < skipped || offset > max(skipped, count - limit) { fail("the window is not within the rows") }
        if ids.count != min(limit, count - offset) { fail("the window is not full") }
        if let total = shown["totalCount"]?.intValue, total < skipped + state.confirmed.count {
            fail("the total is too small")
        }
        if let active = shown["activeId"]?.stringValue, !state.shown.rows.contains(active) { fail("nothing is active") }
        let waiting = Set(state.edits.flatMap(\.ids)).filter { state.shown.rows.contains($0) }
        if Set(state.shown.pending.keys.map(\.text)) != waiting { fail("what waits is not what is pending") }
        for item in items where item["pending"]?.isNull != false && waiting.contains(item["id"]?.stringValue ?? "") {
            fail("an edited row is not pending")
        }
        let isSettled = snapshot["settled"]?.boolValue == true
        let loads = ["refresh", "append", "restore"].filter { (name: String) in
            shown["loads"]?[name]?["status"]?.stringValue == "loading"
        }
        if isSettled, !loads.isEmpty || !state.edits.isEmpty { fail("it is settled and something is under way") }
        if loads.count > 1, !loads.contains("restore") { fail("two loads are under way") }
        if !isSettled { return }
        // A failed reload is reported, and can be retried.
        let isKnownOutdated = state.retention?.isOutdated == true && state.loading.refresh.hasFailed
        if state.retention?.status == .idle, !isKnownOutdated, items.contains(where: { $0["dropped"] != nil }) {
            fail("a value that is to be seen stays dropped")
        }
        let hasFailed = shown["loads"]?["refresh"]?["status"]?.stringValue == "failed"
        if shown["isStale"]?.boolValue == true, !hasFailed { fail("it stays stale") }
    }

    /// Checks that the shown rows are the confirmed rows with all edits applied in order.
    ///
    /// Pages from two states of the source, each sorted, need not be sorted together until they are loaded again.
    private func checkFold(_ state: ListState, isOneState: Bool, _ fail: (String) -> Void) {
        var plain = PlainRows(rows: state.confirmed.values.map(\.source))
        let query = state.queryView.query
        // The rows that the filter hides after their edits, each with the row that it would precede.
        var hidden = state.queryView.hidden.mapValues { (row: $0.row.source, before: $0.before) }
        func show(_ row: SourceRow, before: String?) {
            let follower = plain.ids.firstIndex(of: row.id).flatMap { plain.ids.dropFirst($0 + 1).first }
            let anchor = plain[row.id] == nil ? before : follower
            plain.put(row, query, before: anchor)
            hidden[row.id] = plain[row.id] == nil ? (row, anchor) : nil
        }
        for edit in state.edits {
            switch edit.change {
            case .insert(let insertions): for insertion in insertions { show(insertion.row, before: insertion.before) }
            case .update(let patches):
                for patch in patches {
                    let id = patch.id
                    guard let old = plain[id] ?? hidden[id]?.row else { continue }
                    // A row whose value was dropped can't be checked.
                    if old.isDropped { continue }
                    let row = SourceRow(id: id, value: old.value.value.merged(with: patch.patch.value))
                    show(row, before: hidden[id]?.before)
                }
            case .delete: break
            case .move(let ids, let before): if query.sort.isEmpty { plain.move(ids, before: before) }
            }
        }
        let shown = PlainRows(rows: state.shown.rows.values.map(\.source))
        if query.sort.isEmpty {
            if shown != plain { fail("what is shown is not \(plain.ids)") }
        } else if !shown.hasSameRows(as: plain) || isOneState && !shown.isSorted(by: query) {
            fail("what is shown is not \(plain.ids) in the order of \(query.sort)")
        }
    }

    // MARK: Two consecutive revisions

    /// Checks that superseded and failed loads change no rows.
    private func checkStale(
        _ state: ListState, _ before: ListState, _ source: HeldSource, _ fail: (String) -> Void
    ) {
        guard let heard else { return }
        let call = source.call(heard)
        guard case .fetch(let request) = call.operation, call.fate == .failed || heard < newestFetch else { return }
        // The next page and dropped values may be loaded at the same time.
        let page = before.loading.segment.jump.map { .offset($0.lowerBound) } ?? before.loading.segment.nextPage
        let awaitsPage = before.loading.append == .loading && request.start == page
        let awaitsValues = before.retention?.status == .loading && request.start == before.retention?.asked?.start
        if before.retention != nil, call.fate != .failed, awaitsPage || awaitsValues { return }
        if state.shown != before.shown || state.confirmed != before.confirmed { fail("call \(heard) changed the rows") }
    }

    private func checkSelection(
        _ cause: String, _ state: ListState, _ before: ListState, _ fail: (String) -> Void
    ) {
        let choices = ["select", "toggleSelection", "selectRange", "selectAll", "clearSelection", "reset"]
        if choices.contains(cause) { return }
        if before.selection.all { return }
        let isComplete = state.loading.isAllLoaded && !state.queryView.query.isFilter
        for id in before.selection.ids where !state.selection.ids.contains(id) {
            // All rows are loaded, and the marked row is not among them.
            if isComplete, !state.confirmed.contains(id) { continue }
            // An edit may be answered in the revision that makes it.
            let isAnswered =
                cause == "written" || state.loading.writes > before.loading.writes
                || state.writing.failed.keys.contains { before.writing.failed[$0] == nil }
            if !isAnswered || state.confirmed.contains(id) { fail("\(id) is selected no longer") }
        }
    }

    /// Checks that the change hints turn the rows of one revision into the rows of the next.
    private func checkHints(_ state: ListState, _ before: ListState, _ fail: (String) -> Void) {
        let (old, new) = (before.shown.rows, state.shown.rows)
        let hints = state.changes
        for ids in [hints.inserted, hints.removed, hints.moved, hints.changed] where Set(ids).count != ids.count {
            fail("a hint names a row twice")
        }
        let (oldIDs, newIDs) = (Set(old.keys), Set(new.keys))
        if Set(hints.inserted) != newIDs.subtracting(oldIDs) { fail("\(hints.inserted) are not what came") }
        if Set(hints.removed) != oldIDs.subtracting(newIDs) { fail("\(hints.removed) are not what went") }
        if !newIDs.isSuperset(of: hints.changed) { fail("what has changed is not there") }
        let moved = Set(hints.moved)
        let still = newIDs.intersection(oldIDs).subtracting(moved)
        if old.keys.filter(still.contains) != new.keys.filter(still.contains) { fail("more rows have moved") }
        for id in newIDs.intersection(oldIDs) where !hints.changed.contains(id) {
            if old[id] != new[id], new[id]?.source.isDropped != true { fail("\(id) has changed too") }
            let isMove = moved.contains(id) && state.shown.pending[id] == .move
            if before.shown.pending[id] != state.shown.pending[id], !isMove { fail("\(id) is pending otherwise") }
        }
    }

    // MARK: A revision and the source

    private mutating func noteRefresh(_ state: ListState, _ source: HeldSource) {
        let calls = source.calls
        if state.loading.refresh == .loading {
            refreshCall = calls.lastIndex { $0.operation.isFetch }
        } else if state.loading.refresh == .idle, state.loading.isLoaded, let refreshCall {
            knownChanges = calls[refreshCall].strangeChanges
            self.refreshCall = nil
        }
    }

    /// Checks that the rows equal the rows of the source, if nothing is pending and the list knows all changes by
    /// others.
    private func checkSource(
        _ state: ListState, _ isSettled: Bool, _ source: HeldSource, _ fail: (String) -> Void
    ) {
        let held = source.held
        let isFresh = state.loading.refresh == .idle && !state.loading.isRefreshWanted
        guard state.loading.isLoaded, isFresh, state.edits.isEmpty, knownChanges == held.strangeChanges else { return }
        let query = state.queryView.query
        let wanted = held.table.asked(query)
        // For rows whose values were dropped, only ids and positions can be compared.
        let rows = PlainRows(
            rows: state.confirmed.values.map { $0.source.isDropped ? wanted[$0.id] ?? $0.source : $0.source })
        for row in rows.rows where wanted[row.id] != row { return fail("the source has \(row.id) otherwise, or not") }
        if let total = state.loading.totalCount, total != wanted.rows.count { return fail("it has miscounted") }
        let skipped = state.loading.skipped
        if state.loading.isAllLoaded {
            if query.sort.isEmpty, rows != wanted { return fail("the source has \(wanted.ids)") }
            if !rows.hasSameRows(as: wanted) { return fail("the source has \(wanted.ids), in another order") }
        } else if query.sort.isEmpty {
            let loaded = rows.ids.filter { !state.loading.tail.contains($0) }
            if loaded != Array(wanted.ids.dropFirst(skipped).prefix(loaded.count)) {
                fail("the source has \(wanted.ids) behind \(skipped) rows")
            }
            if state.loading.endReached, skipped + rows.rows.count != wanted.rows.count { fail("there are more rows") }
        }
    }
}

extension PlainRows {
    /// Inserts a written row at its position under a query.
    fileprivate mutating func put(_ row: SourceRow, _ query: RowQuery, before: String? = nil) {
        if !query.matches(row.value) { return delete([row.id]) }
        if !query.sort.isEmpty { return sortIn(row, query) }
        if self[row.id] == nil { insert(row, before: before) } else { replace(row) }
    }

    fileprivate func hasSameRows(as other: PlainRows) -> Bool {
        rows.count == other.rows.count && rows.allSatisfy { other[$0.id] == $0 }
    }
}
