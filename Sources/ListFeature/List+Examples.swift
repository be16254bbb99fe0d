import FeatureKit

/// What a feature that has a list in it, and shows it in example states, asks of it.
extension List {
    /// The state of a list whose first load ended so, and in which nothing runs.
    public func state(afterLoad result: Result<Page, Failure>) -> ListState {
        var state = initialState
        reload(&state, result)
        return state
    }

    /// Loads anew in an example state, with this end.
    public func reload(_ state: inout ListState, _ result: Result<Page, Failure>) {
        _ = refresh(&state)
        _ = fetched(state.ticket(.refresh, .offset(0), configuration.pageSize), result, &state)
        forgetHints?(&state)
    }
}

extension ListState {
    /// The ids of the loaded rows, in the order in which they are shown.
    public var ids: [String] { Array(shown.rows.keys) }
}
