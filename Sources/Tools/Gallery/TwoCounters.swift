import FeatureKit

/// Two counters, each addressed by its name as `path`.
struct TwoCounters: Feature {
    static let id = "gallery:twoCounters"
    static let title = "Two counters"
    static let layout = [
        LayoutItem(.child, key: "counter1", label: "First"),
        LayoutItem(.child, key: "counter2", label: "Second"),
    ]
    static let actions = ActionSet<Action>.none
    static let fixtures: [Fixture<Self>] = [
        Fixture("counted", State(counter1: Counter.State(count: 42), counter2: Counter.State(count: -3)))
    ]

    struct State: Codable, Equatable {
        var counter1 = Counter.State()
        var counter2 = Counter.State()
    }
    enum Action {
        case counter1(Counter.Action)
        case counter2(Counter.Action)
    }

    let initialState = State()

    var children: [Child<Self>] {
        [
            .scope("counter1", state: \.counter1, action: Action.counter1, Counter()),
            .scope("counter2", state: \.counter2, action: Action.counter2, Counter()),
        ]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> { .none }
}
