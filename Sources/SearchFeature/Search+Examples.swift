import FeatureKit

/// What a feature that has a search in it, and shows it in example states, asks of it.
extension Search {
    /// The state of a search whose query a source has answered so, and in which nothing runs.
    public func state(of query: String, answered result: Result<SearchPage, Failure>) -> SearchState {
        var state = initialState
        ask(query, answered: result, &state)
        return state
    }

    /// Asks for a query in an example state, with this answer of the source.
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
