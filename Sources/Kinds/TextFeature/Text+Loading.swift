import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Loading.
///
/// The lines around the window are loaded as one page. A window that leaves them replaces them, so that the memory does
/// not depend on the length of the text. A source with cursors has to be read in order, and its lines are kept.
extension Text {
    /// The minimum number of lines that are loaded on each side of the window.
    static let margin = 200
    /// The number of lines that are kept on each side of the window while lines are added.
    private static let keptMargin = 5_000
    /// The maximum size in bytes of a text that is read at once.
    private static let longestWhole = 4 << 20

    var changeWatch: ChangeWatch<Action> { ChangeWatch(reload: .reload, quietMs: configuration.reloadDebounceMs) }

    /// Loads the lines near the window anew.
    func refresh(_ state: inout TextState) -> Effect<Action> {
        let timers = changeWatch.forget(isDue: &state.loading.isReloadDue)
        state.loading.generation += 1
        state.loading.refresh = .loading
        state.loading.window = .idle
        state.loading.production.isGrowing = false
        state.loading.production.isGrowthDue = false
        state.faults.removeAll(of: "refresh")
        state.faults.removeAll(of: "window")
        let places =
            state.loading.order.isSequential || state.head.format.needsWholeText ? 0..<firstLimit(state) : around(state)
        return .merge(timers, .cancel("grow"), load(.refresh, places, &state))
    }

    private func firstLimit(_ state: TextState) -> Int {
        state.head.format.needsWholeText
            ? Window.largestLimit : max(state.position.wanted.limit + Self.margin, 2 * Self.margin)
    }

    /// The places of the lines to load around the window.
    func around(_ state: TextState) -> Range<Int> {
        let window = state.target
        let margin = max(window.limit, Self.margin)
        let first = max(0, window.offset - margin)
        return first..<first + min(window.limit + 2 * margin, 2 * Window.largestLimit)
    }

    func load(_ kind: LoadTicket.Kind, _ places: Range<Int>, _ state: inout TextState) -> Effect<Action> {
        let isStateful =
            state.head.format.dependsOnEarlierLines && !state.head.format.needsWholeText
            && !state.loading.order.hasShortPages
        let offset = isStateful ? max(0, places.lowerBound - configuration.lookBack) : places.lowerBound
        state.loading.wanted = places
        let ticket = LoadTicket(
            kind: kind, generation: state.loading.generation, start: .offset(offset), offset: offset,
            limit: places.upperBound - offset, first: places.lowerBound)
        return fetch(ticket, LineScanner(state.head.format), state, id: "load")
    }

    func fetch(
        _ ticket: LoadTicket, _ scanner: LineScanner, _ state: TextState, id: String
    ) -> Effect<Action> {
        let wait: FetchRequest.Wait =
            switch ticket.kind {
            case .refresh: state.loading.isLoaded ? .further : .rows
            case .jump: .rows
            case .append, .grow: .further
            }
        let isRefresh = ticket.kind == .refresh && state.loading.isFreshWanted
        let request = FetchRequest(start: ticket.start, limit: ticket.limit, isRefresh: isRefresh, wait: wait)
        let key = configuration.key
        let finder = state.find?.finder
        var ticket = ticket
        ticket.search = state.find?.number
        // A text that is read at once gets its spans anew with each page.
        let earlier = state.head.format.needsWholeText && ticket.kind != .refresh ? state.segment.lines : []
        return Effect.ask(id, name: "fetch", configuration.source.fetch(request)) { [ticket] page in
            .fetched(ticket, .success(try LoadedLines(page, ticket, scanner, key, finder, behind: earlier)))
        } failed: { [ticket] failure in
            .fetched(ticket, .failure(failure))
        }
        .cancellable(id, cancelInFlight: true)
    }

    // MARK: Arriving lines

    func fetched(
        _ ticket: LoadTicket, _ result: Result<LoadedLines, Failure>, _ state: inout TextState
    ) -> Effect<Action> {
        guard ticket.generation == state.loading.generation else { return .none }
        if ticket.kind == .grow { state.loading.production.isGrowing = false } else { state.loading.wanted = nil }
        switch result {
        case .failure(let failure): return fail(ticket, failure, &state)
        case .success(let loaded):
            let page = loaded.page
            if ticket.kind != .refresh, let edition = page.edition, let own = state.loading.production.edition,
                edition != own
            {
                return refresh(&state)
            }
            if loaded.rowCount == 0, ticket.kind == .refresh || ticket.kind == .jump, ticket.offset > 0 {
                return loadLast(ticket, page, &state)
            }
            if loaded.lines.isEmpty, loaded.rowCount > 0, !page.endReached {
                // The source gives fewer lines than are requested, and these are only for the spans of later ones.
                state.loading.order.hasShortPages = true
                return load(ticket.kind, ticket.first..<ticket.offset + ticket.limit, &state)
            }
            show(loaded, ticket, &state)
            if let failure = tooLarge(state) { return fail(ticket, failure, &state) }
            let search = ticket.kind == .refresh ? searchAgain(&state) : searchFurther(&state)
            let marks = ticket.search == state.find?.number ? .none : mark(state)
            return .merge(loadNearWindow(&state), search, marks)
        }
    }

