import JSON

/// A feature that can present others over itself, ask questions, and act on outputs.
///
/// A ``Store`` runs every root feature so, and so does whoever presents or pushes one.
/// The feature inside knows nothing of it: its outputs, its active row and its unsaved changes are all that is asked.
public struct Presenting<Base: Feature>: Feature {
    /// The feature's own state, and what is over it.
    public struct State: Sendable {
        /// The state of the feature itself.
        public package(set) var base: Base.State
        var presented: Presented?
        var queue: [Presented] = []
        var blocked: Blocked?
    }

    /// What may happen.
    public enum Action: Sendable {
        /// To the feature itself.
        case base(Base.Action)
        /// To what is over it.
        case presentation(PresentationAction)
        /// To the feature that is presented.
        case presented(KeyedAction)
        /// A presentation has done what it was for.
        case end(key: String)
        /// A person leaves the feature itself, and whoever waits for it has nobody above to ask about changes.
        case leave
    }

    /// An action that was not done because changes would be lost.
    ///
    /// A class, so that its absence is seen without a look at the action's layout.
    final class Blocked: Sendable, Equatable {
        let action: Action
        /// The feature with the changes, below this one.
        let by: [String]
        /// Grows with each that is blocked in the instance.
        let order: Int

        init(action: Action, by: [String], order: Int) {
            self.action = action
            self.by = by
            self.order = order
        }

        static func == (a: Blocked, b: Blocked) -> Bool { a.action.name == b.action.name && a.by == b.by }
    }

    /// The feature's own.
    public static var id: String { Base.id }
    /// The feature's own.
    public static var title: String { Base.title }
    /// The feature's own.
    public static var kind: FeatureKind { Base.kind }
    /// The feature's own, and those of ``PresentationAction``.
    public static var actions: ActionSet<Action> {
        Base.actions.map { .base($0) }.merging(PresentationAction.set.map { .presentation($0) })
    }
    /// The feature's own.
    public static var stateSchema: JSONText { Base.stateSchema }
    /// The feature's own.
    public static var layout: [LayoutItem] { Base.layout }

    let base: Base
    let baseChildren: [Child<Base>]
    let configuration: PresentationConfiguration
    let keys: KeySequence
    /// How the feature and its children forget their hints; nil where they never have any.
    let forgetBaseHints: (@Sendable (inout Base.State) -> Void)?

    /// Lets a feature present.
    ///
    /// - Parameters:
    ///   - base: the feature, which needn't know of it.
    ///   - configuration: what it can present, and what is done with its outputs.
    ///   - keys: names presentations; one for all features of an instance.
    public init(_ base: Base, _ configuration: PresentationConfiguration = .init(), keys: KeySequence = .init()) {
        self.base = base
        self.configuration = configuration
        self.keys = keys
        baseChildren = base.children
        forgetBaseHints = base.forgetAllHints(baseChildren)
    }

    /// The feature's own.
    public var outputSchema: JSONText? { base.outputSchema }

    /// The feature's own, with nothing over it.
    public var initialState: State { State(base: base.initialState) }

