import FeatureKit

/// A clock that ticks while the feature has subscribers, and a value that is loaded once at the start.
struct Lifetime: Feature {
    static let id = "gallery:lifetime"
    static let layout = [
        LayoutItem(.number, key: "ticks", label: "Seconds"),
        LayoutItem(.text, key: "greeting", label: "Greeting"),
    ]
    static let actions = ActionSet<Action>.none
    static let computed: [Computed<Self>] = [Computed("greeting") { $0.loaded.value ?? "" }]
    static let fixtures: [Fixture<Self>] = [
        Fixture("loading", State(loaded: .loading)),
        Fixture("ticking", State(ticks: 75, loaded: .loaded("Good morning"))),
    ]

    struct State: Codable, Equatable {
        var ticks = 0
        var loaded = Loadable<String>.idle

        private enum CodingKeys: CodingKey { case ticks, loaded }
    }
    enum Action: Equatable { case runTasks, timerTicked, onAppear, greetingLoaded(String) }

    let initialState = State()

    func start(in state: State, taskID: String?) -> Action? { .runTasks }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .runTasks: return .merge(.send(.onAppear), tick)
        case .timerTicked:
            state.ticks += 1
            return tick
        case .onAppear:
            if state.loaded.phase == .loaded { return .none }
            state.loaded = .loading
            return Effect.send(.greetingLoaded("Good morning")).delay(milliseconds: 500)
        case .greetingLoaded(let greeting): state.loaded = .loaded(greeting)
        }
        return .none
    }

    /// The timer is a background effect, because a clock that never ends must not delay `settled`.
    private var tick: Effect<Action> { Effect.send(.timerTicked).delay(milliseconds: 1_000, isBackground: true) }
}
