import FHJSON

/// A wrapper that adds modals and the handlers of outputs to a feature, the inner feature.
///
/// A ``Store`` wraps every root feature this way, and features wrap the features that they present or push. The inner
/// feature doesn't know the wrapper. The wrapper handles the outputs of the inner feature, and reads its rows and its
/// unsaved changes.
public struct Presenting<Base: Feature>: Feature {
    /// The state of the inner feature and of its modals.
    public struct State: Sendable {
        /// The state of the inner feature.
        public package(set) var base: Base.State
        var presented: Presented?
        var queue: [Presented] = []
        var blocked: Blocked?
    }

    /// The actions of the inner feature and of its modals.
    public enum Action: Sendable {
        /// An action of the inner feature.
        case base(Base.Action)
        /// An action on the modals.
        case presentation(PresentationAction)
        /// An action of the presented feature.
        case presented(KeyedAction)
        /// The end of a presentation.
        case end(key: String)
        /// The user leaves the root feature, where no enclosing feature can request a confirmation about unsaved
        /// changes.
        case leave
    }

    /// An action that waits for the user's confirmation, because it would lose unsaved changes.
    ///
    /// This is a class, so that its absence can be checked without the metadata of the action's type.
    final class Blocked: Sendable, Equatable {
        let action: Action
        /// The path from this feature to the feature with the unsaved changes.
        let by: [String]
        /// The sequence number of the blocked action in its instance.
        let order: Int

        init(action: Action, by: [String], order: Int) {
            self.action = action
            self.by = by
            self.order = order
        }

        static func == (a: Blocked, b: Blocked) -> Bool { a.action.name == b.action.name && a.by == b.by }
    }

    /// The inner feature's id.
    public static var id: String { Base.id }
    /// The inner feature's title.
    public static var title: String { Base.title }
    /// The inner feature's kind.
    public static var kind: FeatureKind { Base.kind }
    /// The inner feature's actions, and the actions of ``PresentationAction``.
    public static var actions: ActionSet<Action> {
        Base.actions.map { .base($0) }.merging(PresentationAction.set.map { .presentation($0) })
    }
    /// The schema of the inner feature's state.
    public static var stateSchema: JSONText { Base.stateSchema }
    /// The inner feature's layout.
    public static var layout: [LayoutItem] { Base.layout }

    let base: Base
    let baseChildren: [Child<Base>]
    let configuration: PresentationConfiguration
    let keys: KeySequence
    /// Clears the change hints of the inner feature and its children; nil if they never have such hints.
    let forgetBaseHints: (@Sendable (inout Base.State) -> Void)?

    /// Wraps a feature.
    ///
    /// - Parameters:
    ///   - base: the inner feature.
    ///   - configuration: the feature's modals, and the handlers of its outputs.
    ///   - keys: the generator of keys for presentations, which all features of an instance share.
    public init(_ base: Base, _ configuration: PresentationConfiguration = .init(), keys: KeySequence = .init()) {
        self.base = base
        self.configuration = configuration
        self.keys = keys
        baseChildren = base.children
        forgetBaseHints = base.forgetAllHints(baseChildren)
    }

    /// The schema of the inner feature's output.
    public var outputSchema: JSONText? { base.outputSchema }

    /// The inner feature's state, without modals.
    public var initialState: State { State(base: base.initialState) }

