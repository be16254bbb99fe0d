import FHKindParts
import FHRowCollections
import FeatureKit

/// Requests to sources that search by themselves.
///
/// Such a source receives a request for each query and filter, and requests for further pages of the results.
extension Search {
    /// Requests the first page of results for the current query and filter.
    func request(_ state: inout SearchState) -> Effect<Action> {
        state.errors.removeAll(of: "search")
        state.show(failureOf: Corpus(), of: "search")
        state.errors.removeAll(of: "append")
        // A request for a further page may have been retried while the query was debounced.
        let appends = endAppend(&state)
        state.append = .idle
        let question = state.asked
        let asked = source(question, limit: limit(state), cursor: nil)
        let answer: Effect<Action> = Effect.ask("search", name: "search", asked) { page in
            .answered(query: question.query, .success(try SearchAnswer(page, to: question, configuration)))
        } failed: { failure in
            .answered(query: question.query, .failure(failure))
        }
        .cancellable("search")
        return .merge(appends, answer)
    }

    /// Cancels the request for a further page, if there is one.
    func endAppend(_ state: inout SearchState) -> Effect<Action> {
        guard state.append == .loading else { return .none }
        state.append = .idle
        return .cancel("append")
    }

    private func source(_ question: Question, limit: Int, cursor: String?) -> SourceAnswer<SearchPage> {
        let capabilities = configuration.source.capabilities
        return configuration.source.search(
            SearchRequest(
                query: question.query, limit: limit, cursor: cursor,
                filter: capabilities.contains(.searchFilter) ? question.filter?.id : nil,
                keys: capabilities.contains(.searchKeys) ? configuration.askedKeys : [], wait: .further))
    }

    /// Returns the number of results to request: the page size, or more to get all results up to the window's end.
    private func limit(_ state: SearchState) -> Int {
        guard let results = state.results, results.question == state.asked else { return configuration.pageSize }
        let window = state.window
        let shown = min(window.offset + window.limit, results.corpus.rows.count)
        return max(configuration.pageSize, min(shown, Window.largestLimit))
    }

    /// Repeats the request for results after a change of the source.
    ///
    /// The status `success` stays until the answer arrives.
    func askAgain(_ state: inout SearchState) -> Effect<Action> {
        switch state.status {
        case .debouncing: return .none
        case .idle:
            state.isOutdated = state.results != nil
            return .none
        case .loading, .stalled, .failed: return search(&state)
        case .success:
            state.isRenewing = true
            return .merge(.cancel("search"), request(&state))
        }
    }

    func answered(_ result: Result<SearchAnswer, Failure>, _ state: inout SearchState) -> Effect<Action> {
        state.isRenewing = false
        switch result {
        case .success(let answer):
            state.status = .success
            take(answer, &state)
            return .merge(.cancel("stalled"), fillWindow(answer, &state))
        case .failure(let failure):
            state.status = .failed
            state.isOutdated = state.results != nil
            state.errors.add(failure, display: state.results == nil ? .fullScreen : .banner, operation: "search")
            return .cancel("stalled")
        }
    }

    private func take(_ answer: SearchAnswer, _ state: inout SearchState) {
        state.continuation = answer.continuation
        state.show(answer.results)
        state.show(problemsOf: answer.results.corpus)
        state.show(failureOf: answer.results.corpus, of: "search")
        deriveColumns(answer.results.corpus, &state)
        state.selected.update(from: answer.results.corpus.rows, isAll: false)
    }

    // MARK: Further pages

    func append(_ state: inout SearchState) -> Effect<Action> {
        guard state.append != .loading, let results = state.results, let continuation = state.continuation,
            let cursor = continuation.cursor
        else { return .none }
        state.append = .loading
        state.errors.removeAll(of: "append")
        let question = results.question
        let (end, overflow) = state.wanted.offset.addingReportingOverflow(state.wanted.limit)
        let lacking = overflow ? Window.largestLimit : end - results.rows.count
        let limit = max(configuration.pageSize, min(lacking, Window.largestLimit))
        return Effect.ask("append", name: "search", source(question, limit: limit, cursor: cursor)) { page in
            .appended(
                query: question.query,
                .success(try SearchAnswer(page, after: (results, continuation), to: question, configuration)))
        } failed: { failure in
            .appended(query: question.query, .failure(failure))
        }
        .cancellable("append", cancelInFlight: true)
    }

    func appended(_ result: Result<SearchAnswer, Failure>, _ state: inout SearchState) -> Effect<Action> {
        switch result {
        case .success(let answer):
            state.append = .idle
            take(answer, &state)
            return fillWindow(answer, &state)
        case .failure(let failure):
            let id = state.errors.add(failure, display: .inline, operation: "append")
            state.append = .failed(errorID: id)
            return .none
        }
    }

    /// Requests further results after an answer, if they are needed.
    ///
    /// The request is made if the source is still finding results of the requested page. It is also made if the window
    /// extends beyond the loaded results and the answer had new results.
    private func fillWindow(_ answer: SearchAnswer, _ state: inout SearchState) -> Effect<Action> {
        if answer.isPart, state.appendRefusal == nil { return append(&state) }
        return answer.hasNew ? prefetch(&state, ifWithin: 0) : .none
    }

    /// Requests the next page if the window is close to the end of the results.
    func prefetchNearEnd(_ state: inout SearchState) -> Effect<Action> {
        prefetch(&state, ifWithin: configuration.prefetchDistance)
    }

    private func prefetch(_ state: inout SearchState, ifWithin distance: Int) -> Effect<Action> {
        guard let results = state.results, state.append == .idle, state.appendRefusal == nil else { return .none }
        let (end, overflow) = state.wanted.offset.addingReportingOverflow(state.wanted.limit)
        return overflow || end > results.rows.count - distance ? append(&state) : .none
    }
}

extension SearchState {
    /// The reason why no further page can be requested now; nil if a page can be requested.
    var appendRefusal: String? {
        guard results != nil, let continuation, !continuation.endReached else { return "endReached" }
        if isStale { return "staleResults" }
        if isWaiting || isRenewing { return "refreshing" }
        if case .failed(let errorID) = append, errors.find(errorID) != nil { return "failed" }
        return nil
    }
}
