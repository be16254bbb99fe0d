import FHKindParts
import FeatureKit

/// Loading the rows that the host searches.
///
/// The rows are loaded page by page, and each page can be searched as soon as it arrives.
extension Search {
    /// The number of rows in a page.
    private static let pageLimit = 10_000
    /// The time in milliseconds for which arriving rows are collected before they are searched together.
    private static let gatheringMs = 50

    /// Loads the rows if the host searches them, and repeats the search for the current query and filter.
    func begin(_ state: inout SearchState) -> Effect<Action> {
        let forgotten = changeWatch.forget(isDue: &state.isReloadDue)
        let load = configuration.isAsking ? .none : load(&state)
        switch state.status {
        case .idle where state.askable(state.query) == "" && !state.isComposing:
            return .merge(forgotten, load, search(&state))
        case .idle, .debouncing: return .merge(forgotten, load)
        case .loading, .stalled, .success, .failed: return .merge(forgotten, load, search(&state))
        }
    }

    func load(_ state: inout SearchState) -> Effect<Action> {
        state.errors.removeAll(of: "load")
        state.show(failureOf: Corpus(), of: "load")
        state.rows = .loading(Corpus())
        state.scan = .none
        state.isReloadWanted = false
        let dropped = dropRenewal(&state)
        state.isFreshWanted = false
        return .merge(dropped, fetch(.offset(0), onto: Corpus(), isRenewal: false, isFresh: true))
    }

    func fetch(
        _ start: FetchRequest.Start, onto corpus: Corpus, isRenewal: Bool, isFresh: Bool = false
    ) -> Effect<Action> {
        let request = FetchRequest(
            start: start, limit: Self.pageLimit, isRefresh: isFresh, query: RowQuery(predicate: configuration.fixed),
            wait: .further)
        let settings = configuration.settings
        return Effect.ask("load", name: "fetch", configuration.source.fetch(request)) { page in
            let next = Self.next(after: page, from: start)
            let grown = try corpus.appending(
                page.rows, declared: page.columns, problems: page.problems, failure: page.failure,
                isLast: next == nil, settings)
            // Stops if the source returns no new rows and doesn't report the end.
            guard next != nil, grown.rows.count == corpus.rows.count, page.growth == nil else {
                return .loaded(grown, next: next, isRenewal: isRenewal)
            }
            let failure: Failure? = page.rows.isEmpty ? page.failure : .repeatedRows
            return .loaded(
                try grown.appending([], failure: failure, isLast: true, settings), next: nil, isRenewal: isRenewal)
        } failed: { failure in
            .failed(failure)
        }
        .cancellable("load", cancelInFlight: true)
    }

    /// The start of the next page; nil after the last page.
    private static func next(after page: Page, from start: FetchRequest.Start) -> FetchRequest.Start? {
        // A live source announces further rows by a notice.
        if page.endReached || page.growth == .live { return nil }
        if let cursor = page.nextCursor { return .cursor(cursor) }
        // If a source paginates by cursors and returns no cursor, it has no more rows.
        guard case .offset(let offset) = start else { return nil }
        return .offset(offset + page.rows.count)
    }

    func loaded(
        _ corpus: Corpus, next: FetchRequest.Start?, isRenewal: Bool, _ state: inout SearchState
    ) -> Effect<Action> {
        if isRenewal {
            return next.map { fetch($0, onto: corpus, isRenewal: true) } ?? look(through: corpus, &state)
        }
        if let next {
            state.rows = .loading(corpus)
            state.show(problemsOf: corpus)
            deriveColumns(corpus, &state)
            return .merge(fetch(next, onto: corpus, isRenewal: false), goOn(with: corpus, &state))
        }
        use(corpus, &state)
        let scan = goOn(with: corpus, &state)
        return state.isReloadWanted ? .merge(scan, renew(&state)) : scan
    }

    /// Makes a corpus the current one.
    func use(_ corpus: Corpus, _ state: inout SearchState) {
        state.rows = .loaded(corpus)
        state.show(problemsOf: corpus)
        state.show(failureOf: corpus, of: "load")
        deriveColumns(corpus, &state)
        state.selected.update(from: corpus.rows, isAll: true)
    }

    func deriveColumns(_ corpus: Corpus, _ state: inout SearchState) {
        if configuration.columns.isEmpty, !corpus.rows.isEmpty { state.columns = Column.encode(corpus.columns) }
    }

    /// Starts or continues a search that waits for rows, after rows were loaded.
    ///
    /// The search continues immediately if no more rows follow, otherwise after a short delay.
    private func goOn(with corpus: Corpus, _ state: inout SearchState) -> Effect<Action> {
        guard state.isWaiting else { return .none }
        switch state.scan {
        case .running: return .none
        case .none: return corpus.rows.isEmpty && !corpus.isWhole ? .none : scan(corpus, &state)
        case .due(let progress), .waiting(let progress):
            if corpus.isWhole {
                return .merge(.cancel("gathering"), scan(progress.continued(in: corpus), configuration.chunk, &state))
            }
            return gather(progress, &state)
        }
    }

    /// Searches arriving rows together, after a short delay.
    func gather(_ progress: ScanProgress, _ state: inout SearchState) -> Effect<Action> {
        if case .due = state.scan { return .none }
        state.scan = .due(progress)
        return Effect.send(.goOn).delay(milliseconds: Self.gatheringMs).cancellable("gathering").cancellable("search")
    }

    func goOn(_ state: inout SearchState) -> Effect<Action> {
        guard case .due(let progress) = state.scan, let corpus = state.corpus else { return .none }
        return scan(progress.continued(in: corpus), configuration.chunk, &state)
    }

    /// Handles a failed load.
    ///
    /// Earlier results stay, but count as outdated.
    func failed(_ failure: Failure, _ state: inout SearchState) -> Effect<Action> {
        state.rows = .failed
        state.scan = .none
        state.isOutdated = state.results != nil
        state.errors.add(failure, display: state.results == nil ? .fullScreen : .banner, operation: "load")
        if state.isWaiting || state.status == .success { state.status = .failed }
        guard state.status == .failed else { return dropRenewal(&state) }
        return .merge(.cancel("search"), dropRenewal(&state))
    }

    func again(_ operation: String, _ state: inout SearchState) -> Effect<Action> {
        switch operation {
        case "append": append(&state)
        case "search": state.asksNothing ? .none : search(&state)
        case Self.performID: performAgain(&state)
        default: begin(&state)
        }
    }
}
