import FHJSON
import FHKindParts
import FeatureKit

/// Searching for the current query and filter.
///
/// All effects of a search, including its timers, have the id `search`, so that the next search cancels them.
extension Search {
    /// The time in milliseconds after which a search counts as stalled.
    private static let patience = 300

    func setQuery(_ query: String, isComposing: Bool, _ state: inout SearchState) -> Effect<Action> {
        let asked = state.askable(query)
        if !isSameText(Question.trimmed(query), Question.trimmed(state.query)) { state.hasMoved = false }
        state.query = query
        state.isComposing = isComposing
        // There is no search for a query that an input method is still composing. But a query that is too short clears
        // the results even then.
        if isComposing, asked != nil { return stop(&state) }
        // An empty query shows nothing or everything, so it is not debounced.
        return ask(debounceMs: asked == "" ? 0 : configuration.debounceMs, &state)
    }

    func submit(_ state: inout SearchState) -> Effect<Action> {
        if state.isComposing { return .none }
        let effect = ask(debounceMs: 0, &state)
        remember(state.asked.query, &state)
        return effect
    }

    /// Sets the filter and searches for the current query again, without a debounce.
    func setFilter(_ choice: FilterChoice?, _ state: inout SearchState) -> Effect<Action> {
        let choice = choice.flatMap { $0.isEmpty ? nil : $0 }
        if choice == state.asked.filter { return .none }
        state.asked.filter = choice
        return ask(debounceMs: 0, &state, isFilter: true)
    }

    /// Stops the search; the results stay.
    func stop(_ state: inout SearchState) -> Effect<Action> {
        let isRenewing = state.isRenewing || state.renewed != nil
        if state.isWaiting || state.status == .debouncing || isRenewing { state.status = .idle }
        return supersede(&state)
    }

    /// Cancels all work in progress for the previous query and filter.
    private func supersede(_ state: inout SearchState) -> Effect<Action> {
        state.scan = .none
        // The cancelled request was sent because the source has changed, so the shown results are outdated.
        if state.isRenewing { state.isOutdated = true }
        state.isRenewing = false
        return .merge(.cancel("search"), endAppend(&state), useRenewed(&state))
    }

    /// Starts a search for the typed query; `isFilter` is true if only the filter has changed, and not the query.
    private func ask(debounceMs: Int, _ state: inout SearchState, isFilter: Bool = false) -> Effect<Action> {
        let superseded = supersede(&state)
        if !isFilter { setAsked(state.askable(state.query) ?? "", &state) }
        // The object that is kept alive for further pages belongs to the previous query and filter.
        if state.results?.question != state.asked { state.continuation?.hold = nil }
        if state.asksNothing {
            state.clear()
            state.errors.removeAll(of: "search")
            state.errors.removeAll(of: "append")
            state.append = .idle
            return superseded
        }
        if isAnswered(state) {
            state.status = .success
            // `supersede` has cancelled a request for a further page, so the page is requested again if it is needed.
            return .merge(superseded, prefetchNearEnd(&state))
        }
        if debounceMs <= 0 { return .merge(superseded, search(&state)) }
        state.status = .debouncing
        return .merge(superseded, .send(.debounced).debounce("search", milliseconds: debounceMs))
    }

    /// Sets the query to search for.
    ///
    /// If the query changes, removes the errors of operations on earlier results.
    private func setAsked(_ query: String, _ state: inout SearchState) {
        if !isSameText(query, state.asked.query) { state.errors.removeAll(of: Self.performID) }
        state.asked.query = query
    }

    /// True if the results are complete and up to date, and belong to the current query and filter.
    private func isAnswered(_ state: SearchState) -> Bool {
        guard let results = state.results, results.question == state.asked, results.isComplete, !state.isOutdated else {
            return false
        }
        if case .loaded(let corpus) = state.rows { return corpus === results.corpus }
        return configuration.isAsking
    }

    /// Searches now, or as soon as there are rows.
    func search(_ state: inout SearchState) -> Effect<Action> {
        state.status = .loading
        state.scan = .none
        let stall = Effect.send(Action.stalled).delay(milliseconds: Self.patience).cancellable("stalled")
            .cancellable("search", cancelInFlight: true)
        if configuration.isAsking { return .merge(stall, request(&state)) }
        switch state.rows {
        case .loaded(let corpus): return .merge(stall, scan(corpus, &state))
        case .loading(let corpus): return corpus.rows.isEmpty ? stall : .merge(stall, scan(corpus, &state))
        case .absent, .failed: return .merge(stall, load(&state))
        }
    }

    func stalled(_ state: inout SearchState) -> Effect<Action> {
        state.status = .stalled
        return .none
    }

    // MARK: Matching by the host

    func newScan(_ question: Question, in corpus: Corpus, after previous: Results? = nil) -> ScanProgress {
        ScanProgress(
            question, configuration.query(of: question), configuration.arrangement, in: corpus, after: previous)
    }

    func scan(_ corpus: Corpus, _ state: inout SearchState) -> Effect<Action> {
        let progress = newScan(state.asked, in: corpus, after: state.results)
        let isShort = progress.candidateCount <= configuration.onlyChunk
        return scan(progress, isShort ? .max : configuration.firstChunk, &state)
    }

    func scan(_ progress: ScanProgress, _ rows: Int, _ state: inout SearchState) -> Effect<Action> {
        state.scan = .running
        // Each chunk has its own task, so that the next chunk waits until the core thread has handled the previous one.
        return .task("search", name: "match") {
            .found(try await progress.advanced(by: rows))
        } failed: { error in
            .failed(Failure("internalError", "\(error)"))
        }
        .cancellable("search")
    }

    func found(_ progress: ScanProgress, _ state: inout SearchState) -> Effect<Action> {
        guard let corpus = state.corpus else { return .none }
        // If a newly loaded corpus has replaced the searched one, the search restarts.
        guard corpus.isGrown(from: progress.results.corpus) else { return scan(corpus, &state) }
        // The previous results stay while the search has found no row and is not complete.
        if progress.results.count > 0 || progress.results.isComplete { state.show(progress.results) }
        if !progress.isAtEnd { return scan(progress.continued(in: corpus), configuration.chunk, &state) }
        if progress.results.isComplete {
            state.scan = .none
            state.status = .success
            return .cancel("stalled")
        }
        if corpus.isWhole { return scan(progress.continued(in: corpus), configuration.chunk, &state) }
        state.scan = .waiting(progress)
        return corpus === progress.results.corpus ? .none : gather(progress, &state)
    }
}
