import FHJSON

/// A type-erased feature, for a parent that presents or pushes a feature without knowing its type.
///
/// The feature can itself present other features.
public struct AnyFeature: Sendable {
    /// The feature's name in the catalog.
    public let id: String
    /// The title shown to users.
    public let title: String
    /// The params that the feature was opened with, without secrets.
    public private(set) var params: JSONText
    private let erased: any ErasedFeature

    /// Erases the type of a feature.
    ///
    /// - Parameters:
    ///   - feature: the feature, with the modals that it can present.
    ///   - id: the name in the catalog; by default the type's own.
    ///   - title: the title shown to users; by default the type's own.
    ///   - params: the params that the feature was opened with, without secrets.
    public init<F: Feature>(
        _ feature: Presenting<F>, id: String = F.id, title: String = F.title, params: JSONText = .emptyObject
    ) {
        self.id = id
        self.title = title
        self.params = params
        erased = Erased(feature: feature)
    }

    /// Returns the feature with further params that snapshots show.
    func showing(_ values: JSONText) -> AnyFeature {
        var feature = self
        feature.params = params.value.merged(with: values.value)
        return feature
    }

    /// The JSON Schema of the feature's output; nil if it can't be determined in advance.
    public var outputSchema: JSONText? { erased.outputSchema }

    /// The kind of the feature.
    public var kind: FeatureKind { erased.kind }

    /// True if the feature reads its initial values from the member `values` of its params.
    public var takesValues: Bool { erased.takesValues }

    /// The answer of a flow's step that shows this feature in its initial state; nil if the step's answer is the output
    /// of the feature.
    public var initialAnswer: Answer? { erased.answer(in: erased.initialState) }

    /// True if the feature has at least one of these actions.
    ///
    /// - Parameter names: action names on the wire.
    public func has(anyOf names: [String]) -> Bool { names.contains { actionNames.contains($0) } }

    package var initialState: AnyState { erased.initialState }

    package func reduce(into state: inout AnyState, _ action: AnyAction) -> Effect<AnyAction> {
        erased.reduce(into: &state, action)
    }

    /// Starts the feature and all its children.
    package func start(in state: AnyState) -> Effect<AnyAction> { erased.start(in: state) }

    package func forgetHints(in state: inout AnyState) { erased.forgetHints(in: &state) }

    package func discardDrafts(in state: AnyState) -> Effect<AnyAction> { erased.discardDrafts(in: state) }

    func answer(in state: AnyState) -> Answer? { erased.answer(in: state) }

    func reenter(in state: AnyState) -> AnyAction? { erased.reenter(in: state) }

    package func unsavedChanges(in state: AnyState) -> [String]? { erased.unsavedChanges(in: state) }

    package func isSaving(_ state: AnyState) -> Bool { erased.isSaving(state) }

    var actionNames: [String] { erased.actionNames }

    func follow(_ params: JSONValue, in state: AnyState) -> AnyAction? { erased.follow(params, in: state) }

    func noteRow(isGone: Bool, in state: AnyState) -> AnyAction? { erased.noteRow(isGone: isGone, in: state) }

    func targetedItems(in state: AnyState) throws(ActionRefusal) -> TargetedItems? {
        try erased.targetedItems(in: state)
    }

    package func item(_ id: String, in state: AnyState) -> SourceRow? { erased.item(id, in: state) }

    package func activeItem(in state: AnyState) -> SourceRow? { erased.activeItem(in: state) }

    package func hasContent(in state: AnyState) -> Bool { erased.hasContent(in: state) }

    package func isAtRest(_ state: AnyState) -> Bool { erased.isAtRest(state) }

    /// Returns the row with this id and its version, as they are passed to a feature that was opened about the row.
    ///
    /// Nil if the row doesn't exist, or if its value was released from memory.
    func followed(_ id: String, in state: AnyState) -> FollowedRow? { erased.followed(id, in: state) }

    func awaitAnswers(in state: inout AnyState) { erased.awaitAnswers(in: &state) }