    /// Applies an action, or blocks it if it would lose changes.
    public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
        if let path = unsavedChanges(lostBy: action, in: state) {
            state.blocked = Blocked(action: action, by: path, order: keys.nextBlock())
            return .none
        }
        let effect = perform(action, &state)
        forgetBlocked(&state)
        return effect
    }

    /// Drops the blocked action if it would no longer lose changes; otherwise updates the path to the changes.
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

    /// Handles an output of the inner feature.
    ///
    /// Sends the action that is declared for the output. If there is none, emits the output to the enclosing feature.
    private func handle(_ output: Output, _ state: inout State) -> Effect<Action> {
        if case .settled(let failure) = output.outcome {
            // The output's name is the key of the feature that waits: a presentation of this feature, or a feature
            // above it on a stack.
            return output.name.hasPrefix("p") ? settle(output.name, failure, &state) : .output(output)
        }
        if case .presenting(let modal) = output.outcome {
            if !output.ids.isEmpty { return ask(modal, about: output.ids, &state) }
            let params = JSONObject(output.value.value)
            return .send(.presentation(.present(modal: modal, params: params, policy: nil, ids: nil)))
        }
        guard output.outcome != .unchanged, let link = configuration.outputs[output.name] else {
            return .output(output)
        }
        let occasion = LinkOccasion(ids: output.ids, value: output.value, version: output.version)
        let sent = send(link, for: occasion, isOnce: true, &state) ?? .none
        // The presenter never receives this output, so the feature gets its answer here.
        guard output.outcome == .offered, let answer = base.take(.accepted, in: state.base) else { return sent }
        return .merge(sent, .send(.base(answer)))
    }

    // MARK: Queries and defaults

    /// True if the inner feature or a presented feature may have change hints (``Feature/forgetHints``).
    func mayHint(in state: State) -> Bool { forgetBaseHints != nil || state.presented != nil }

    /// Clears the change hints of the inner feature and of the presented feature.
    func forgetHints(in state: inout State) {
        forgetBaseHints?(&state.base)
        state.presented?.forgetHints()
    }

    /// Starts the inner feature and its children.
    func startAll(in state: State) -> Effect<Action> {
        base.startAll(baseChildren, in: state.base).map(Action.base)
    }

    /// The inner feature's action that replaces the opening params; nil if no action is needed.
    public func follow(_ params: JSONValue, in state: State) -> Action? {
        base.follow(params, in: state.base).map(Action.base)
    }

    /// The inner feature's action when its row was deleted (`isGone`) or exists again; nil if no action is needed.
    public func noteRow(isGone: Bool, in state: State) -> Action? {
        base.noteRow(isGone: isGone, in: state.base).map(Action.base)
    }

    /// The inner feature's action that starts its lifetime task; nil if it has none.
    public func start(in state: State, taskID: String?) -> Action? {
        base.start(in: state.base, taskID: taskID).map(Action.base)
    }

    /// True while the inner feature or the presented feature has a write in progress.
    public func isSaving(_ state: State) -> Bool {
        base.isSavingAll(baseChildren, state.base) || state.presented?.isSaving == true
    }

    /// True if the inner feature has something to show.
    public func hasContent(in state: State) -> Bool { base.hasContent(in: state.base) }

    /// True if nothing is presented, and nothing is loaded or done.
    public func isAtRest(_ state: State) -> Bool {
        state.presented == nil && state.queue.isEmpty && state.blocked == nil && base.isAtRest(state.base)
    }

    /// Deletes the drafts of the inner feature and of the presented feature.
    public func discardDrafts(in state: State) -> Effect<Action> {
        let own = base.discardAllDrafts(baseChildren, in: state.base).map(Action.base)
        return .merge(own, state.presented.map { discardPresentedDrafts($0.key, state) } ?? .none)
    }

    /// The path to unsaved changes in the presented feature or, if it has none, in the inner feature.
    public func unsavedChanges(in state: State) -> [String]? {
        if let path = state.presented?.unsavedChanges { return path }
        return base.allUnsavedChanges(baseChildren, in: state.base)
    }

    /// The path to unsaved changes that an action would lose.
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

    /// The unavailable actions of the inner feature, and those among `confirmDiscard` and `keepEditing`.
    public func unavailable(in state: State) -> [Unavailable] {
        base.unavailable(in: state.base) + unavailableOfBlocked(in: state)
    }

    /// Writes the inner feature's state as JSON.
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
