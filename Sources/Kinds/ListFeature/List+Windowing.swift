import FHKindParts
import FHRowCollections
import FeatureKit

/// Loading for the window.
///
/// The rows near the window are loaded: the next page or, if the window is far from the loaded rows, the rows around
/// the window, which replace the loaded ones.
extension List {
    /// Loads the data near the window: missing rows, and dropped values.
    func loadNearWindow(_ state: inout ListState) -> Effect<Action> {
        let next = prefetch(&state, ifWithin: configuration.prefetchDistance)
        return state.retention == nil ? next : .merge(next, restoreNear(&state))
    }

    /// Loads rows automatically if rows are missing in the window, or in a distance from it.
    func prefetch(_ state: inout ListState, ifWithin distance: Int) -> Effect<Action> {
        if let rows = farRows(state, within: distance) { return mayJump(state) ? jump(to: rows, &state) : .none }
        let stop = state.isWindowOnTheWay ? .none : stopJump(&state)
        let (end, overflow) = state.request.window.offset.addingReportingOverflow(state.request.window.limit)
        let isNear = overflow || end > state.loadedEnd - distance
        return isNear ? .merge(stop, prefetch(&state)) : stop
    }

    /// Loads the next page automatically, unless loading is refused, the last attempt failed or the source is live.
    func prefetch(_ state: inout ListState) -> Effect<Action> {
        // After a failure nothing is loaded automatically, even if the user has dismissed the error.
        if case .failed = state.loading.append { return .none }
        // A live source announces further rows by a notice.
        if state.loading.production.growth == .live { return .none }
        return state.appendRefusal == nil ? append(&state) : .none
    }

    /// The positions of the rows that a refresh requests: the first page or, if more rows are needed to keep the
    /// window's place, more rows.
    func rowsToRefresh(_ state: ListState) -> Range<Int> {
        let window = state.window
        guard window.offset > 0, state.showsQuery else { return 0..<configuration.pageSize }
        if state.loading.skipped > 0 { return rowsBefore(state) }
        return 0..<max(configuration.pageSize, min(window.offset + window.limit, state.shown.rows.count))
    }

    /// Returns the number of rows to request: the page size, or more if more rows are missing in the window.
    ///
    /// So a jump of the window to the end doesn't load page by page.
    func appendLimit(_ state: ListState) -> Int {
        if state.writing.bulk != nil { return Window.largestLimit }
        let (end, overflow) = state.request.window.offset.addingReportingOverflow(state.request.window.limit)
        let lacking = overflow ? Window.largestLimit : end - state.loadedEnd
        return max(configuration.pageSize, min(lacking, Window.largestLimit))
    }

    // MARK: Jumps

    /// Changes the requested window, and loads rows near it.
    ///
    /// While the rows are far from the loaded ones, the shown window stays where it is.
    func lookElsewhere(_ state: inout ListState, _ body: (inout ListState) -> Void) -> Effect<Action> {
        let shown = state.window
        body(&state)
        state.loading.segment.heldWindow = farRows(state, within: 0) != nil ? shown : nil
        return loadNearWindow(&state)
    }

    /// The positions of the rows to load instead of the loaded ones, because the window is before these or far behind
    /// them; nil if neither is the case.
    func farRows(_ state: ListState, within distance: Int) -> Range<Int>? {
        guard state.loading.isLoaded, state.writing.bulk == nil, state.showsQuery else { return nil }
        let offset = state.wantedWindow.offset
        let margin = state.acceptsOffsets ? distance : 0
        if state.loading.skipped > 0, offset - margin < state.loading.skipped { return rowsBefore(state) }
        let isBehind = !state.loading.endReached && offset - state.loadedEnd >= configuration.jumpDistance
        return isBehind && state.reachesAnyRow
            ? rows(around: state.wantedWindow, among: state.loading.totalCount) : nil
    }

    /// The positions of the rows to load if the window is before the loaded rows: rows around the window or, if the source
    /// does not accept any offset, the first rows.
    private func rowsBefore(_ state: ListState) -> Range<Int> {
        if !state.acceptsOffsets { return 0..<configuration.pageSize }
        return rows(around: state.wantedWindow, among: state.knownCount)
    }

    private func rows(around window: Window, among total: Int?) -> Range<Int> {
        let margin = max(configuration.pageSize, configuration.prefetchDistance)
        let count = min(window.limit + 2 * margin, Window.largestLimit)
        let first = max(0, min(window.offset - margin, (total ?? .max) - count))
        return first..<first + count
    }

    private func mayJump(_ state: ListState) -> Bool {
        if case .failed = state.loading.append { return false }
        return !state.isRefreshing
    }

