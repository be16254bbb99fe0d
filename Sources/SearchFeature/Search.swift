import FeatureKit
import JSON

/// A query and its results over the rows of a source, as a person types.
///
/// A source that can search is asked; over any other the host matches all rows itself, outside the core thread and
/// while they are still being loaded.
public struct Search: Feature {
    /// The kind's own id; each search in a catalog has the id that its workspace gives it.
    public static let id = "search"
    /// A search.
    public static let kind = FeatureKind.search
    /// What the published schema says.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:search-state")
        json.endObject()
    }
    /// All of ``SearchAction``.
    public static let actions = ActionSet(
        SearchAction.examples, written: SearchAction.written, shortcuts: SearchAction.shortcuts
    ) { Action.wire($0) }

    /// What may happen to a search.
    public enum Action: Sendable {
        /// A front end asks.
        case wire(SearchAction)
        /// The feature starts.
        case load
        /// What failed is tried again.
        case again(operation: String)
        /// The source tells of a change.
        case sourceChanged(SourceChange)
        /// Changes that were told of are read.
        case reload
        /// Rows came and can be searched; the next ones begin where it is said.
        case loaded(Corpus, next: FetchRequest.Start?, isRenewal: Bool)
        /// The rows did not come.
        case failed(Failure)
        /// No further key came for a while.
        case debounced
        /// The results are late.
        case stalled
        /// Rows that came meanwhile are looked through.
        case goOn
        /// Results came, and more may follow.
        case found(ScanProgress)
        /// All rows that were loaded anew were looked through for what is shown.
        case renewed(ScanProgress)
        /// A source has answered a query.
        case answered(query: String, Result<SearchAnswer, Failure>)
        /// A source has given the next page of a query's results.
        case appended(query: String, Result<SearchAnswer, Failure>)
        /// A source has done what rows were accepted for, or failed to.
        case performed(opID: String, Result<JSONText, Failure>)
    }

    /// The name of its case, without reflection: each key that is pressed brings several.
    public static func name(of action: Action) -> String? {
        switch action {
        case .wire: nil
        case .load: "load"
        case .again: "again"
        case .sourceChanged: "sourceChanged"
        case .reload: "reload"
        case .loaded: "loaded"
        case .failed: "failed"
        case .debounced: "debounced"
        case .stalled: "stalled"
        case .goOn: "goOn"
        case .found: "found"
        case .renewed: "renewed"
        case .answered: "answered"
        case .appended: "appended"
        case .performed: "performed"
        }
    }

    let configuration: SearchConfiguration

    /// Makes a search.
    public init(_ configuration: SearchConfiguration) {
        self.configuration = configuration
    }

    /// No query, and nothing loaded yet.
    public var initialState: SearchState { SearchState(configuration) }

    /// Loads the rows when the first subscriber comes.
    public func start(in state: SearchState, taskID: String?) -> Action? { .load }

    /// Where the errors are.
    public var errors: SendableKeyPath<SearchState, ErrorList>? { \SearchState.errors }

    /// Repeats the load, the search, the page or the operation that failed.
    public func retry(_ error: PresentedError, in state: SearchState) -> Action? { .again(operation: error.operation) }

    /// The active result.
    public func activeItem(in state: SearchState) -> SourceRow? { state.activeRow }

    /// The selected rows, whatever was searched for since, or else the active result.
    public func targetedItems(in state: SearchState) -> TargetedItems? {
        if !state.selected.isEmpty { return TargetedItems(state.selected.all) }
        return state.activeRow.map { TargetedItems([$0]) }
    }

    /// The row with this id as it was loaded last, whatever the query; or the row that was selected.
    public func item(_ id: String, in state: SearchState) -> SourceRow? {
        let corpus = state.corpus
        return corpus?.rows.place(of: id).flatMap { corpus?.rows[$0] } ?? state.results?.row(id: id)
            ?? state.selected[id]
    }

    /// Applies an action.
    public func reduce(into state: inout SearchState, _ action: Action) -> Effect<Action> {
        switch action {
        case .wire(let action): reduce(action, &state)
        case .load: .merge(watch(), begin(&state))
        case .again(let operation): again(operation, &state)
        case .sourceChanged(let change): note(change, &state)
        case .reload: renew(&state)
        case .loaded(let corpus, let next, let isRenewal): loaded(corpus, next: next, isRenewal: isRenewal, &state)
        case .failed(let failure): failed(failure, &state)
        case .debounced: search(&state)
        case .stalled: stalled(&state)
        case .goOn: goOn(&state)
        case .found(let progress): found(progress, &state)
        case .renewed(let progress): renewed(progress, &state)
        case .answered(_, let result): answered(result, &state)
        case .appended(_, let result): appended(result, &state)
        case .performed(let id, let result): performed(id, result, &state)
        }
    }

    private func reduce(_ action: SearchAction, _ state: inout SearchState) -> Effect<Action> {
        switch action {
        case .setQuery(let query, let isComposing):
            return setQuery(query, isComposing: isComposing ?? false, &state)
        case .submitQuery: return submit(&state)
        case .clearQuery: return setQuery("", isComposing: false, &state)
        case .cancel: return .merge(stop(&state), stopPerforming(&state))
        case .setFilter(let filter): return setFilter(filter, &state)
        case .loadMore: return append(&state)
        case .setWindow(let window): state.setWindow(window)
        case .setActive(let id): state.results?.place(of: id).map { state.activate($0) }
        case .moveActive(let steps): state.moveActive(by: steps)
        case .toggleSelection(let id):
            toggleSelection(id, &state)
            return .none
        case .clearSelection:
            state.selected.removeAll()
            return .none
        case .accept(let id, let ids, let action): return accept(ids ?? id.map { [$0] }, action, &state)
        }
        return prefetchNearEnd(&state)
    }
}
