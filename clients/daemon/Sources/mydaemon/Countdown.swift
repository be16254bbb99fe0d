import FeatureKit

/// Counts seconds down to zero.
struct Countdown: Feature {
    static let id = "countdown"

    struct State: Codable, Equatable {
        var seconds = 10
        var isRunning = false
    }

    enum Action: Codable {
        case startButtonTapped, stopButtonTapped
        case ticked
    }

    static let actions = ActionSet<Action>([.startButtonTapped, .stopButtonTapped])

    static let bindings = [
        Binding<Self>("seconds", \.seconds, in: { _ in 0...3_600 }, isEnabled: { !$0.isRunning })
    ]

    static let layout = [
        LayoutItem(.number, key: "seconds", label: "Seconds", action: "setSeconds"),
        LayoutItem(.button, label: "Start", action: "startButtonTapped"),
        LayoutItem(.button, label: "Stop", action: "stopButtonTapped"),
    ]

    static let fixtures = [
        Fixture<Self>("running", State(seconds: 7, isRunning: true)),
        Fixture<Self>("over", State(seconds: 0)),
    ]

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .startButtonTapped:
            state.isRunning = state.seconds > 0
        case .stopButtonTapped:
            state.isRunning = false
        case .ticked:
            state.seconds -= 1
            state.isRunning = state.seconds > 0
        }
        return state.isRunning ? nextTick : .cancel("tick")
    }

    private var nextTick: Effect<Action> {
        .send(.ticked).debounce("tick", milliseconds: 1_000)
    }
}
