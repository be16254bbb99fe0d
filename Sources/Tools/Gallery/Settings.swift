import FeatureKit

/// Bound values whose changes have effects.
///
/// The effects are a permission request and a count of changes.
struct Settings: Feature {
    static let id = "gallery:settings"
    static let layout = [
        LayoutItem(
            .toggle, key: "notificationsEnabled", label: "Notifications", action: "setNotificationsEnabled"),
        LayoutItem(.text, key: "permission", label: "Permission"),
        LayoutItem(.number, key: "count", label: "Count", action: "setCount"),
        LayoutItem(.number, key: "changes", label: "Changes of the count"),
    ]
    static let actions = ActionSet<Action>.none
    static let bindings: [Binding<Self>] = [
        Binding("notificationsEnabled", \.notificationsEnabled, then: .toggleNotifications),
        Binding("count", \.count, then: .stepperChanged),
    ]
    static let fixtures: [Fixture<Self>] = [
        Fixture("asking", State(notificationsEnabled: true, permission: .asking)),
        Fixture("granted", State(notificationsEnabled: true, permission: .granted, count: 3, changes: 5)),
        Fixture("denied", State(permission: .denied)),
    ]

    enum Permission: String, Codable, CaseIterable { case unknown, asking, granted, denied }
    struct State: Codable, Equatable {
        var notificationsEnabled = false
        var permission = Permission.unknown
        var count = 0
        var changes = 0
    }
    enum Action: Equatable { case toggleNotifications, permissionAnswered(isGranted: Bool), stepperChanged }

    /// The user's answer to the simulated permission request.
    var isGranted = true
    let initialState = State()

    func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        switch action {
        case .toggleNotifications where state.notificationsEnabled && state.permission != .granted:
            state.permission = .asking
            return Effect.send(.permissionAnswered(isGranted: isGranted)).delay(milliseconds: 500)
                .cancellable("permission", cancelInFlight: true)
        case .toggleNotifications:
            if state.permission == .asking { state.permission = .unknown }
            return .cancel("permission")
        case .permissionAnswered(let isGranted):
            state.permission = isGranted ? .granted : .denied
            state.notificationsEnabled = isGranted
        case .stepperChanged: state.changes += 1
        }
        return .none
    }
}
