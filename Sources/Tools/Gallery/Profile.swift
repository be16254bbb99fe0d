import FeatureKit

/// A user that is loaded when the profile appears, and again by the button Refresh.
struct Profile: Feature {
    static let id = "gallery:profile"
    static let layout = [
        LayoutItem(.text, label: "Loading…", when: "isLoading"),
        LayoutItem(.text, key: "name", label: "Name"),
        LayoutItem(.text, key: "email", label: "Email"),
        LayoutItem(.button, label: "Refresh", action: "refreshButtonTapped"),
    ]
    static let actions = ActionSet<Action>([.refreshButtonTapped])
    static let computed: [Computed<Self>] = [
        Computed("isLoading") { $0.user.isLoading },
        Computed("name") { $0.user.value?.name ?? "" },
        Computed("email") { $0.user.value?.email ?? "" },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(user: .loading)),
        Fixture("loaded", State(user: .loaded(.ada))),
        Fixture("failed", State()) { $0.user.fail(SimulatedService.networkError, errors: &$0.errors) },
    ]

    struct State: Codable, Equatable {
        var user = Loadable<User>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case user }
    }
    enum Action: Codable, Equatable {
        case onAppear, refreshButtonTapped, userLoaded(User), loadFailed(Failure, PresentedError.Display)
    }

    var service = SimulatedService()
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func start(in state: State, taskID: String?) -> Action? { .onAppear }
    func retry(_ error: PresentedError, in state: State) -> Action? { .refreshButtonTapped }
    func unavailable(in state: State) -> [Unavailable] {
        state.user.isLoading ? [Unavailable("refreshButtonTapped", "loading")] : []
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .onAppear, .refreshButtonTapped:
            state.user.begin(errors: &state.errors)
            return service.answer(isFirst: action == .onAppear, .userLoaded(.ada), failed: Action.loadFailed)
        case .userLoaded(let user): state.user.succeed(user, errors: &state.errors)
        case .loadFailed(let failure, let display):
            state.user.fail(failure, errors: &state.errors, display: display)
        }
        return .none
    }
}
