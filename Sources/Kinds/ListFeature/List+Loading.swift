import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Loading.
///
/// A refresh restarts from the first page, and an append loads the next page.
///
/// A refresh cancels every earlier load. A page is dropped if a refresh or a confirmed write happened between its
/// request and its arrival.
extension List {
    func refresh(_ state: inout ListState) -> Effect<Action> {
        state.loading.isFreshWanted = true
        return load(&state)
    }

    /// Loads the first page.
    ///
    /// The source may answer from its cache, unless a fresh page is wanted.
    func load(_ state: inout ListState) -> Effect<Action> {
        let isOutdated = state.loading.isReloadDue || state.loading.refresh.hasFailed
        if state.loading.isLoaded, isOutdated { state.loading.isOutdated = true }
        let timers = changeWatch.forget(isDue: &state.loading.isReloadDue)
        guard state.edits.isEmpty else {
            // A page that is read during writes could miss one of them. One refresh follows the last write.
            state.loading.isRefreshWanted = true
            return timers
        }
        state.loading.isRefreshWanted = false
        state.loading.isAppendWanted = false
        state.loading.generation += 1
        state.loading.refresh = .loading
        state.loading.append = .idle
        state.loading.production.failure = nil
        state.loading.production.isQuiet = false
        (state.loading.segment.jump, state.loading.segment.newTotal) = (nil, nil)
        state.faults.list.removeAll(of: "refresh")
        state.faults.list.removeAll(of: "append")
        let rows = rowsToRefresh(state)
        let ticket = state.ticket(.refresh, .offset(rows.lowerBound), rows.count)
        return .merge(timers, stopRestoring(&state), fetch(ticket, state))
    }

    func append(_ state: inout ListState) -> Effect<Action> {
        // A second append has no effect while the first is in progress.
        if state.loading.append == .loading { return .none }
        if let rows = farRows(state, within: 0) { return jump(to: rows, &state) }
        state.loading.append = .loading
        state.faults.list.removeAll(of: "append")
        return fetch(state.ticket(.append, state.loading.segment.nextPage, appendLimit(state)), state)
    }

    func fetch(_ ticket: LoadTicket, _ state: ListState) -> Effect<Action> {
        let isRefresh = ticket.kind == .refresh
        let wait: FetchRequest.Wait =
            switch ticket.kind {
            case .refresh: refreshWait(state)
            case .append: .further
            case .jump, .restore: .page
            }
        let request = FetchRequest(
            start: ticket.start, limit: ticket.limit, isRefresh: isRefresh && state.loading.isFreshWanted,
            query: isRefresh ? state.request.query : state.queryView.query, wait: wait)
        return Effect.ask(ticket.kind.name, name: "fetch", configuration.source.fetch(request)) { .fetched(ticket, $0) }
            .cancellable(ticket.kind.effectID, cancelInFlight: true)
    }

    func fetched(
        _ ticket: LoadTicket, _ result: Result<Page, Failure>, _ state: inout ListState
    ) -> Effect<Action> {
        guard ticket.generation == state.loading.generation else { return .none }
        if ticket.writes != state.loading.writes || !state.edits.isEmpty {
            return rerun(ticket, &state)
        }
        switch result {
        case .success(let page):
            if case .restore(let place, let wanted) = ticket.kind {
                return restored(place, wanted: wanted, with: page, &state)
            }
            if ticket.kind != .refresh, isOfOtherRows(page, state) {
                state.loading.append = .idle
                return load(&state)
            }
            if page.rows.isEmpty, ticket.kind != .append, ticket.start != .offset(0) {
                return loadLast(behind: page, ticket, &state)
            }
            if ticket.kind != .append { state.loading.segment.cursors = [] }
            if let cursor = page.nextCursor, !page.endReached, !state.loading.segment.cursors.insert(cursor) {
                return fail(ticket, .repeatedCursor(cursor), &state)
            }
            switch ticket.kind {
            case .append: return extend(with: page, ticket, &state)
            case .jump: return land(on: page, ticket, &state)
            case .refresh, .restore: return replace(with: page, ticket, &state)
            }
        case .failure(let failure):
            return fail(ticket, failure, &state)
        }
    }

