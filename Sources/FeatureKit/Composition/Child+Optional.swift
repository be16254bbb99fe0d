/// Children that come and go as one value of their parent's state.
extension Child {
    /// A child that is there where an optional of the parent's state is not nil.
    ///
    /// It starts when it comes; when it goes, what it runs is cancelled before the next snapshot.
    /// A state that takes another's place in one action is the same child, changed: only states that are `Identifiable`
    /// tell one child from another.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: where the parent keeps the child's state.
    ///   - action: the case itself.
    ///   - feature: the child.
    public static func ifLet<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, F.State?>,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        optional(name, state: state, identify: { _ in true }, action: action, feature)
    }

    /// A child that is there where an optional of the parent's state is not nil, and that is another when its id is.
    ///
    /// It starts when it comes; when it goes, or one with another id takes its place, what it runs is cancelled before
    /// the next snapshot, and the other starts. A change that leaves the id alone leaves the child the same.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: where the parent keeps the child's state.
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
                // Out of the parent while it is changed: a large one must not be copied.
                parent[keyPath: state] = nil
                body(&child)
                parent[keyPath: state] = child
                return true
            }, identify: identify, action: action, feature)
    }

    /// A child that is there while the parent's state is one case of an enum.
    ///
    /// A state that takes another's place in one action is the same child, changed: only states that are `Identifiable`
    /// tell one child from another.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, and of its state.
    ///   - get: what the state's case holds; nil in another case.
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

    /// A child that is there while the parent's state is one case of an enum, and that is another when its id is.
    ///
    /// When one with another id takes its place, what it runs is cancelled before the next snapshot, and the other
    /// starts.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, and of its state.
    ///   - get: what the state's case holds; nil in another case.
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
