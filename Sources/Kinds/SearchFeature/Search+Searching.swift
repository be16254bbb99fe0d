import FHJSON
import FHKindParts
import FeatureKit

/// Searching for the current question.
///
/// All effects of a question, including its timers, have the id `search`, so that the next question cancels them.
extension Search {
    /// The time in milliseconds after which a search counts as stalled.
    private static let patience = 300

    func setQuery(_ query: String, isComposing: Bool, _ state: inout SearchState) -> Effect<Action> {
        let asked = state.askable(query)
        if !isSameText(Question.trimmed(query), Question.trimmed(state.query)) { state.hasMoved = false }
        state.query = query
        state.isComposing = isComposing
        // A query that is being composed is not searched. But an empty query clears the results.
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

    /// Sets the filter and repeats the current query without delay.
    func setFilter(_ choice: FilterChoice?, _ state: inout SearchState) -> Effect<Action> {
        let choice = choice.flatMap { $0.isEmpty ? nil : $0 }
        if choice == state.asked.filter { return .none }
        state.asked.filter = choice
        return ask(debounceMs: 0, &state, isFilter: true)
    }

    /// Stops the search.
    ///
    /// The results stay.
    func stop(_ state: inout SearchState) -> Effect<Action> {
        let isRenewing = state.isRenewing || state.renewed != nil
        if state.isWaiting || state.status == .debouncing || isRenewing { state.status = .idle }
        return supersede(&state)
    }

    /// Cancels all work in progress for the previous question.
    private func supersede(_ state: inout SearchState) -> Effect<Action> {
        state.scan = .none
        // If a repeated request is cancelled, the results are outdated.
        if state.isRenewing { state.isOutdated = true }
        state.isRenewing = false
        return .merge(.cancel("search"), endAppend(&state), useRenewed(&state))
    }

    /// Starts a search for the current query, or repeats the previous search with another filter.
    private func ask(debounceMs: Int, _ state: inout SearchState, isFilter: Bool = false) -> Effect<Action> {
        let superseded = supersede(&state)
        if !isFilter { setAsked(state.askable(state.query) ?? "", &state) }
        // The data that the source has cached for further pages belongs to the previous question.
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
            // Repeats the cancelled request for a further page.
            return .merge(superseded, prefetchNearEnd(&state))
        }
        if debounceMs <= 0 { return .merge(superseded, search(&state)) }
        state.status = .debouncing
        return .merge(superseded, .send(.debounced).debounce("search", milliseconds: debounceMs))
    }

    /// Sets the query, and removes the errors of operations for the previous query.
    private func setAsked(_ query: String, _ state: inout SearchState) {
        if !isSameText(query, state.asked.query) { state.errors.removeAll(of: Self.performID) }
        state.asked.query = query
    }

    /// True if the results are complete and answer the current question.
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
        // Each chunk has its own task, so that a scan never runs ahead of the core thread.
        return .task("search", name: "match") {
            .found(try await progress.advanced(by: rows))
        } failed: { error in
            .failed(Failure("internalError", "\(error)"))
        }
        .cancellable("search")
    }

    func found(_ progress: ScanProgress, _ state: inout SearchState) -> Effect<Action> {
        guard let corpus = state.corpus else { return .none }
        // A newly loaded corpus has replaced the searched one.
        guard corpus.isGrown(from: progress.results.corpus) else { return scan(corpus, &state) }
        // While rows are still loading, an empty result is no answer, so the previous results stay.
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
