/// Children that exist while an optional of the parent's state has a value, or while the state is one case of an enum.
extension Child {
    /// A child that exists while an optional of the parent's state is not nil.
    ///
    /// The child starts when the value appears. When the value becomes nil, the child's effects are cancelled before
    /// the next snapshot. An action that replaces the value by another one only changes the child's state. To start a
    /// new child for a new value, use an `Identifiable` state.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: the parent's property with the child's state.
    ///   - action: the case itself.
    ///   - feature: the child.
    public static func ifLet<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, F.State?>,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        optional(name, state: state, identify: { _ in true }, action: action, feature)
    }

    /// A child that exists while an optional of the parent's state is not nil; the id in the optional is its identity.
    ///
    /// The child starts when the value appears. When the value becomes nil or gets another id, the child's effects are
    /// cancelled before the next snapshot. For another id, a new child starts. A change that keeps the id keeps the
    /// child.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: the parent's property with the child's state.
    ///   - action: the case itself.
    ///   - feature: the child.
    public static func ifLet<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, F.State?>,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child where F.State: Identifiable {
        optional(name, state: state, identify: { $0.id }, action: action, feature)
    }

    private static func optional<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, F.State?>,
        identify: @escaping @Sendable (F.State) -> some Equatable,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        optional(
            name, get: { $0[keyPath: state] },
            visit: { parent, body in
                guard var child = parent[keyPath: state] else { return false }
                // The child's state is removed from the parent while it changes, so that a large state is not copied.
                parent[keyPath: state] = nil
                body(&child)
                parent[keyPath: state] = child
                return true
            }, identify: identify, action: action, feature)
    }

    /// A child that exists while the parent's state is one case of an enum.
    ///
    /// An action that replaces the payload by another one only changes the child's state. To start a new child for a
    /// new payload, use an `Identifiable` state.
    /// - Parameters:
    ///   - name: the name of the case, both in the parent's action and in the parent's state.
    ///   - get: returns the payload of the state's case; nil in another case.
    ///   - set: the state's case itself.
    ///   - action: the action's case itself.
    ///   - feature: the child.
    public static func ifCase<F: Feature>(
        _ name: String, get: @escaping @Sendable (Parent.State) -> F.State?,
        set: @escaping @Sendable (F.State) -> Parent.State,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        oneCase(name, get: get, set: set, identify: { _ in true }, action: action, feature)
    }

    /// A child that exists while the parent's state is one case of an enum; the id of the payload is its identity.
    ///
    /// When the payload gets another id, the effects of the old child are cancelled before the next snapshot, and the
    /// new child starts.
    /// - Parameters:
    ///   - name: the name of the case, both in the parent's action and in the parent's state.
    ///   - get: returns the payload of the state's case; nil in another case.
    ///   - set: the state's case itself.
    ///   - action: the action's case itself.
    ///   - feature: the child.
    public static func ifCase<F: Feature>(
        _ name: String, get: @escaping @Sendable (Parent.State) -> F.State?,
        set: @escaping @Sendable (F.State) -> Parent.State,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child where F.State: Identifiable {
        oneCase(name, get: get, set: set, identify: { $0.id }, action: action, feature)
    }

    private static func oneCase<F: Feature>(
        _ name: String, get: @escaping @Sendable (Parent.State) -> F.State?,
        set: @escaping @Sendable (F.State) -> Parent.State,
        identify: @escaping @Sendable (F.State) -> some Equatable,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        optional(
            name, get: get,
            visit: { parent, body in
                guard var child = get(parent) else { return false }
                body(&child)
                parent = set(child)
                return true
            }, identify: identify, action: action, feature)
    }

    private static func optional<F: Feature>(
        _ name: String, get: @escaping @Sendable (Parent.State) -> F.State?,
        visit: @escaping @Sendable (inout Parent.State, (inout F.State) -> Void) -> Bool,
        identify: @escaping @Sendable (F.State) -> some Equatable,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        Child(
            name: name,
            definition: OptionalChild(
                name: name, visit: visit, read: get, identify: identify, embed: checked(name, action),
                feature: feature, children: feature.children))
    }
}