    private func show(_ loaded: LoadedLines, _ ticket: LoadTicket, _ state: inout TextState) {
        let page = loaded.page
        let end = ticket.offset + loaded.rowCount
        switch ticket.kind {
        case .refresh, .jump:
            state.segment = Segment(first: ticket.first, lines: loaded.lines, scanner: loaded.scanner)
            state.loading.order.length = loaded.length
        case .append, .grow:
            if ticket.kind == .append
                || state.segment.places.upperBound == ticket.offset && state.segment.scanner != nil
            {
                if state.head.format.needsWholeText { state.segment.lines = [] }
                state.segment.lines += loaded.lines
                state.segment.scanner = loaded.scanner
                state.loading.order.length += loaded.length
            }
        }
        if ticket.kind == .refresh {
            state.loading.refresh = .idle
            state.loading.isLoaded = true
            state.loading.isFreshWanted = false
            state.loading.isOutdated = false
            state.count = 0
        } else if ticket.kind != .grow {
            state.loading.window = .idle
        }
        // A page without lines ends a source that doesn't say how many there are.
        let isEmpty = loaded.rowCount == 0 && page.growth == nil && (ticket.kind == .append || ticket.kind == .grow)
        let total = page.totalCount ?? (page.endReached || isEmpty ? end : nil)
        state.isWhole = total != nil
        state.count = total ?? max(state.count, end)
        state.loading.production.growth = page.growth
        state.loading.production.edition = page.edition
        noteCursor(of: page, ticket, end, &state)
        if let problems = page.problems { state.faults.show(problems, insteadOf: &state.problems) }
        noteFailure(of: page, &state)
        if state.isWhole || page.growth != nil {
            state.position.active = max(0, min(state.position.active, state.count - 1))
        }
        if state.position.isFollowing {
            state.position.wanted = Window(
                offset: max(0, state.count - state.position.wanted.limit), limit: state.position.wanted.limit)
            state.position.active = max(0, state.count - 1)
        }
        state.showWanted()
        let isTrimmed = ticket.kind == .grow || ticket.kind == .append
        if !state.loading.order.isSequential, !state.head.format.needsWholeText, isTrimmed {
            state.segment.trim(
                around: state.position.isFollowing ? state.target : state.position.shown, to: Self.keptMargin)
        }
    }

    private func noteCursor(of page: Page, _ ticket: LoadTicket, _ end: Int, _ state: inout TextState) {
        let hasCursor = page.nextCursor != nil && !configuration.source.capabilities.contains(.offsets)
        if hasCursor { state.loading.order.isSequential = true }
        guard state.loading.order.isSequential || state.head.format.needsWholeText else { return }
        state.loading.order.next = page.endReached ? nil : page.nextCursor.map { .cursor($0) } ?? .offset(end)
        // A source with cursors ends with a page without one.
        if state.loading.order.isSequential, page.nextCursor == nil, page.growth == nil {
            state.loading.order.next = nil
            state.isWhole = true
            state.count = end
        }
    }

    private func noteFailure(of page: Page, _ state: inout TextState) {
        guard page.failure != state.loading.production.failure else { return }
        state.loading.production.failure = page.failure
        if let failure = page.failure { state.faults.add(failure, display: .banner, operation: "refresh") }
    }

    /// Loads the last lines, after a page that begins behind them.
    private func loadLast(_ ticket: LoadTicket, _ page: Page, _ state: inout TextState) -> Effect<Action> {
        let total = page.totalCount.map { min($0, ticket.offset) } ?? 0
        state.count = total
        state.isWhole = page.totalCount != nil
        state.position.wanted = state.position.wanted.clamped(to: total)
        state.position.wanted = Window(offset: max(0, state.position.wanted.offset), limit: state.position.wanted.limit)
        return load(ticket.kind, total == 0 ? 0..<firstLimit(state) : around(state), &state)
    }

    /// The failure of a text that is too large to be read at once; nil if it is not.
    private func tooLarge(_ state: TextState) -> Failure? {
        guard state.head.format.needsWholeText else { return nil }
        let lines = configuration.longestText
        guard state.segment.lines.count > lines || state.loading.order.length > Self.longestWhole else { return nil }
        return Failure(
            "tooLarge",
            "a text in the format \(state.head.format.rawValue) has at most \(lines) lines and "
                + "\(Self.longestWhole) bytes; "
                + "declare the format plain for this one", retryable: false)
    }

    private func fail(_ ticket: LoadTicket, _ failure: Failure, _ state: inout TextState) -> Effect<Action> {
        if failure.code == "tooLarge" {
            state.segment = Segment()
            (state.count, state.isWhole, state.loading.isLoaded, state.loading.order.next) = (0, false, false, nil)
        }
        let isFirst = !state.loading.isLoaded
        let isRefresh = ticket.kind == .refresh || isFirst
        let operation = isRefresh ? "refresh" : "window"
        let id = state.faults.add(failure, display: isFirst ? .fullScreen : .banner, operation: operation)
        if isRefresh {
            state.loading.refresh = .failed(errorID: id)
            // Results of a search that were under way belong to the lines before the refresh.
            if state.find?.status == .searching { state.find?.status = .failed }
            state.loading.isOutdated = state.loading.isLoaded
        } else {
            state.loading.window = .failed(errorID: id)
            state.position.wanted = state.position.shown
        }
        return .none
    }
}
