import FeatureKit

/// A counter with a spring animation.
///
/// The feature, which is the parent of a ``Counter``, declares how changes of the counter are animated.
struct AnimatedCounter: Feature {
    static let id = "gallery:animatedCounter"
    static let title = "Animated counter"
    static let layout = [LayoutItem(.child, key: "counter", label: "Counter")]
    static let actions = ActionSet<Action>.none
    static let fixtures = [Fixture<Self>("counted", State(counter: Counter.State(count: 42)))]

    struct State: Codable, Equatable { var counter = Counter.State() }
    enum Action { case counter(Counter.Action) }

    let initialState = State()

    var children: [Child<Self>] {
        [.scope("counter", state: \.counter, action: Action.counter, Counter())]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        .animation(.spring(response: 0.5, damping: 0.825))
    }
}
