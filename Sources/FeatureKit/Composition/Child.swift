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
        Child(
            name: name,
            definition: ScopeChild(name: name, state: state, embed: checked(name, action), feature: feature))
    }

    /// Children of one type in a collection, each with its id as the second part of its path.
    ///
    /// Each starts when it comes; when it goes, what it runs is cancelled before the next snapshot, and one that comes
    /// back under its id gets nothing of that.
    /// - Parameters:
    ///   - name: the name of the case of the parent's action, which is also the name on the wire.
    ///   - state: where the parent keeps the children's states.
    ///   - shown: those that a snapshot of the parent shows, in their order: a filter. The others are still reached by
    ///     their paths. By default all.
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
        Child(
            name: name,
            definition: StackChild(name: name, state: state, embed: checked(name, action), onOutput: onOutput))
    }
}

/// What a parent must know of its children, whatever their types.
protocol ChildDefinition<Parent>: Sendable {
    associatedtype Parent: Feature

    /// Lets the child reduce the action if it is the child's.
    func reduce(_ state: inout Parent.State, _ action: Parent.Action) -> Reduction<Parent.Action>
    /// Starts what is there now.
    func start(in state: Parent.State) -> Effect<Parent.Action>
    /// Deletes the drafts of what was entered.
    func discardDrafts(in state: Parent.State) -> Effect<Parent.Action>
    /// The path to unsaved changes, this child's name first.
    func unsavedChanges(in state: Parent.State) -> [String]?
    func isSaving(_ state: Parent.State) -> Bool
    /// Which are there now; nil where none ever comes or goes by an action of the parent.
    func census(of state: Parent.State) -> Census?
    /// Cancels what ran in those that have gone since, and starts those that have come.
    func changes(since census: Census, in state: Parent.State) -> Effect<Parent.Action>
    /// How the child forgets its hints; nil where it never has any.
    var forgetHints: (@Sendable (inout Parent.State) -> Void)? { get }
    /// Lets a child that has stayed hint what a reset of the parent has done to it.
    func hintReset(of old: Parent.State, in state: inout Parent.State)
    func node<Root: Feature>(under lens: Lens<Root, Parent>) -> ChildNode<Root>
    /// The JSON Schema of the parent's member on the wire.
    var wireSchema: JSONText { get }
}

/// What became of an action that may be a child's.
enum Reduction<Action: Sendable> {
    case notMine
    /// Its child is not there any more: nobody may see it.
    case gone
    case reduced(Effect<Action>)
}

/// What the children of a node are for a store.
enum ChildNode<Root: Feature> {
    case fixed(StoreNode<Root>)
    case slot(Slot<Root>)
    case branch(Branch<Root>)
}

extension ChildDefinition {
    /// A child that is there.
    var wireSchema: JSONText { .build { $0.raw(#"{"$ref":"urn:featurehost:schema:1:child"}"#) } }

    /// Nothing comes or goes.
    func census(of state: Parent.State) -> Census? { nil }

    /// Nothing to cancel or to start.
    func changes(since census: Census, in state: Parent.State) -> Effect<Parent.Action> { .none }

    /// None has stayed.
    func hintReset(of old: Parent.State, in state: inout Parent.State) {}
}

extension Feature {
    /// Lets the child whose action it is reduce it, and then the feature itself.
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
