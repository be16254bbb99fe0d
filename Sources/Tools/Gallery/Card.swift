import FeatureKit

/// A card with an optional child.
///
/// The child exists and loads only while the card is open.
struct Card: Feature {
    static let id = "gallery:card"
    static let layout = [
        LayoutItem(.section, key: "title", label: "Account"),
        LayoutItem(.child, key: "content", label: "Profile", when: "isExpanded"),
        LayoutItem(.button, label: "Expand or collapse", action: "headerTapped"),
    ]
    static let actions = ActionSet<Action>([.headerTapped])
    static let computed: [Computed<Self>] = [Computed("isExpanded") { $0.content != nil }]
    static let fixtures: [Fixture<Self>] = [
        Fixture("collapsed", State()),
        Fixture("loading", State(content: Profile.State(user: .loading))),
        Fixture("expanded", State(content: Profile.State(user: .loaded(.ada)))),
    ]

    struct State: Codable, Equatable {
        var title = "Account"
        /// The child's state.
        ///
        /// The card is open if the state is not nil, so that no separate flag can contradict it.
        var content: Profile.State?
    }
    enum Action: Codable, Equatable { case headerTapped, content(Profile.Action) }

    var service = SimulatedService()
    let initialState = State()

    var children: [Child<Self>] {
        [.ifLet("content", state: \.content, action: Action.content, Profile(service: service))]
    }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .headerTapped: state.content = state.content == nil ? Profile.State() : nil
        case .content: break
        }
        return .none
    }
}