    /// Drops a page that may miss a write, and requests it again after the last pending write.
    private func rerun(_ ticket: LoadTicket, _ state: inout ListState) -> Effect<Action> {
        switch ticket.kind {
        case .refresh: return load(&state)
        case .append, .jump:
            state.loading.append = .idle
            state.loading.segment.jump = nil
            if state.edits.isEmpty, ticket.kind == .jump {
                return state.writing.bulk != nil ? continueBulk(&state) : loadNearWindow(&state)
            }
            if state.edits.isEmpty { return append(&state) }
            state.loading.isAppendWanted = true
            return .none
        case .restore:
            state.retention?.status = .idle
            return restoreNear(&state)
        }
    }

    func fail(_ ticket: LoadTicket, _ failure: Failure, _ state: inout ListState) -> Effect<Action> {
        dropBulk(&state, "not all rows could be loaded")
        let isOverRows = state.loading.isLoaded
        let isPage = ticket.kind == .append || ticket.kind == .jump
        let display: PresentedError.Display = isPage ? .inline : isOverRows ? .banner : .fullScreen
        let id = state.faults.list.add(failure, display: display, operation: ticket.kind.name)
        switch ticket.kind {
        case .append, .jump:
            state.loading.append = .failed(errorID: id)
            state.loading.segment.jump = nil
        case .refresh: state.loading.refresh = .failed(errorID: id)
        case .restore:
            state.retention?.status = .failed(errorID: id)
            return .none
        }
        // Dropped values may be needed now. They were not requested while this load, or an edit that waited for it, was
        // in progress.
        return restoreNear(&state)
    }

    private func replace(with page: Page, _ ticket: LoadTicket, _ state: inout ListState) -> Effect<Action> {
        let old = state.shown.rows
        let isWindowFar = farRows(state, within: 0) != nil
        state.confirmed = Rows(page.rows)
        state.keepLastKnown(of: old)
        state.loading.isLoaded = true
        if state.writing.failed.isEmpty { state.writing.uncertain.forget() }
        state.loading.isFreshWanted = false
        state.loading.isOutdated = false
        state.loading.refresh = .idle
        let isSameQuery = state.showsQuery
        state.queryView = QueryView(state.request.query)
        if isSameQuery {
            state.keepingActiveVisible { state in
                if isWindowFar || state.request.goal != nil { return begin(with: page, ticket, &state) }
                state.keepingWindowAnchored { begin(with: page, ticket, &$0) }
            }
        } else {
            state.request.window = Window(offset: 0, limit: state.request.window.limit)
            state.keepingActiveVisible { begin(with: page, ticket, &$0) }
        }
        state.faults.list.show(page.problems, insteadOf: &state.faults.problems)
        noteGrowth(of: page, &state)
        state.retention?.restart()
        retain(0..<state.loadedCount, of: page, ticket, &state)
        state.changes = ChangeHints(from: old, to: state.shown.rows)
        return .merge(fillWindow(isProgress: !page.rows.isEmpty, &state), follow(&state))
    }

    /// Begins a new segment with the rows of a page, which are the confirmed rows already.
    func begin(with page: Page, _ ticket: LoadTicket, _ state: inout ListState) {
        state.loading.segment.nextPage = ticket.start
        state.loading.segment.heldWindow = nil
        if case .offset(let offset) = ticket.start { state.loading.segment.skipped = offset }
        state.loading.tail = []
        state.loading.resorted = []
        if ticket.kind == .refresh || state.loading.segment.newTotal != nil {
            state.loading.totalCount = state.loading.segment.newTotal
        }
        state.loading.segment.newTotal = nil
        arrive(page, &state)
    }

    private func extend(with page: Page, _ ticket: LoadTicket, _ state: inout ListState) -> Effect<Action> {
        state.loading.append = .idle
        if let problems = page.problems { state.faults.list.show(problems, insteadOf: &state.faults.problems) }
        noteGrowth(of: page, &state)
        let loaded = state.loadedCount
        var hints = ChangeHints()
        let behind = state.loading.tail.count
        // A page is inserted before the tail, and its rows are removed from the tail.
        let old = behind > 0 ? state.shown.rows : nil
        state.keepingActiveVisible { state in
            // No edit is pending, so the shown rows are the confirmed rows. Without a second reference, the confirmed
            // rows grow in place.
            state.shown.rows = [:]
            hints = add(page, &state)
            arrive(page, &state)
        }
        state.changes = old.map { ChangeHints(from: $0, to: state.shown.rows) } ?? hints
        retain(loaded..<max(loaded, state.loadedCount), of: page, ticket, &state)
        let isProgress = !hints.inserted.isEmpty || state.loading.tail.count < behind
        let filling = fillWindow(isProgress: isProgress, &state)
        if !isProgress, page.growth == nil, !page.rows.isEmpty, !state.loading.endReached {
            return .merge(filling, fail(ticket, .repeatedRows, &state))
        }
        return .merge(filling, follow(&state))
    }

