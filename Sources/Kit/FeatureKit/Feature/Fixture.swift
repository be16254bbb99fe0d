/// A named example state of a feature: while loading, after a failure, with many rows.
///
/// Clients open a fixture by its name to preview the feature. No effect runs until a client sends an action.
///
/// ```swift
/// static let fixtures = [Fixture<Self>("empty", State(tasks: []))]
/// ```
public struct Fixture<F: Feature>: Sendable {
    /// The name, unique in the feature.
    public let name: String
    /// The state.
    public let state: F.State

    /// Makes an example state.
    ///
    /// - Parameters:
    ///   - name: the name, unique in the feature.
    ///   - state: the state, or a base for it.
    ///   - change: changes the base state; by default no change.
    public init(_ name: String, _ state: F.State, _ change: (inout F.State) -> Void = { _ in }) {
        self.name = name
        var state = state
        change(&state)
        self.state = state
    }
}
