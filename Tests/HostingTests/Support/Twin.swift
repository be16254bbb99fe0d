import FeatureKit

/// A second feature besides the probe.
struct Twin: Feature {
    static let id = "twin"

    struct State: Codable, Sendable { var count = 0 }
    enum Action: Codable, CaseIterable { case add }

    let initialState = State()

    static var registration: FeatureRegistration { FeatureRegistration { Twin() } }

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        state.count += 1
        return .none
    }
}
