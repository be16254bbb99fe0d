import FeatureKit

/// Helpers for features that embed a search and show it in example states.
extension Search {
    /// Returns the state of a search after the source has answered `query` with `result`.
    ///
    /// In this state, no work is in progress.
    public func state(of query: String, answered result: Result<SearchPage, Failure>) -> SearchState {
        var state = initialState
        ask(query, answered: result, &state)
        return state
    }

    /// Sets the query in an example state, with the source's answer.
    public func ask(_ query: String, answered result: Result<SearchPage, Failure>, _ state: inout SearchState) {
        _ = reduce(into: &state, .wire(.setQuery(query: query, isComposing: nil)))
        state.status = .loading
        let question = state.asked
        let answer = result.flatMap { page in
            Result { try SearchAnswer(page, to: question, configuration) }.mapError { Failure($0) }
        }
        _ = answered(answer, &state)
    }
}
