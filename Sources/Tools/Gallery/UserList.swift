import FeatureKit

/// A list of users.
///
/// The list stays visible while it is reloaded, and also if the reload fails.
struct UserList: Feature {
    static let id = "gallery:userList"
    static let title = "User list"
    static let layout = [
        LayoutItem(.text, label: "Loading…", when: "isLoading"),
        LayoutItem(.text, key: "names", label: "Users"),
        LayoutItem(.button, label: "Refresh", action: "refreshButtonTapped"),
    ]
    static let actions = ActionSet<Action>([.refreshButtonTapped])
    static let computed: [Computed<Self>] = [
        Computed("isLoading") { $0.users.isLoading },
        Computed("names") { $0.users.value?.map(\.name).joined(separator: ", ") ?? "" },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(users: .loading)),
        Fixture("loaded", State(users: .loaded(User.samples))),
        Fixture("refreshing", State(users: .loaded(User.samples))) { $0.users.begin(errors: &$0.errors) },
        Fixture("failed", State()) { $0.users.fail(SimulatedService.networkError, errors: &$0.errors) },
    ]

    struct State: Codable, Equatable {
        var users = Loadable<[User]>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case users }
    }
    enum Action: Codable, Equatable {
        case onAppear, refreshButtonTapped, usersLoaded([User]), loadFailed(Failure, PresentedError.Display)
    }

    var service = SimulatedService()
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func start(in state: State, taskID: String?) -> Action? { .onAppear }
    func retry(_ error: PresentedError, in state: State) -> Action? { .refreshButtonTapped }
    func unavailable(in state: State) -> [Unavailable] {
        state.users.isLoading ? [Unavailable("refreshButtonTapped", "loading")] : []
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .onAppear, .refreshButtonTapped:
            state.users.begin(errors: &state.errors)
            return service.answer(isFirst: action == .onAppear, .usersLoaded(User.samples), failed: Action.loadFailed)
        case .usersLoaded(let users): state.users.succeed(users, errors: &state.errors)
        case .loadFailed(let failure, let display):
            state.users.fail(failure, errors: &state.errors, display: display)
        }
        return .none
    }
}
