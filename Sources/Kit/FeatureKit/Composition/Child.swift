import FHJSON

/// A feature inside another feature, its parent.
///
/// The child's state is a part of the parent's state. Clients address the child by its name in `path`.
public struct Child<Parent: Feature>: Sendable {
    /// The name in `path` and in the parent's state.
    ///
    /// The case of the parent's action that embeds the child's actions has this name as well.
    public let name: String
    let definition: any ChildDefinition<Parent>

    package init(name: String, definition: any ChildDefinition<Parent>) {
        self.name = name
        self.definition = definition
    }
}

extension Child {
    /// A permanent child.
    ///
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: the parent's property with the child's state.
    ///   - action: the case itself.
    ///   - feature: the child.
    public static func scope<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, F.State>,
        action: @escaping @Sendable (F.Action) -> Parent.Action, _ feature: F
    ) -> Child {
        Child(
            name: name,
            definition: ScopeChild(name: name, state: state, embed: checked(name, action), feature: feature))
    }

    /// Children of one type in a collection; the path of each child is the name and the child's id.
    ///
    /// An element starts when it is added. When it is removed, its effects are cancelled before the next snapshot. An
    /// element that is added again under the same id receives nothing from the cancelled effects.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: the parent's property with the children's states.
    ///   - shown: returns the ids of the elements that a snapshot of the parent shows, in their order, for example the
    ///     result of a filter. The other elements can still be reached by their paths. By default, all elements are
    ///     shown.
    ///   - action: the case itself.
    ///   - feature: the child.
    public static func forEach<F: Feature>(
        _ name: String, state: SendableKeyPath<Parent.State, IdentifiedArray<F.State>>,
        shown: (@Sendable (Parent.State) -> [F.State.ID])? = nil,
        action: @escaping @Sendable (IdentifiedActionOf<F>) -> Parent.Action, _ feature: F
    ) -> Child where F.State: Identifiable, F.State.ID: LosslessStringConvertible & Sendable {
        Child(
            name: name,
            definition: ElementsChild(
                name: name, state: state, shown: shown, embed: checked(name, action), feature: feature,
                children: feature.children))
    }

    /// A stack of features; the path of each feature is the name and the feature's key.
    ///
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: the parent's property with the stack.
    ///   - action: the case itself.
    ///   - onOutput: handles an output of a feature, in the revision that emits the output. The arguments are the
    ///     output, the key of the feature and the parent's state.
    public static func stack(
        _ name: String, state: SendableKeyPath<Parent.State, FeatureStack>,
        action: @escaping @Sendable (KeyedAction) -> Parent.Action,
        onOutput: @escaping @Sendable (Output, String, inout Parent.State) -> Effect<Parent.Action>
    ) -> Child {
        Child(
            name: name,
            definition: StackChild(name: name, state: state, embed: checked(name, action), onOutput: onOutput))
    }
}

/// The operations of a parent on a child, independent of the child's type.
package protocol ChildDefinition<Parent>: Sendable {
    associatedtype Parent: Feature

    /// Reduces the action if it belongs to this child.
    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action>
    /// Starts the features that exist in the child now.
    func start(in state: Parent.State) -> Effect<Parent.Action>
    /// Deletes the drafts of the child and its children.
    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action>
    /// The path to unsaved changes, beginning with this child's name; nil if there are none.
    func unsavedChanges(in state: Parent.State) -> [String]?
    func isSaving(_ state: Parent.State) -> Bool
    /// The identities of the children that are started and cancelled automatically when an action adds or removes them.
    ///
    /// Nil if there can be no such children. The features on a stack are not included: the parent starts and cancels
    /// them explicitly.
    func census(of state: Parent.State) -> IdentityDiff?
    /// Cancels the effects of the children that were removed since `census` was recorded, and starts the children that
    /// were added since then.
    func changes(since census: IdentityDiff, in state: Parent.State) -> Effect<Parent.Action>
    /// Clears the child's change hints, the parts of its state that describe only the newest revision.
    ///
    /// Nil if the child never has change hints.
    var forgetHints: (@Sendable (inout Parent.State) -> Void)? { get }
    /// Sets the change hints: they describe the changes from `old`, the parent's state before a reset.
    ///
    /// Does nothing if the reset has replaced or removed the child.
    func hintReset(of old: Parent.State, in state: inout Parent.State)
    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root>
    /// The JSON Schema of the member of the parent's state that contains the child on the wire.
    var wireSchema: JSONText { get }
}

/// The result of ``ChildDefinition/reduce(_:_:)``.
package enum Reduction<Action: Sendable> {
    /// The action belongs to another feature.
    case notMine
    /// The child that the action addresses no longer exists; the action is dropped.
    case gone
    case reduced(Effect<Action>)
}

/// The representation of a child in a store's tree.
package enum ChildNode<Root: Feature> {
    case fixed(StoreNode<Root>)
    case slot(AnyDynamicChildren<Root>)
    case branch(DynamicChildren<Root>)
}

extension ChildDefinition {
    /// The schema of a permanent child.
    package var wireSchema: JSONText { .build { $0.raw(#"{"$ref":"urn:featurehost:schema:1:child"}"#) } }

    /// Nil by default: no children are started and cancelled automatically.
    package func census(of state: Parent.State) -> IdentityDiff? { nil }

    /// No effects by default.
    package func changes(since census: IdentityDiff, in state: Parent.State) -> Effect<Parent.Action> { .none }

    /// No change hints by default.
    package func hintReset(of old: Parent.State, in state: inout Parent.State) {}
}

extension Feature {
    /// Reduces the action in the child to which it belongs, and then in this feature.
    package func reduceAll(_ children: [Child<Self>], into state: inout State, _ action: Action) -> Effect<Action> {
        if children.isEmpty { return reduce(into: &state, action) }
        let census = census(children, in: state)
        var effect = Effect<Action>.none
        search: for child in children {
            switch child.definition.reduce(&state, action) {
            case .notMine: continue
            case .gone: return .none
            case .reduced(let own):
                effect = own
                break search
            }
        }
        effect = .merge(effect, reduce(into: &state, action))
        return census.isEmpty ? effect : .merge(effect, changes(children, since: census, in: state))
    }

    /// Starts the feature and then its children.
    func startAll(_ children: [Child<Self>], in state: State, taskID: String? = nil) -> Effect<Action> {
        let own = start(in: state, taskID: taskID).map { Effect(.lifetime(.send($0))) } ?? .none
        return .merge([own] + children.map { $0.definition.start(in: state) })
    }

    /// Deletes the drafts of the feature and of its children.
    func discardAllDrafts(_ children: [Child<Self>], in state: State) -> Effect<Action> {
        .merge([discardDrafts(in: state)] + children.map { $0.definition.discardDrafts(in: state) })
    }

    /// The path to unsaved changes in the first child that has any; if no child has any, the path in this feature.
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