    func take(_ answer: OutputAnswer, in state: AnyState) -> AnyAction? { erased.take(answer, in: state) }

    func track(_ action: AnyAction, as token: String) -> AnyAction? { erased.track(action, as: token) }

    /// Returns the action that a link declares.
    ///
    /// - Throws: the reason why the feature refuses the action now.
    func action(
        of link: ActionLink, for occasion: LinkOccasion, in state: AnyState
    ) throws(ActionRefusal) -> AnyAction {
        try erased.action(of: link, for: occasion, in: state)
    }

    package func node<Root: Feature>(under lens: AnyLens<Root>) -> StoreNode<Root> { erased.node(id: id, under: lens) }
}

/// An action of an ``AnyFeature``.
public struct AnyAction: Sendable {
    fileprivate let action: any Sendable
    fileprivate let describe: @Sendable (any Sendable) -> String

    /// The action's name on the wire.
    var name: String { describe(action) }
}

/// An action of a dynamic child, with the child's key.
public struct KeyedAction: Sendable {
    /// The key of the child.
    public let key: String
    package let action: AnyAction

    package init(key: String, action: AnyAction) {
        self.key = key
        self.action = action
    }

    /// The action's name on the wire.
    public var name: String { action.name }
}

/// Converts the state and actions of a store's root feature to the state and actions of an ``AnyFeature``, and back.
package struct AnyLens<Root: Feature> {
    let path: [String]
    let visit: (inout Root.State, (inout AnyState) -> Void) -> Void
    let embed: @Sendable (AnyAction) -> Root.Action
}

private protocol ErasedFeature: Sendable {
    var initialState: AnyState { get }
    func reduce(into state: inout AnyState, _ action: AnyAction) -> Effect<AnyAction>
    func start(in state: AnyState) -> Effect<AnyAction>
    func forgetHints(in state: inout AnyState)
    func unsavedChanges(in state: AnyState) -> [String]?
    var kind: FeatureKind { get }
    var takesValues: Bool { get }
    func discardDrafts(in state: AnyState) -> Effect<AnyAction>
    func answer(in state: AnyState) -> Answer?
    func reenter(in state: AnyState) -> AnyAction?
    func isSaving(_ state: AnyState) -> Bool
    var actionNames: [String] { get }
    func follow(_ params: JSONValue, in state: AnyState) -> AnyAction?
    func noteRow(isGone: Bool, in state: AnyState) -> AnyAction?
    var outputSchema: JSONText? { get }
    func item(_ id: String, in state: AnyState) -> SourceRow?
    func activeItem(in state: AnyState) -> SourceRow?
    func hasContent(in state: AnyState) -> Bool
    func isAtRest(_ state: AnyState) -> Bool
    func targetedItems(in state: AnyState) throws(ActionRefusal) -> TargetedItems?
    func followed(_ id: String, in state: AnyState) -> FollowedRow?
    func awaitAnswers(in state: inout AnyState)
    func take(_ answer: OutputAnswer, in state: AnyState) -> AnyAction?
    func track(_ action: AnyAction, as token: String) -> AnyAction?
    func action(
        of link: ActionLink, for occasion: LinkOccasion, in state: AnyState
    ) throws(ActionRefusal) -> AnyAction
    func node<Root: Feature>(id: String, under lens: AnyLens<Root>) -> StoreNode<Root>
}

private struct Erased<F: Feature>: ErasedFeature {
    typealias State = Presenting<F>.State
    typealias Action = Presenting<F>.Action

    let feature: Presenting<F>

    var initialState: AnyState { AnyState(feature.initialState) }

    func reduce(into state: inout AnyState, _ action: AnyAction) -> Effect<AnyAction> {
        guard let action = action.action as? Action else { preconditionFailure("an action of another feature") }
        return state.change(State.self) { feature.reduce(into: &$0, action) }.map { Self.wrap($0) }
    }

