import FeatureKit
import JSON

/// A query and its results over the rows of a source, matched by the host as a person types.
///
/// All rows are loaded and indexed once; a query is matched against them outside the core thread.
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
    public static let actions = ActionSet(SearchAction.examples, shortcuts: SearchAction.shortcuts) {
        Action.wire($0)
    }

    /// What may happen to a search.
    public enum Action: Sendable {
        /// A front end asks.
        case wire(SearchAction)
        /// The feature starts, or a load that failed is tried again.
        case load
        /// A page of rows came, which began where it is said.
        case fetched(Page, from: FetchRequest.Start)
        /// All rows are there and can be searched.
        case indexed(Corpus)
        /// The rows did not come.
        case failed(Failure)
        /// No further key came for a while.
        case debounced
        /// The results are late.
        case stalled
        /// Results came, and more may follow.
        case found(ScanProgress)
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

    /// Loads the rows again.
    public func retry(_ error: PresentedError, in state: SearchState) -> Action? { .load }

    /// The active result.
    public func activeItem(in state: SearchState) -> SourceRow? { state.activeRow }

    /// The result with this id.
    public func item(_ id: String, in state: SearchState) -> SourceRow? { state.results?.row(id: id) }

    /// Applies an action.
    public func reduce(into state: inout SearchState, _ action: Action) -> Effect<Action> {
        switch action {
        case .wire(let action): reduce(action, &state)
        case .load: reload(&state)
        case .fetched(let page, let start): fetched(page, from: start, &state)
        case .indexed(let corpus): indexed(corpus, &state)
        case .failed(let failure): failed(failure, &state)
        case .debounced: search(&state)
        case .stalled: stalled(&state)
        case .found(let progress): found(progress, &state)
        }
    }

    private func reduce(_ action: SearchAction, _ state: inout SearchState) -> Effect<Action> {
        switch action {
        case .setQuery(let query, let isComposing):
            return setQuery(query, isComposing: isComposing ?? false, &state)
        case .submitQuery: return state.isComposing ? .none : ask(debounceMs: 0, &state)
        case .clearQuery: return setQuery("", isComposing: false, &state)
        case .cancel: return stop(&state)
        case .setWindow(let window): state.setWindow(window)
        case .setActive(let id): state.results?.place(of: id).map { state.activate($0) }
        case .moveActive(let steps): state.moveActive(by: steps)
        case .accept(let id, let action):
            guard let row = id.map({ state.results?.row(id: $0) }) ?? state.activeRow else { return .none }
            return .output(Output(action ?? "accept", id: row.id, value: row.value))
        }
        return .none
    }
}
