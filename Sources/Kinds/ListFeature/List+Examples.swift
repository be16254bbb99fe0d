import FeatureKit

/// Helpers for features that embed a list and show it in example states.
extension List {
    /// The state of a list after its first load has ended with `result`.
    ///
    /// In this state, no work is in progress.
    public func state(afterLoad result: Result<Page, Failure>) -> ListState {
        var state = initialState
        reload(&state, result)
        return state
    }

    /// Reloads the list in an example state.
    ///
    /// The load ends with `result`.
    public func reload(_ state: inout ListState, _ result: Result<Page, Failure>) {
        _ = refresh(&state)
        _ = fetched(state.ticket(.refresh, .offset(0), configuration.pageSize), result, &state)
        forgetHints?(&state)
    }
}

extension ListState {
    /// The ids of the loaded rows, in display order.
    public var ids: [String] { Array(shown.rows.keys) }
}
