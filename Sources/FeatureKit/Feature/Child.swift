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

    /// Features that come and go on a stack, each with its key as the second part of its path.
    ///
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: where the parent keeps the stack.
    ///   - action: the case itself.
    ///   - onOutput: what the parent does with an output of the feature with this key, in the same revision.
    public static func stack(
        _ name: String, state: SendableKeyPath<Parent.State, FeatureStack>,
        action: @escaping @Sendable (KeyedAction) -> Parent.Action,
        onOutput: @escaping @Sendable (Output, String, inout Parent.State) -> Effect<Parent.Action>
    ) -> Child {
        Child(name: name, definition: StackChild(name: name, state: state, embed: action, onOutput: onOutput))
    }
}

/// What a parent must know of its children, whatever their types.
protocol ChildDefinition<Parent>: Sendable {
    associatedtype Parent: Feature

    /// Lets the child reduce the action if it is the child's; nil if it is not.
    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Effect<Parent.Action>?
    /// Starts what is there now.
    func start(in state: Parent.State) -> Effect<Parent.Action>
    /// The path to unsaved changes, this child's name first.
    func unsavedChanges(in state: Parent.State) -> [String]?
    func isSaving(_ state: Parent.State) -> Bool
    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root>
}

/// What the children of a node are for a store.
enum ChildNode<Root: Feature> {
    case fixed(StoreNode<Root>)
    case slot(Slot<Root>)
}

extension ChildDefinition {
    /// What the case with this name holds, if the action is that case.
    func payload<Payload>(_ type: Payload.Type, of action: Parent.Action, in name: String) -> Payload? {
        // An enum case can't be taken apart by name; its reflection can.
        guard let payload = Mirror(reflecting: action).children.first, payload.label == name else { return nil }
        return payload.value as? Payload
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

    /// Starts the feature and then its children.
    func startAll(_ children: [Child<Self>], in state: State, taskID: String? = nil) -> Effect<Action> {
        let own = start(in: state, taskID: taskID).map { Effect(.lifetime(.send($0))) } ?? .none
        return .merge([own] + children.map { $0.definition.start(in: state) })
    }

    /// The path to unsaved changes of a child, or the feature's own.
    func allUnsavedChanges(_ children: [Child<Self>], in state: State) -> [String]? {
        for child in children {
            if let path = child.definition.unsavedChanges(in: state) { return path }
        }
        return unsavedChanges(in: state)
    }

    func isSavingAll(_ children: [Child<Self>], _ state: State) -> Bool {
        isSaving(state) || children.contains { $0.definition.isSaving(state) }
    }
}
