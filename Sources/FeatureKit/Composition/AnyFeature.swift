import JSON

/// A feature of a type that its parent doesn't know: one that is presented or pushed.
///
/// It can present others itself.
public struct AnyFeature: Sendable {
    /// Its name in the catalog.
    public let id: String
    /// What a person reads as its name.
    public let title: String
    /// What it was opened with, as far as that may be shown.
    public let params: JSONText
    private let erased: any ErasedFeature

    /// Makes a feature one of any type.
    ///
    /// - Parameters:
    ///   - feature: the feature, with what it may present.
    ///   - id: its name in the catalog; the type's own by default.
    ///   - title: what a person reads as its name; the type's own by default.
    ///   - params: what it was opened with, without secrets.
    public init<F: Feature>(
        _ feature: Presenting<F>, id: String = F.id, title: String = F.title, params: JSONText = .emptyObject
    ) {
        self.id = id
        self.title = title
        self.params = params
        erased = Erased(feature: feature)
    }

    /// The JSON Schema of what it hands on; nil where that can't be said before.
    public var outputSchema: JSONText? { erased.outputSchema }

    /// Which of the kinds it is.
    public var kind: FeatureKind { erased.kind }

    /// Whether it begins with the member `values` of its params.
    public var takesValues: Bool { erased.takesValues }

    /// What it holds at first as the answer of a step; nil where that is what it hands on.
    public var initialAnswer: Answer? { erased.answer(in: erased.initialState) }

    /// Whether it has one of these actions.
    ///
    /// - Parameter names: their names on the wire.
    public func has(anyOf names: [String]) -> Bool { names.contains { actionNames.contains($0) } }

    var initialState: AnyState { erased.initialState }

    func reduce(into state: inout AnyState, _ action: AnyAction) -> Effect<AnyAction> {
        erased.reduce(into: &state, action)
    }

    /// Starts it and all that it is made of.
    func start(in state: AnyState) -> Effect<AnyAction> { erased.start(in: state) }

    func forgetHints(in state: inout AnyState) { erased.forgetHints(in: &state) }

    func discardDrafts(in state: AnyState) -> Effect<AnyAction> { erased.discardDrafts(in: state) }

    func answer(in state: AnyState) -> Answer? { erased.answer(in: state) }

    func reenter(in state: AnyState) -> AnyAction? { erased.reenter(in: state) }

    func unsavedChanges(in state: AnyState) -> [String]? { erased.unsavedChanges(in: state) }

    func isSaving(_ state: AnyState) -> Bool { erased.isSaving(state) }

    /// The names of its actions.
    var actionNames: [String] { erased.actionNames }

    /// The action that takes over what it would be opened with now; nil where there is nothing to take over.
    func follow(_ params: JSONValue, in state: AnyState) -> AnyAction? { erased.follow(params, in: state) }

    func noteRow(isGone: Bool, in state: AnyState) -> AnyAction? { erased.noteRow(isGone: isGone, in: state) }

    /// The rows that an action on rows is about now.
    func targetedItems(in state: AnyState) throws(ActionRefusal) -> TargetedItems? {
        try erased.targetedItems(in: state)
    }

    /// The row of this id as the feature has it now.
    func item(_ id: String, in state: AnyState) -> SourceRow? { erased.item(id, in: state) }

    /// The row of this id as the feature is told of it that is opened about it.
    func followed(_ id: String, in state: AnyState) -> FollowedRow? { erased.followed(id, in: state) }

    /// Lets it wait for the answers to its outputs, where it can.
    func awaitAnswers(in state: inout AnyState) { erased.awaitAnswers(in: &state) }

    /// The action that takes the answer to what it has offered.
    func take(_ answer: OutputAnswer, in state: AnyState) -> AnyAction? { erased.take(answer, in: state) }

    /// The same action as an edit that is tracked; nil of an action that is no edit.
    func track(_ action: AnyAction, as token: String) -> AnyAction? { erased.track(action, as: token) }

    /// The action that a link stands for, if it is welcome now.
    func action(
        of link: ActionLink, for occasion: LinkOccasion, in state: AnyState
    ) throws(ActionRefusal) -> AnyAction {
        try erased.action(of: link, for: occasion, in: state)
    }

    func node<Root: Feature>(under lens: AnyLens<Root>) -> StoreNode<Root> { erased.node(id: id, under: lens) }
}

/// An action of an ``AnyFeature``.
public struct AnyAction: Sendable {
    fileprivate let action: any Sendable
    fileprivate let describe: @Sendable (any Sendable) -> String

    /// Its name on the wire.
    var name: String { describe(action) }
}

extension AnyAction {
    private struct Reduced: Sendable {
        let effect: Effect<AnyAction>
    }

    /// Stands for an action that the feature has reduced already, for what is above it: there is only its effect left.
    init(reducedTo effect: Effect<AnyAction>) {
        self.init(action: Reduced(effect: effect)) { _ in "" }
    }

    /// What the action was reduced to; nil where that is still to be done.
    fileprivate var reduced: Effect<AnyAction>? { (action as? Reduced)?.effect }
}

/// An action of the feature with a key, among those that come and go.
public struct KeyedAction: Sendable {
    /// The key of the feature.
    public let key: String
    let action: AnyAction
}

/// How to reach an ``AnyFeature``'s state and actions from the root's.
struct AnyLens<Root: Feature> {
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
        guard let action = action.action as? Action else {
            if let effect = action.reduced { return effect }
            preconditionFailure("an action of another feature")
        }
        return state.change(State.self) { feature.reduce(into: &$0, action) }.map { Self.wrap($0) }
    }

    func start(in state: AnyState) -> Effect<AnyAction> {
        state.read(State.self) { feature.startAll(in: $0) }.map { Self.wrap($0) }
    }

    func forgetHints(in state: inout AnyState) {
        // A state that has none is left alone: changing it may copy it.
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
