import FeatureKit

/// Loading: page by page until the source has no more, and then one index of all rows.
extension Search {
    /// The rows of a page.
    private static let pageLimit = 10_000

    /// Loads anew; what was asked for and is shown, failed or on its way is then answered anew.
    func reload(_ state: inout SearchState) -> Effect<Action> {
        let load = load(&state)
        switch state.status {
        case .idle, .debouncing: return load
        case .loading, .stalled, .success, .failed: return .merge(search(&state), load)
        }
    }

    func load(_ state: inout SearchState) -> Effect<Action> {
        state.errors.removeAll(of: "load")
        state.rows = .loading(pages: [], next: .offset(0))
        return fetch(.offset(0))
    }

    private func fetch(_ start: FetchRequest.Start) -> Effect<Action> {
        let request = FetchRequest(start: start, limit: Self.pageLimit, isRefresh: start == .offset(0))
        return Effect.ask("load", name: "fetch", configuration.source.fetch(request)) { result in
            switch result {
            case .success(let page): .fetched(page, from: start)
            case .failure(let failure): .failed(failure)
            }
        }
        .cancellable("load", cancelInFlight: true)
    }

    func fetched(_ page: Page, from start: FetchRequest.Start, _ state: inout SearchState) -> Effect<Action> {
        guard case .loading(var pages, start) = state.rows else { return .none }
        pages.append(page.rows)
        if let next = Self.next(after: page, from: start) {
            state.rows = .loading(pages: pages, next: next)
            return fetch(next)
        }
        state.rows = .indexing
        return .task("index") { [pages, keys = configuration.keys, idKey = configuration.source.idKey] in
            .indexed(try Corpus(pages.joined(), keys: keys, idKey: idKey))
        } failed: { error in
            .failed(Failure("internalError", "\(error)"))
        }
        .cancellable("load", cancelInFlight: true)
    }

    /// Where the next page begins; nil if this one was the last.
    private static func next(after page: Page, from start: FetchRequest.Start) -> FetchRequest.Start? {
        // A source that gives nothing and says that there is more is not asked for ever.
        if page.endReached || page.rows.isEmpty { return nil }
        if let cursor = page.nextCursor { return .cursor(cursor) }
        // A source that counts by cursors and gives none has no more.
        guard case .offset(let offset) = start else { return nil }
        return .offset(offset + page.rows.count)
    }

    func indexed(_ corpus: Corpus, _ state: inout SearchState) -> Effect<Action> {
        state.rows = .loaded(corpus)
        if configuration.columns.isEmpty { state.columns = Column.encode(corpus.columns) }
        return state.isWaiting ? scan(corpus, state) : .none
    }

    func failed(_ failure: Failure, _ state: inout SearchState) -> Effect<Action> {
        state.rows = .failed
        state.errors.add(failure, display: state.results == nil ? .fullScreen : .banner, operation: "load")
        guard state.isWaiting else { return .none }
        state.status = .failed
        return .cancel("stalled")
    }
}
