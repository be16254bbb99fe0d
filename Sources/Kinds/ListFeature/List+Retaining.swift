import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Retention.
///
/// Values of rows that are far from the window are dropped. They are loaded again when the window comes near.
extension List {
    // MARK: Dropping values

    /// Drops values far from the window if more than `maxPages` pages have values.
    ///
    /// This is called after the rows at `arrived` were loaded.
    func retain(_ arrived: Range<Int>, _ state: inout ListState) {
        guard let retention = state.retention else { return }
        // Rows in the tail keep their values, because they can't be requested by position.
        let places = retention.places(in: state.confirmed).clamped(to: 0..<state.loadedCount)
        let hull = min(places.lowerBound, arrived.lowerBound)..<max(places.upperBound, arrived.upperBound)
        let isWhole = hull.count <= places.count + arrived.count
        let near = retention.placesNear(state.localWindow, among: state.loadedCount)
        if isWhole && hull.count <= near.count || !state.canDropValues {
            state.retention?.keep(hull, in: state.confirmed)
            return
        }
        // This releases the second reference to the confirmed rows, so that they are changed in place and not copied.
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

    /// Drops values after a page was loaded.
    ///
    /// For a source with cursors, also records the beginning of the page.
    func retain(_ arrived: Range<Int>, of page: Page, _ ticket: LoadTicket, _ state: inout ListState) {
        guard state.retention != nil else { return }
        if case .cursor = state.loading.segment.nextPage, let first = page.rows.first {
            state.retention?.marks.append(Retention.Mark(id: first.id, start: ticket.start, limit: ticket.limit))
        }
        retain(arrived, &state)
    }

    // MARK: Loading again

    /// Loads the dropped values in the window, and in the `prefetchDistance` rows around it.
    func restoreNear(_ state: inout ListState) -> Effect<Action> {
        guard let retention = state.retention, state.edits.isEmpty, !state.isRefreshing, !retention.isOutdated else {
            return .none
        }
        // After a failure, nothing is loaded automatically until the error is dismissed, because clients have no action
        // that requests only values.
        if case .failed(let errorID) = retention.status, state.faults.list.find(errorID) != nil { return .none }
        guard let wanted = state.droppedNearWindow(retention) else { return .none }
        return restore(wanted, retention, &state)
    }

    /// Cancels the loading of dropped values, because all rows are loaded again.
    func stopRestoring(_ state: inout ListState) -> Effect<Action> {
        if state.retention == nil { return .none }
        state.retention?.status = .idle
        state.faults.list.removeAll(of: "restore")
        return .cancel("restore")
    }

    /// Retries a failed load of dropped values.
    func restore(_ state: inout ListState) -> Effect<Action> {
        state.faults.list.removeAll(of: "restore")
        return restoreNear(&state)
    }

    private func restore(_ wanted: Range<Int>, _ retention: Retention, _ state: inout ListState) -> Effect<Action> {
        let kept = retention.places(in: state.confirmed)
        // Values are loaded outwards from the rows that have values, so that the range of these rows stays contiguous.
        let isUpwards = wanted.upperBound == kept.lowerBound
        let place = isUpwards ? wanted.upperBound - 1 : wanted.lowerBound
        let limit = min(max(configuration.pageSize, wanted.count), Window.largestLimit)
        let ticket: LoadTicket
        if let page = retention.page(of: place, in: state.confirmed) {
            ticket = state.ticket(.restore(place: page.first, wanted: place), page.mark.start, page.mark.limit)
        } else {
            let first = isUpwards ? max(0, wanted.upperBound - limit) : wanted.lowerBound
            ticket = state.ticket(
                .restore(place: first, wanted: place), .offset(state.loading.skipped + first), limit)
        }
        if retention.asked == ticket, retention.status == .loading { return .none }
        state.retention?.status = .loading
        state.retention?.asked = ticket
        state.faults.list.removeAll(of: "restore")
        return fetch(ticket, state)
    }

    /// Requests the rows that end with the wanted one, because the source has returned fewer rows than requested.
    ///
    /// - Returns: nil if such a request would begin at the same row as the previous one, or before it, or if the source
    ///   has returned no row or uses cursors.
    private func reach(_ wanted: Int, from first: Int, with count: Int, _ state: inout ListState) -> Effect<Action>? {
        let start = wanted - count + 1
        guard count > 0, start > first, case .offset = state.retention?.asked?.start else { return nil }
        let ticket = state.ticket(
            .restore(place: start, wanted: wanted), .offset(state.loading.skipped + start), count)
        state.retention?.status = .loading
        state.retention?.asked = ticket
        return fetch(ticket, state)
    }

    /// Puts loaded values back into their rows.
    ///
    /// If the source now has other rows at these positions, the list is refreshed.
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
    /// The id of the load's effect.
    ///
    /// A new effect cancels the previous effect with the same id.
    var effectID: String {
        if case .restore = self { "restore" } else { "load" }
    }
}

extension ListState {
    /// A ticket for a load that begins now.
    func ticket(_ kind: LoadTicket.Kind, _ start: FetchRequest.Start, _ limit: Int) -> LoadTicket {
        LoadTicket(
            kind: kind, start: start, limit: limit, generation: loading.generation, writes: loading.writes)
    }

    /// The number of rows whose position in the source is known: all confirmed rows except ``Loading/tail``.
    var loadedCount: Int { confirmed.count - loading.tail.count }

    var isRefreshing: Bool { loading.refresh == .loading || loading.isRefreshWanted }

    /// True if values may be dropped.
    ///
    /// Sorting edited rows needs the values of all rows. Grouping needs the value of each row.
    fileprivate var canDropValues: Bool {
        edits.isEmpty && head.groupBy == nil && !(isSorted && !head.capabilities.isDisjoint(with: [.insert, .update]))
    }

    /// Returns the smallest range that contains all dropped values near the window; nil if there are none.
    fileprivate func droppedNearWindow(_ retention: Retention) -> Range<Int>? {
        let window = localWindow
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
