import FeatureKit
import JSON

/// Values of rows far from the window: dropped where there are too many, and loaded again when the window comes near.
extension List {
    // MARK: Letting go

    /// Rows at these places have come: values that are far from the window go, where there are more than `maxPages`.
    func retain(_ arrived: Range<Int>, _ state: inout ListState) {
        guard let retention = state.retention else { return }
        // What was put at the end of an unfinished list keeps its values: it can't be asked for by its place.
        let places = retention.places(in: state.confirmed).clamped(to: 0..<state.loadedCount)
        let hull = min(places.lowerBound, arrived.lowerBound)..<max(places.upperBound, arrived.upperBound)
        let isWhole = hull.count <= places.count + arrived.count
        let near = retention.placesNear(state.window, among: state.loadedCount)
        if isWhole && hull.count <= near.count || !state.canDropValues {
            state.retention?.keep(hull, in: state.confirmed)
            return
        }
        // What is shown shares its rows with what is confirmed: alone, these are changed where they are.
        let activeID = state.activeID
        state.shown.rows = [:]
        for range in [places, arrived] {
            let near = near.clamped(to: range)
            state.confirmed.dropValues(in: range.lowerBound..<near.lowerBound, except: activeID)
            state.confirmed.dropValues(in: near.upperBound..<range.upperBound, except: activeID)
        }
        state.fold()
        state.retention?.keep(hull.clamped(to: near), in: state.confirmed)
    }

    /// Rows at these places have come with a page, which a source that counts by cursors gives again by its own.
    func retain(_ arrived: Range<Int>, of page: Page, _ ticket: LoadTicket, _ state: inout ListState) {
        guard state.retention != nil else { return }
        if case .cursor = state.loading.next, let first = page.rows.first {
            state.retention?.marks.append(Retention.Mark(id: first.id, start: ticket.start, limit: ticket.limit))
        }
        retain(arrived, &state)
    }

    // MARK: Loading again

    /// Loads values again that were dropped and that the window, or `prefetchDistance` rows around it, wants now.
    func restoreNear(_ state: inout ListState) -> Effect<Action> {
        guard let retention = state.retention, state.edits.isEmpty, !state.isRefreshing, !retention.isOutdated else {
            return .none
        }
        // After a failure nothing loads by itself, unless its error was dismissed: no action asks for that alone.
        if case .failed(let errorID) = retention.status, state.errors.find(errorID) != nil { return .none }
        guard let wanted = state.droppedNearWindow(retention) else { return .none }
        return restore(wanted, retention, &state)
    }

    /// All rows are asked for anew.
    func stopRestoring(_ state: inout ListState) -> Effect<Action> {
        if state.retention == nil { return .none }
        state.retention?.status = .idle
        state.errors.removeAll(of: "restore")
        return .cancel("restore")
    }

    /// Tries once more what failed.
    func restore(_ state: inout ListState) -> Effect<Action> {
        state.errors.removeAll(of: "restore")
        return restoreNear(&state)
    }

    private func restore(_ wanted: Range<Int>, _ retention: Retention, _ state: inout ListState) -> Effect<Action> {
        let kept = retention.places(in: state.confirmed)
        // From those that are kept outwards, so that these stay neighbours.
        let isUpwards = wanted.upperBound == kept.lowerBound
        let place = isUpwards ? wanted.upperBound - 1 : wanted.lowerBound
        let limit = min(max(configuration.pageSize, wanted.count), Window.largestLimit)
        let ticket: LoadTicket
        if let page = retention.page(of: place, in: state.confirmed) {
            ticket = state.ticket(.restore(place: page.first, wanted: place), page.mark.start, page.mark.limit)
        } else {
            let first = isUpwards ? max(0, wanted.upperBound - limit) : wanted.lowerBound
            ticket = state.ticket(.restore(place: first, wanted: place), .offset(first), limit)
        }
        if retention.asked == ticket, retention.status == .loading { return .none }
        state.retention?.status = .loading
        state.retention?.asked = ticket
        state.errors.removeAll(of: "restore")
        return fetch(ticket, state)
    }

    /// Asks a source that gives fewer rows than it is asked for by their places for so many up to the one that is wanted.
    ///
    /// - Returns: nil where that would be the same once more.
    private func reach(_ wanted: Int, from first: Int, with count: Int, _ state: inout ListState) -> Effect<Action>? {
        let start = wanted - count + 1
        guard count > 0, start > first, case .offset = state.retention?.asked?.start else { return nil }
        let ticket = state.ticket(.restore(place: start, wanted: wanted), .offset(start), count)
        state.retention?.status = .loading
        state.retention?.asked = ticket
        return fetch(ticket, state)
    }

    /// Puts values back where their rows stand; a source that has other rows there now is read anew.
    func restored(_ first: Int, wanted: Int, with page: Page, _ state: inout ListState) -> Effect<Action> {
        state.retention?.status = .idle
        let places = first..<min(first + page.rows.count, state.loadedCount)
        let isSame = zip(places, page.rows).allSatisfy { $1.hasID(state.confirmed.keys[$0]) }
        if isSame, !places.contains(wanted), let next = reach(wanted, from: first, with: page.rows.count, &state) {
            return next
        }
        guard isSame, places.contains(wanted) else {
            state.retention?.isOutdated = true
            return refresh(&state)
        }
        var changed: [String] = []
        state.shown.rows = [:]
        for (place, row) in zip(places, page.rows) where state.confirmed[place].value.source != row {
            changed.append(row.id)
            state.confirmed.put(Row(row))
        }
        state.fold()
        state.changes.changed = changed
        retain(places, &state)
        return restoreNear(&state)
    }
}

extension LoadTicket.Kind {
    /// Loads under one id take the place of each other.
    var effectID: String {
        if case .restore = self { "restore" } else { "load" }
    }
}

extension ListState {
    /// What is asked for now.
    func ticket(_ kind: LoadTicket.Kind, _ start: FetchRequest.Start, _ limit: Int) -> LoadTicket {
        LoadTicket(
            kind: kind, start: start, limit: limit, generation: loading.generation, writes: loading.writes)
    }

    /// How many of the rows stand where the source has them: what was put at the end of an unfinished list does not.
    var loadedCount: Int { confirmed.count - loading.tail.count }

    var isRefreshing: Bool { loading.refresh == .loading || loading.isRefreshWanted }

    /// Whether values may go: where rows are sorted, one that is edited finds its place among the values of all, and where
    /// they are grouped, their values say which group they belong to.
    fileprivate var canDropValues: Bool {
        edits.isEmpty && groupBy == nil && !(isSorted && !abilities.isDisjoint(with: [.insert, .update]))
    }

    /// From the first row to the last one whose value is wanted and was dropped; nil where there is none.
    fileprivate func droppedNearWindow(_ retention: Retention) -> Range<Int>? {
        let window = window
        let end = min(window.offset + window.limit + retention.distance, loadedCount)
        let first = min(max(0, window.offset - retention.distance), end)
        var dropped: Range<Int>?
        var place = first
        confirmed.forEach(in: first..<end) { row in
            if row.source.isDropped { dropped = (dropped?.lowerBound ?? place)..<place + 1 }
            place += 1
        }
        return dropped
    }
}
