import FeatureKit

/// Rows from a service that may fail.
///
/// A failure is shown as a full-screen error, or as an alert that keeps the rows.
struct Posts: Feature {
    static let id = "gallery:posts"
    static let layout = [
        LayoutItem(.text, label: "Loading posts…", when: "isLoading"),
        LayoutItem(.text, key: "titles", label: "Posts"),
        LayoutItem(.button, label: "Refresh", action: "refreshButtonTapped"),
        LayoutItem(.button, label: "Try Again", action: "tryAgainButtonTapped", role: "primary", when: "isFailed"),
    ]
    static let actions = ActionSet<Action>([.refreshButtonTapped, .tryAgainButtonTapped])
    static let computed: [Computed<Self>] = [
        Computed("isLoading") { $0.posts.isLoading },
        Computed("isFailed") { $0.posts.activity == .failed },
        Computed("titles") { $0.posts.value?.map(\.title).joined(separator: ", ") ?? "" },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(posts: .loading)),
        Fixture("loaded", State(posts: .loaded(Post.samples))),
        Fixture("alert", State(posts: .loaded(Post.samples))) {
            $0.posts.fail(SimulatedService.serverError, errors: &$0.errors)
        },
        Fixture("fullScreen", State()) { $0.posts.fail(SimulatedService.networkError, errors: &$0.errors) },
    ]

    struct State: Codable, Equatable {
        var posts = Loadable<[Post]>.idle
        var errors = ErrorList()

        private enum CodingKeys: CodingKey { case posts }
    }
    enum Action: Codable, Equatable {
        case onAppear, refreshButtonTapped, tryAgainButtonTapped
        case postsLoaded([Post]), loadFailed(Failure, PresentedError.Display)
    }

    var service = SimulatedService()
    let initialState = State()
    var errors: SendableKeyPath<State, ErrorList>? { \State.errors }

    func start(in state: State, taskID: String?) -> Action? { .onAppear }
    func retry(_ error: PresentedError, in state: State) -> Action? { .tryAgainButtonTapped }
    func unavailable(in state: State) -> [Unavailable] {
        switch state.posts.activity {
        case .loading: [.init("refreshButtonTapped", "loading"), .init("tryAgainButtonTapped", "loading")]
        case .idle: [.init("tryAgainButtonTapped", "notFailed")]
        case .failed: []
        }
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .onAppear, .refreshButtonTapped, .tryAgainButtonTapped:
            state.posts.begin(errors: &state.errors)
            return service.answer(isFirst: action == .onAppear, .postsLoaded(Post.samples), failed: Action.loadFailed)
        case .postsLoaded(let posts): state.posts.succeed(posts, errors: &state.errors)
        case .loadFailed(let failure, let display):
            state.posts.fail(failure, errors: &state.errors, display: display)
        }
        return .none
    }
}
