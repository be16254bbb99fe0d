/// A named example state of a feature: what it looks like while it loads, when it failed, with many rows.
///
/// Front ends open it by its name to try how they draw it. It runs nothing until somebody acts in it.
public struct Fixture<F: Feature>: Sendable {
    /// Its name; unique in its feature.
    public let name: String
    /// The state.
    public let state: F.State

    /// Names a state.
    ///
    /// - Parameters:
    ///   - name: what a front end opens it by; no two of a feature have the same.
    ///   - state: the state, or what most of it is taken from.
    ///   - change: what sets it apart from `state`.
    public init(_ name: String, _ state: F.State, _ change: (inout F.State) -> Void = { _ in }) {
        self.name = name
        var state = state
        change(&state)
        self.state = state
    }
}
