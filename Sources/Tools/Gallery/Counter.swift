import FeatureKit

/// A number with two buttons.
struct Counter: Feature {
    static let id = "gallery:counter"
    static let layout = [
        LayoutItem(.number, key: "count", label: "Count"),
        LayoutItem(.button, label: "−", action: "decrementButtonTapped"),
        LayoutItem(.button, label: "+", action: "incrementButtonTapped"),
    ]
    static let fixtures = [Fixture<Self>("negative", State(count: -3))]

    struct State: Codable, Equatable { var count = 0 }
    enum Action: Codable, CaseIterable { case decrementButtonTapped, incrementButtonTapped }

    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .decrementButtonTapped: state.count -= 1
        case .incrementButtonTapped: state.count += 1
        }
        return .none
    }
}
