import FeatureKit

/// An optional counter.
///
/// It is reset each time it appears.
struct OptionalCounter: Feature {
    static let id = "gallery:optionalCounter"
    static let title = "Optional counter"
    static let layout = [
        LayoutItem(.child, key: "counter", label: "Counter", when: "isLoaded"),
        LayoutItem(.text, label: "Counter not loaded", when: "isNotLoaded"),
        LayoutItem(.button, label: "Toggle Counter", action: "toggleCounterButtonTapped"),
    ]
    static let actions = ActionSet<Action>([.toggleCounterButtonTapped])
    static let computed: [Computed<Self>] = [
        Computed("isLoaded") { $0.counter != nil },
        Computed("isNotLoaded") { $0.counter == nil },
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("notLoaded", State()),
        Fixture("loaded", State(counter: Counter.State(count: 42))),
    ]

    struct State: Codable, Equatable { var counter: Counter.State? }
    enum Action: Codable { case counter(Counter.Action), toggleCounterButtonTapped }

    let initialState = State()

    var children: [Child<Self>] {
        [.ifLet("counter", state: \.counter, action: Action.counter, Counter())]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .toggleCounterButtonTapped: state.counter = state.counter == nil ? Counter.State() : nil
        case .counter: break
        }
        return .none
    }
}