    /// Adds a page to the confirmed rows.
    private func add(_ page: Page, _ state: inout ListState) -> ChangeHints {
        var hints = ChangeHints()
        state.queryView.forgetPlaces()
        let tail = takeTail(&state)
        for source in page.rows {
            // A known row is updated in place. A row of the tail is moved to its position in the page.
            let row = Row(source)
            state.queryView.forget(source.id)
            let isOfTail = !state.loading.tail.isEmpty && state.loading.tail.remove(source.id)
            if state.isSorted, let place = state.confirmed.index(forKey: source.id) {
                if state.confirmed[place].value == row { continue }
                state.queryView.put(row, in: &state.confirmed)
                hints.changed.append(source.id)
                if state.confirmed.index(forKey: source.id) != place { hints.moved.append(source.id) }
            } else if let known = state.confirmed.put(row) ?? (isOfTail ? tail[source.id] : nil) {
                if known != row { hints.changed.append(source.id) }
            } else {
                hints.inserted.append(source.id)
            }
        }
        if page.endReached { state.loading.tail = [] }
        for (id, row) in tail where !state.confirmed.contains(id) {
            state.queryView.insert(row, before: nil, in: &state.confirmed)
        }
        if state.isSorted, !page.endReached {
            // If the sort puts a tail row before a row of the page, the tail row is not after the page in the source
            // either. It has already arrived, or it is earlier in the source among rows with equal keys.
            for id in tail.keys where state.loading.tail.contains(id) { noteSorted(id, &state) }
        }
        return hints
    }

    /// Removes the tail rows from the confirmed rows, so that a page can be inserted before them.
    private func takeTail(_ state: inout ListState) -> Rows {
        if state.loading.tail.isEmpty { return [:] }
        let places = state.loading.tail.compactMap { state.confirmed.index(forKey: $0.text) }.sorted()
        var tail = Rows()
        for place in places { tail.put(state.confirmed[place].value) }
        state.confirmed.remove(state.loading.tail.lazy.map(\.text))
        return tail
    }

    private func arrive(_ page: Page, _ state: inout ListState) {
        // Some sources count their rows only for some pages. A total that is less than the number of loaded rows is
        // wrong.
        let total = page.totalCount ?? state.loading.totalCount
        state.loading.totalCount = total.map { max($0, state.loading.skipped + state.confirmed.count) }
        state.loading.endReached = page.endReached
        if let cursor = page.nextCursor {
            state.loading.segment.nextPage = .cursor(cursor)
        } else if case .offset(let offset) = state.loading.segment.nextPage {
            state.loading.segment.nextPage = .offset(offset + page.rows.count)
        } else {
            // If a source paginates by cursors and returns no cursor, it has no more rows.
            state.loading.endReached = true
        }
        if let columns = page.columns { state.head.declaredKeys = columns.map(\.key) }
        deriveColumns(declared: page.columns, &state)
        state.dropMarksOfGone(after: page)
        state.fold()
        state.reachGoal()
        if farRows(state, within: 0) == nil { state.loading.segment.heldWindow = nil }
    }

    /// Derives the columns if none are configured.
    ///
    /// They are derived from the source's declarations or, if there are none, from the keys of the first row.
    func deriveColumns(declared: [ColumnType]? = nil, _ state: inout ListState) {
        guard state.head.columns.isEmpty, state.loading.isLoaded else { return }
        let first = state.confirmed.isEmpty ? nil : state.confirmed[0].value.value
        state.head.setColumns(Column.derived(from: declared, first))
    }

    /// Continues loading while the window extends beyond the loaded rows.
    func fillWindow(isProgress: Bool, _ state: inout ListState) -> Effect<Action> {
        if state.writing.bulk != nil {
            if isProgress || state.loading.endReached { return continueBulk(&state) }
            dropBulk(&state, "the source gives no more rows and does not say that it is at its end")
        }
        // Stops if the source returns no new rows and doesn't report the end.
        let next = isProgress ? prefetch(&state, ifWithin: 0) : .none
        return state.retention == nil ? next : .merge(next, restoreNear(&state))
    }
}
