import FeatureKit

/// A value that is either loading, loaded or failed.
struct Status: Feature {
    static let id = "gallery:status"
    static let layout = [
        LayoutItem(.text, label: "Loading…", when: "isLoading"),
        LayoutItem(.text, key: "text", label: "Data"),
        LayoutItem(.button, label: "Refresh", action: "refreshButtonTapped"),
    ]
    static let actions = ActionSet<Action>([.refreshButtonTapped])
    static let computed: [Computed<Self>] = [
        Computed("isLoading") { $0.data.isLoading },
        Computed("text") { $0.data.value ?? "" },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(data: .loading)),
        Fixture("loaded", State(data: .loaded(sample))),
        Fixture("failed", State()) { $0.data.fail(SimulatedService.networkError, errors: &$0.errors) },
    ]
    static let sample = "All systems work."

    struct State: Codable, Equatable {
        var data = Loadable<String>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case data }
    }
    enum Action: Codable, Equatable {
        case onAppear, refreshButtonTapped, dataLoaded(String), loadFailed(Failure, PresentedError.Display)
    }

    var service = SimulatedService()
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func start(in state: State, taskID: String?) -> Action? { .onAppear }
    func retry(_ error: PresentedError, in state: State) -> Action? { .refreshButtonTapped }
    func unavailable(in state: State) -> [Unavailable] {
        state.data.isLoading ? [Unavailable("refreshButtonTapped", "loading")] : []
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .onAppear, .refreshButtonTapped:
            state.data.begin(errors: &state.errors)
            return service.answer(isFirst: action == .onAppear, .dataLoaded(Self.sample), failed: Action.loadFailed)
        case .dataLoaded(let data): state.data.succeed(data, errors: &state.errors)
        case .loadFailed(let failure, let display):
            state.data.fail(failure, errors: &state.errors, display: display)
        }
        return .none
    }
}
