import JSON

/// A feature inside another: a part of its state, reached from the wire by its name as `path`.
public struct Child<Parent: Feature>: Sendable {
    /// The name in `path` and in the parent's state; also the name of the parent's action that holds the child's.
    public let name: String
    let definition: any ChildDefinition<Parent>
}

extension Child {
    /// A child that is always there.
    ///
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: where the parent keeps the child's state.
    ///   - action: the case itself.
    ///   - feature: the child.
    public static func scope<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, F.State>,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        Child(name: name, definition: ScopeChild(name: name, state: state, embed: action, feature: feature))
    }
}

protocol ChildDefinition<Parent>: Sendable {
    associatedtype Parent: Feature

    /// Lets the child reduce the action if it is the child's; nil if it is not.
    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Effect<Parent.Action>?
    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> StoreNode<Root>
}

struct ScopeChild<Parent: Feature, F: Feature>: ChildDefinition {
    let name: String
    let state: SendableKeyPath<Parent.State, F.State>
    let embed: @Sendable (F.Action) -> Parent.Action
    let feature: F
    let children: [Child<F>]

    init(
        name: String, state: SendableKeyPath<Parent.State, F.State>,
        embed: @escaping @Sendable (F.Action) -> Parent.Action, feature: F
    ) {
        self.name = name
        self.state = state
        self.embed = embed
        self.feature = feature
        children = feature.children
    }

    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Effect<Parent.Action>? {
        // An enum case can't be taken apart by name; its reflection can.
        guard let payload = Mirror(reflecting: action).children.first, payload.label == name,
            let action = payload.value as? F.Action
        else { return nil }
        return feature.reduceAll(children, into: &state[keyPath: self.state], action).map(embed).inChild(name)
    }

    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> StoreNode<Root> {
        let state = state
        let embed = embed
        return StoreNode(
            feature, children, path: lens.path + [name],
            Lens(
                path: lens.path + [name],
                visit: { root, body in lens.visit(&root) { body(&$0[keyPath: state]) } },
                embed: { lens.embed(embed($0)) }))
    }
}

extension Feature {
    package func reduceAll(_ children: [Child<Self>], into state: inout State, _ action: Action) -> Effect<Action> {
        for child in children {
            if let effect = child.definition.reduce(&state, action) {
                return .merge(effect, reduce(into: &state, action))
            }
        }
        return reduce(into: &state, action)
    }
}
