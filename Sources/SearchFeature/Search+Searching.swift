import FeatureKit

/// Searching: what is under way for a query runs under the name `search`, its timers too, so that the next query ends
/// all of it.
extension Search {
    /// How long results may take before they are late, in milliseconds.
    private static let patience = 300

    func setQuery(_ query: String, isComposing: Bool, _ state: inout SearchState) -> Effect<Action> {
        let asked = Self.trimmed(query)
        if asked != Self.trimmed(state.query) { state.hasMoved = false }
        state.query = query
        state.isComposing = isComposing
        // What is being composed is not searched for; but where nothing is left there is nothing to show.
        return isComposing && !asked.isEmpty ? stop(&state) : ask(debounceMs: configuration.debounceMs, &state)
    }

    /// Ends what is under way; what is shown stays.
    func stop(_ state: inout SearchState) -> Effect<Action> {
        if state.isWaiting || state.status == .debouncing { state.status = .idle }
        return .cancel("search")
    }

    /// Asks for the query as it stands.
    func ask(debounceMs: Int, _ state: inout SearchState) -> Effect<Action> {
        state.asked = Self.trimmed(state.query)
        if state.asked.isEmpty {
            state.clear()
            return .cancel("search")
        }
        if state.isAnswered {
            state.status = .success
            return .cancel("search")
        }
        if debounceMs <= 0 { return search(&state) }
        state.status = .debouncing
        return .send(.debounced).debounce("search", milliseconds: debounceMs)
    }

    /// Searches now, or as soon as the rows are there.
    func search(_ state: inout SearchState) -> Effect<Action> {
        state.status = .loading
        let stall = Effect.send(Action.stalled).delay(milliseconds: Self.patience).cancellable("stalled")
            .cancellable("search", cancelInFlight: true)
        switch state.rows {
        case .loaded(let corpus): return .merge(stall, scan(corpus, state))
        case .loading, .indexing: return stall
        case .absent, .failed: return .merge(stall, load(&state))
        }
    }

    func stalled(_ state: inout SearchState) -> Effect<Action> {
        state.status = .stalled
        return .none
    }

    func scan(_ corpus: Corpus, _ state: SearchState) -> Effect<Action> {
        scan(ScanProgress(state.asked, in: corpus), rows: configuration.firstChunk)
    }

    private func scan(_ progress: ScanProgress, rows: Int) -> Effect<Action> {
        // One task for each chunk: nothing is scanned ahead of what the core thread has taken in.
        .task("search") {
            .found(try progress.advanced(by: rows))
        } failed: { error in
            .failed(Failure("internalError", "\(error)"))
        }
        .cancellable("search")
    }

    func found(_ progress: ScanProgress, _ state: inout SearchState) -> Effect<Action> {
        state.show(progress.results)
        guard progress.results.isComplete else { return scan(progress, rows: configuration.chunk) }
        state.status = .success
        return .cancel("stalled")
    }

    /// The query without the white space around it; an escaped space at its end belongs to it.
    private static func trimmed(_ query: String) -> String {
        var text = query.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace {
            text.removeLast()
            if last == " ", text.last == "\\" { return "\(text) " }
        }
        return String(text)
    }
}
