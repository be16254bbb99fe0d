import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// A search over the rows of a source, updated while the user types.
///
/// If the source can search, it receives the query. Otherwise the host loads all rows and matches them outside the core
/// thread, even while rows are still loading.
public struct Search: Feature {
    /// The id of the kind.
    ///
    /// Each search in a catalog has the id that its workspace gives to it.
    public static let id = "search"
    /// The kind `search`.
    public static let kind = FeatureKind.search
    /// A reference to the published schema of a search's state.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:search-state")
        json.endObject()
    }
    /// The actions of ``SearchAction``.
    public static let actions = ActionSet(
        SearchAction.examples, written: SearchAction.written, shortcuts: SearchAction.shortcuts
    ) { Action.wire($0) }

    /// The actions of a search, including the internal ones.
    public enum Action: Sendable {
        /// An action sent by a client.
        case wire(SearchAction)
        /// The first load, at the start of the feature.
        case load
        /// Repeats a failed load, search, request for a page, or operation on accepted rows.
        case again(operation: String)
        /// The source has changed.
        case sourceChanged(SourceChange)
        /// Loads the rows again after the source has changed.
        case reload
        /// Rows were loaded and can be searched. `next` is the start of the next page; nil after the last page.
        case loaded(Corpus, next: FetchRequest.Start?, isRenewal: Bool)
        /// A load has failed.
        case failed(Failure)
        /// The debounce time is over.
        case debounced
        /// The search has taken longer than its time limit, and its status becomes `stalled`.
        case stalled
        /// Continues the search with the rows that have arrived since it stopped for lack of rows.
        case goOn
        /// Results were found. More may follow.
        case found(ScanProgress)
        /// Newly loaded rows were searched for the current query and filter.
        case renewed(ScanProgress)
        /// The source has answered the request for a query's results, or has failed.
        case answered(query: String, Result<SearchAnswer, Failure>)
        /// The source has answered the request for the next page of a query's results, or has failed.
        case appended(query: String, Result<SearchAnswer, Failure>)
        /// A source has answered the request for an operation on accepted rows, or has failed.
        case performed(opID: String, Result<JSONText, Failure>)
        /// Undoes an operation that a notice is about.
        case undoOperation(RowOperation)
        /// An action of the detail.
        case detail(KeyedAction)
        /// Lets the detail show the active result.
        case turnDetail
    }

    /// The name of an internal action; nil for an action sent by a client.
    ///
    /// The name is found without reflection, which would be slow, because each keystroke causes several actions.
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
        case .undoOperation: "undoOperation"
        case .detail(let action): action.name
        case .turnDetail: "turnDetail"
        }
    }

    let configuration: SearchConfiguration
    let keys: KeySequence
    /// The formats of the columns and the tones of the rows; nil if there are none.
    let cells: CellPlan?

    /// Creates a search.
    ///
    /// - Parameter keys: makes the keys of the features in the detail.
    public init(_ configuration: SearchConfiguration, keys: KeySequence = KeySequence()) {
        self.configuration = configuration
        self.keys = keys
        cells = CellPlan(configuration.columns, rows: configuration.tones)
    }

    /// The state before the first query and load.
    public var initialState: SearchState { SearchState(configuration) }

    /// Loads the rows when the first subscriber arrives.
    public func start(in state: SearchState, taskID: String?) -> Action? { .load }

    /// The key path of the errors.
    public var errors: SendableKeyPath<SearchState, ErrorList>? { \SearchState.errors }

    /// The action that repeats a failed load, search, request for a page, or operation.
    public func retry(_ error: PresentedError, in state: SearchState) -> Action? { .again(operation: error.operation) }

    /// The active result.
    public func activeItem(in state: SearchState) -> SourceRow? { state.activeRow }

    /// The selected rows, including rows that were selected in the results of earlier queries.
    ///
    /// If no row is selected, the active result.
    public func targetedItems(in state: SearchState) -> TargetedItems? {
        let rows = state.targetedRows
        return rows.isEmpty ? nil : TargetedItems(rows)
    }

    /// Returns the row with an id, regardless of the query: from the loaded rows, the results or the selected rows.
    public func item(_ id: String, in state: SearchState) -> SourceRow? {
        let corpus = state.corpus
        return corpus?.rows.place(of: id).flatMap { corpus?.rows[$0] } ?? state.results?.row(id: id)
            ?? state.selected[id]
    }

    /// Applies an action to the state.
    public func reduce(into state: inout SearchState, _ action: Action) -> Effect<Action> {
        let effect = apply(action, &state)
        guard let detail = configuration.detail else { return effect }
        return .merge(effect, follow(detail, &state))
    }

    private func apply(_ action: Action, _ state: inout SearchState) -> Effect<Action> {
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
        case .undoOperation(let operation): undo(operation, &state)
        case .detail: .none
        case .turnDetail: turnDetail(&state)
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
        case .accept(let id, let ids, let action, let value, let confirmed):
            let request = AcceptRequest(
                ids: ids ?? id.map { [$0] }, action: action, value: value.map { JSONText($0.value) },
                isConfirmed: confirmed == true)
            return accept(request, &state)
        }
        return prefetchNearEnd(&state)
    }
}