    /// Applies an action, or notes that it would lose changes.
    public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        if let path = unsavedChanges(lostBy: action, in: state) {
            state.blocked = Blocked(action: action, by: path, order: keys.nextBlock())
            return .none
        }
        let effect = perform(action, &state)
        forgetBlocked(&state)
        return effect
    }

    /// Forgets what was blocked if it would lose nothing any more; else `by` is what it would lose now.
    func forgetBlocked(_ state: inout State) {
        guard let blocked = state.blocked else { return }
        let by = unsavedChanges(lostBy: blocked.action, in: state)
        if by != blocked.by {
            state.blocked = by.map { Blocked(action: blocked.action, by: $0, order: blocked.order) }
        }
    }

    private func perform(_ action: Action, _ state: inout State) -> Effect<Action> {
        switch action {
        case .base(let action):
            var effect = base.reduceAll(baseChildren, into: &state.base, action)
            let following = state.presented == nil ? .none : followTarget(&state)
            if effect.isNone { return following }
            let outputs = effect.takeOutputs()
            let own = effect.map(Action.base)
            if outputs.isEmpty, following.isNone { return own }
            return .merge([own, following] + outputs.map { handle($0, &state) })
        case .presented(let action): return performPresented(action, &state)
        case .presentation(.confirmDiscard):
            guard let blocked = state.blocked else { return .none }
            state.blocked = nil
            return perform(blocked.action, &state)
        case .presentation(.keepEditing):
            state.blocked = nil
            return .none
        case .presentation(.present(let modal, let params, let policy, let ids)):
            return present(modal, PresentRequest(params, ids), policy ?? .queue, &state)
        case .presentation(.pressButton(let key, let buttonID)):
            return .merge(discardPresentedDrafts(key, state), press(buttonID, of: key, &state))
        case .presentation(.dismiss(let key)):
            return .merge(discardPresentedDrafts(key, state), end(key, &state))
        case .end(let key): return end(key, &state)
        case .leave: return .merge(discardDrafts(in: state), .output(.cancel(isForced: true)))
        }
    }

    /// What is done with an output of the feature itself: what is declared, else it is handed on.
    private func handle(_ output: Output, _ state: inout State) -> Effect<Action> {
        if case .settled(let failure) = output.outcome {
            // The key of a presentation, or that of a page above this feature on a stack, which waits too.
            return output.name.hasPrefix("p") ? settle(output.name, failure, &state) : .output(output)
        }
        if case .presenting(let modal) = output.outcome {
            let params = JSONObject(output.value.value)
            return .send(.presentation(.present(modal: modal, params: params, policy: nil, ids: nil)))
        }
        guard output.outcome != .unchanged, let link = configuration.outputs[output.name] else {
            return .output(output)
        }
        let occasion = LinkOccasion(ids: output.ids, value: output.value, version: output.version)
        let sent = send(link, for: occasion, isOnce: true, &state) ?? .none
        // Whoever presents the feature never sees the output.
        guard output.outcome == .offered, let answer = base.take(.accepted, in: state.base) else { return sent }
        return .merge(sent, .send(.base(answer)))
    }

    // MARK: What others ask

    /// Whether the feature, or one over it, may have hints.
    func mayHint(in state: State) -> Bool { forgetBaseHints != nil || state.presented != nil }

    /// Lets the feature, and what is over it, forget their hints.
    func forgetHints(in state: inout State) {
        forgetBaseHints?(&state.base)
        state.presented?.forgetHints()
    }

    /// Starts the feature and its children.
    func startAll(in state: State) -> Effect<Action> {
        base.startAll(baseChildren, in: state.base).map(Action.base)
    }

    /// What the feature itself does about it.
    public func follow(_ params: JSONValue, in state: State) -> Action? {
        base.follow(params, in: state.base).map(Action.base)
    }

    /// What the feature itself does about it.
    public func noteRow(isGone: Bool, in state: State) -> Action? {
        base.noteRow(isGone: isGone, in: state.base).map(Action.base)
    }

    /// Starts the feature itself.
    public func start(in state: State, taskID: String?) -> Action? {
        base.start(in: state.base, taskID: taskID).map(Action.base)
    }

    /// Whether the feature, or one over it, has something to save.
    public func isSaving(_ state: State) -> Bool {
        base.isSavingAll(baseChildren, state.base) || state.presented?.isSaving == true
    }

    /// Those of the feature, and of the one over it.
    public func discardDrafts(in state: State) -> Effect<Action> {
        let own = base.discardAllDrafts(baseChildren, in: state.base).map(Action.base)
        return .merge(own, state.presented.map { discardPresentedDrafts($0.key, state) } ?? .none)
    }

    /// The changes that are over the feature, or else its own.
    public func unsavedChanges(in state: State) -> [String]? {
        if let path = state.presented?.unsavedChanges { return path }
        return base.allUnsavedChanges(baseChildren, in: state.base)
    }

    /// What an action would lose.
    public func unsavedChanges(lostBy action: Action, in state: State) -> [String]? {
        switch action {
        case .base(let action): return base.unsavedChanges(lostBy: action, in: state.base)
        case .presentation(.dismiss(let key)), .presentation(.pressButton(let key, _)):
            return state.presented?.key == key ? state.presented?.unsavedChanges : nil
        case .presentation(.present(_, _, .replace, _)): return state.presented?.unsavedChanges
        case .leave: return unsavedChanges(in: state)
        default: return nil
        }
    }

    /// What would be refused whatever its params.
    public func unavailable(in state: State) -> [Unavailable] {
        base.unavailable(in: state.base) + unavailableOfBlocked(in: state)
    }

    /// The feature's own wire shape.
    public func write(_ state: State, to json: inout JSONWriter) {
        base.write(state.base, to: &json)
    }
}

extension Presenting.State: Equatable where Base.State: Equatable {}

extension Presenting.Action {
    /// The action's name on the wire.
    var name: String {
        switch self {
        case .base(let action): Base.name(of: action) ?? ActionName.of(action)
        case .presentation(let action): action.name
        case .presented(let action): action.action.name
        case .end: "dismiss"
        case .leave: "cancel"
        }
    }
}