    func start(in state: AnyState) -> Effect<AnyAction> {
        state.read(State.self) { feature.startAll(in: $0) }.map { Self.wrap($0) }
    }

    func forgetHints(in state: inout AnyState) {
        // A state without change hints is not changed, because a change may copy the state.
        if state.read(State.self, { feature.mayHint(in: $0) }) {
            state.change(State.self) { feature.forgetHints(in: &$0) }
        }
    }

    var kind: FeatureKind { F.kind }

    var takesValues: Bool { feature.base.takesValues }

    func discardDrafts(in state: AnyState) -> Effect<AnyAction> {
        state.read(State.self) { feature.discardDrafts(in: $0) }.map { Self.wrap($0) }
    }

    func answer(in state: AnyState) -> Answer? { state.read(State.self) { feature.base.answer(in: $0.base) } }

    func reenter(in state: AnyState) -> AnyAction? {
        state.read(State.self) { feature.base.reenter(in: $0.base) }.map { Self.wrap(.base($0)) }
    }

    func unsavedChanges(in state: AnyState) -> [String]? {
        state.read(State.self) { feature.unsavedChanges(in: $0) }
    }

    func isSaving(_ state: AnyState) -> Bool {
        state.read(State.self) { feature.isSaving($0) }
    }

    var actionNames: [String] { WireType.of(Presenting<F>.self).actionNames }

    func follow(_ params: JSONValue, in state: AnyState) -> AnyAction? {
        state.read(State.self) { feature.follow(params, in: $0) }.map { Self.wrap($0) }
    }

    func noteRow(isGone: Bool, in state: AnyState) -> AnyAction? {
        state.read(State.self) { feature.noteRow(isGone: isGone, in: $0) }.map { Self.wrap($0) }
    }

    var outputSchema: JSONText? { feature.outputSchema }

    func targetedItems(in state: AnyState) throws(ActionRefusal) -> TargetedItems? {
        try feature.base.targetedItems(in: state.value(State.self).base)
    }

    func item(_ id: String, in state: AnyState) -> SourceRow? {
        state.read(State.self) { feature.base.item(id, in: $0.base) }
    }

    func activeItem(in state: AnyState) -> SourceRow? {
        state.read(State.self) { feature.base.activeItem(in: $0.base) }
    }

    func hasContent(in state: AnyState) -> Bool { state.read(State.self) { feature.base.hasContent(in: $0.base) } }

    func isAtRest(_ state: AnyState) -> Bool { state.read(State.self) { feature.isAtRest($0) } }

    func followed(_ id: String, in state: AnyState) -> FollowedRow? {
        state.read(State.self) { state in
            guard let row = feature.base.item(id, in: state.base), !row.isDropped else { return nil }
            return feature.followed(row, state)
        }
    }

    func awaitAnswers(in state: inout AnyState) { state.change(State.self) { feature.awaitAnswers(in: &$0) } }

    func take(_ answer: OutputAnswer, in state: AnyState) -> AnyAction? {
        state.read(State.self) { feature.take(answer, in: $0) }.map { Self.wrap($0) }
    }

    func track(_ action: AnyAction, as token: String) -> AnyAction? {
        (action.action as? Action).flatMap { feature.track($0, as: token) }.map { Self.wrap($0) }
    }

    func action(
        of link: ActionLink, for occasion: LinkOccasion, in state: AnyState
    ) throws(ActionRefusal) -> AnyAction {
        Self.wrap(try feature.action(of: link, for: occasion, state.value(State.self)))
    }

    func node<Root: Feature>(id: String, under lens: AnyLens<Root>) -> StoreNode<Root> {
        StoreNode(
            feature, id: id,
            Lens(
                path: lens.path,
                visit: { root, body in lens.visit(&root) { $0.change(State.self) { body(&$0) } } },
                embed: { [embed = lens.embed] in embed(Self.wrap($0)) }))
    }

    private static func wrap(_ action: Action) -> AnyAction {
        AnyAction(action: action) { ($0 as? Action)?.name ?? "" }
    }
}