    /// Loads rows instead of the loaded ones.
    func jump(to rows: Range<Int>, _ state: inout ListState) -> Effect<Action> {
        if state.loading.segment.jump == rows || state.isWindowOnTheWay { return .none }
        state.loading.segment.jump = rows
        state.loading.append = .loading
        state.faults.list.removeAll(of: "append")
        return fetch(state.ticket(.jump, .offset(rows.lowerBound), rows.count), state)
    }

    /// Cancels a jump to rows to which the window no longer belongs.
    private func stopJump(_ state: inout ListState) -> Effect<Action> {
        if state.loading.segment.jump == nil || state.writing.bulk != nil { return .none }
        (state.loading.segment.jump, state.loading.segment.newTotal) = (nil, nil)
        state.loading.append = .idle
        return .cancel(LoadTicket.Kind.jump.effectID)
    }

    /// Shows the rows of a jump instead of the loaded ones.
    func land(on page: Page, _ ticket: LoadTicket, _ state: inout ListState) -> Effect<Action> {
        let old = state.shown.rows
        state.loading.append = .idle
        state.loading.segment.jump = nil
        state.confirmed = Rows(page.rows)
        state.keepLastKnown(of: old)
        state.queryView = QueryView(state.queryView.query)
        begin(with: page, ticket, &state)
        if let problems = page.problems { state.faults.list.show(problems, insteadOf: &state.faults.problems) }
        noteGrowth(of: page, &state)
        state.retention?.restart()
        retain(0..<state.loadedCount, of: page, ticket, &state)
        state.changes = ChangeHints(from: old, to: state.shown.rows)
        return .merge(stopRestoring(&state), fillWindow(isProgress: true, &state), follow(&state))
    }

    /// Requests the last rows, after a page that begins behind them.
    ///
    /// If the source does not say that its rows end before the page, a refresh begins with the first row instead.
    func loadLast(behind page: Page, _ ticket: LoadTicket, _ state: inout ListState) -> Effect<Action> {
        guard case .offset(let offset) = ticket.start else { return .none }
        let total = page.totalCount.flatMap { $0 <= offset ? $0 : nil }
        if total == nil, ticket.kind == .jump { return fail(ticket, .noRows(at: offset, page.totalCount), &state) }
        let rows = rows(around: state.request.window.clamped(to: total ?? 0), among: total)
        state.loading.segment.jump = nil
        state.loading.segment.newTotal = total
        if ticket.kind == .jump { return jump(to: rows, &state) }
        return fetch(state.ticket(.refresh, .offset(rows.lowerBound), rows.count), state)
    }

    /// Loads all rows from the first one on, for an edit of every row.
    func loadFromFirst(_ state: inout ListState) -> Effect<Action> {
        if state.loading.append == .loading { return .none }
        return jump(to: 0..<Window.largestLimit, &state)
    }
}

extension ListState {
    /// The number of rows up to the last loaded one.
    var loadedEnd: Int { loading.skipped + shown.rows.count }

    /// The number of all rows; nil if it is unknown.
    var knownCount: Int? {
        let isWhole = loading.isLoaded && loading.endReached || loading.production.growth == .live
        return isWhole ? loadedEnd : loading.totalCount
    }

    /// True if the source accepts the offset of any of its rows.
    var acceptsOffsets: Bool {
        if case .offset = loading.segment.nextPage { return true }
        return head.capabilities.contains(.offsets)
    }

    /// True if the source returns a page from any row on, and the last rows can be found.
    var reachesAnyRow: Bool {
        head.capabilities.contains(.offsets) || acceptsOffsets && loading.totalCount != nil
    }

    /// The requested window, as it is when all its rows are loaded.
    var wantedWindow: Window { request.window.clamped(to: knownCount ?? Self.behindAllRows) }

    /// True if the rows of the requested window are being loaded instead of the loaded rows.
    var isWindowOnTheWay: Bool {
        let places = wantedWindow.offset..<wantedWindow.offset + wantedWindow.limit
        return loading.segment.jump.map { $0.clamped(to: places) == places } ?? false
    }

    /// True if rows before the loaded ones are requested.
    var isWindowBefore: Bool { loading.skipped > 0 && wantedWindow.offset < loading.skipped }
}

extension Failure {
    fileprivate static func noRows(at offset: Int, _ total: Int?) -> Failure {
        let fault =
            total.map { "although its totalCount is \($0)" } ?? "and no totalCount, which it has to give there"
        return Failure(
            "invalidData", "the source gave no row from the offset \(offset) on, \(fault)", retryable: true)
    }
}
