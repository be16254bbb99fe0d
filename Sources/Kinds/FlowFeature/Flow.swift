import FHJSON
import FHKindParts
import FeatureKit

/// A flow: a stack of features whose top feature is shown.
///
/// A flow ends with an outcome: it is completed or cancelled, times out, or fails.
public struct Flow: Feature {
    /// The id of the kind.
    ///
    /// Each flow in a catalog has the id that its workspace gives to it.
    public static let id = "flow"
    /// The kind `flow`.
    public static let kind = FeatureKind.flow
    /// A reference to the published schema of a flow's state.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:flow-state")
        json.endObject()
    }
    /// The actions of ``FlowAction``.
    public static let actions = ActionSet(FlowAction.examples, written: FlowAction.written) { Action.wire($0) }

    /// The actions of a flow, including the internal ones.
    public enum Action: Sendable {
        /// An action sent by a client.
        case wire(FlowAction)
        /// An action for a feature on the stack.
        case stack(KeyedAction)
        /// The top feature has ended, and is to be removed from the stack.
        case pop(key: String)
        /// The root or a step was discarded, which cancels the flow.
        case cancel
        /// Starts the flow's timeout and loads the draft.
        case started
        /// The timeout is over.
        case timedOut
        /// The root or a step has failed.
        case failed(Failure)
        /// The row that the flow edits has new values and a new version.
        case followed(values: JSONText, version: String?)
        /// The row that the flow edits was deleted, or exists again.
        case rowNoted(isGone: Bool)
        /// The user has returned to a flow that had ended.
        case reentered
        /// A step has emitted its answer.
        case advance(key: String, answer: JSONText, sealed: SealedValues?)
        /// Repeats a failed submit of the answers.
        case submitAgain
        /// The presenter has accepted or refused the output.
        case answered(OutputAnswer)
        /// The source has answered the submit.
        case submitted(opID: String, Result<JSONText, Failure>)
        /// The user has chosen a step in the summary.
        case revisit(step: String)
        /// Loads the draft again.
        case readDraft
        /// An event of the draft keeper.
        case draft(DraftEvent)
    }

    /// The name of a draft event; nil for other actions.
    ///
    /// The names of other actions are found by reflection, which is slower.
    public static func name(of action: Action) -> String? {
        if case .draft(let event) = action { event.name } else { nil }
    }

    static let stackName = "stack"

    let configuration: FlowConfiguration
    let keys: KeySequence
    /// The plan of the steps; nil for a flow without steps.
    let plan: WizardPlan?
    /// The initial stack of a flow without steps.
    private var opened: [Opened] = []
    /// The row or values with which the flow was opened; nil if there are none.
    private let subject: FlowSubject?
    /// The row that contains the flow's draft; nil for a flow without drafts.
    let draft: DraftPlace?

    /// A feature created for a route, and its params.
    struct Opened: Sendable {
        let route: String
        let feature: AnyFeature
        let declared: JSONText
        let asked: JSONText
    }

    /// Creates a flow.
    ///
    /// - Parameter keys: generates the keys of stack entries. All features of an instance share this sequence.
    public init(_ configuration: FlowConfiguration, keys: KeySequence) {
        self.configuration = configuration
        self.keys = keys
        plan = configuration.wizard.map { WizardPlan($0.steps) }
        subject = nil
        draft = configuration.wizard?.draft
        // If the root can't be created, the flow is empty.
        opened = plan == nil ? (try? [open(FlowAction.Route(route: configuration.root), at: "")]) ?? [] : []
    }

    /// Creates a flow that is opened with params.
    ///
    /// The member `routes` of the params is the initial stack, with the root first.
    ///
    /// - Parameters:
    ///   - params: the params.
    ///   - keys: generates the keys of stack entries. All features of an instance share this sequence.
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` if a route doesn't exist or its feature can't be opened, or
    ///   `tooDeep` if the nesting limit is reached.
    public init(
        _ configuration: FlowConfiguration, params: JSONValue, keys: KeySequence
    ) throws(ActionRefusal) {
        self.configuration = configuration
        self.keys = keys
        plan = configuration.wizard.map { WizardPlan($0.steps) }
        subject = try FlowSubject(params)
        draft = Self.draft(of: configuration.wizard, about: subject, keys)
        guard let routes = params["routes"], !routes.isNull else {
            if plan == nil {
                opened = [try open(FlowAction.Route(route: configuration.root), at: "", about: subject)]
            }
            try check(subject)
            return
        }
        if plan != nil {
            throw .invalidParams([
                .init(path: "/routes", code: "invalid", message: "are for a flow without steps, not for this one")
            ])
        }
        let asked = try Self.actions.decode("replace", JSONText.object("routes", JSONText(routes)).value)
        guard case .wire(.replace(let routes)) = asked else { return }
        do {
            opened = try open(routes)
        } catch .unavailable(let reason, _) {
            throw .invalidParams([.init(path: "/routes", code: reason, message: "can't be opened (\(reason))")])
        }
    }

    /// The schema of the flow's output: the schema of the answers or, for a flow without steps, the configured one.
    public var outputSchema: JSONText? {
        if let wizard = configuration.wizard { wizard.outputSchema(keys) } else { configuration.outputSchema }
    }

    /// The initial state: the root, the first step, or the stack from the params.
    public var initialState: FlowState {
        var state = FlowState()
        state.subject = subject
        if let plan {
            begin(plan, &state)
            return state
        }
        for opened in opened { put(entry(opened), &state) }
        return state
    }

    /// The key path of the errors.
    public var errors: SendableKeyPath<FlowState, ErrorList>? { \FlowState.errors }

    /// The features on the stack.
    public var children: [Child<Flow>] {
        [
            .stack(Self.stackName, state: \.stack, action: Action.stack) { [configuration] in
                configuration.wizard == nil
                    ? configuration.handle($0, of: $1, &$2) : configuration.handleAnswer($0, of: $1, $2)
            }
        ]
    }

    /// Applies an action to the state.
    public func reduce(into state: inout FlowState, _ action: Action) -> Effect<Action> {
        if case .draft(let event) = action { return receive(event, &state) }
        if case .reentered = action { return reenter(&state) }
        if case .submitted(let opID, let result) = action { return submitted(opID, result, &state) }
        if case .answered(let answer) = action { return answered(answer, &state) }
        if state.status == .submitting, case .wire(.cancel) = action { return cancel(&state) }
        // Outputs of features on the stack are ignored after the flow has ended.
        if state.status != .active { return .none }
        switch action {
        case .wire(let action): return reduce(action, &state)
        case .stack: return .none
        case .pop(let key):
            guard state.stack.entries.count > 1, state.stack.entries.last?.key == key else { return .none }
            return pop(1, &state)
        case .cancel: return cancel(&state)
        case .started: return .merge(deadline, fetchDraft(state))
        case .timedOut: return timeOut(&state)
        case .failed(let failure): return fail(failure, &state)
        case .advance(let key, let answer, let sealed): return advance(key, answer, sealed, &state)
        case .revisit(let step): return revisit(step, &state)
        case .readDraft: return fetchDraft(state)
        case .followed(let values, let version): return follow(values, version: version, &state)
        case .rowNoted(let isGone): return noteRow(isGone: isGone, state)
        case .submitAgain: return finish(&state)
        case .draft, .reentered, .submitted, .answered: return .none
        }
    }

    private func reduce(_ action: FlowAction, _ state: inout FlowState) -> Effect<Action> {
        switch action {
        case .push(let route, let params):
            // An action that is refused here comes from an effect: a client's action is checked before it is applied.
            guard let opened = try? open(.init(route: route, params: params), at: "") else { return .none }
            let entry = entry(opened)
            return .merge(Self.transition(entry), push(entry, &state))
        case .pop, .popTo, .popToRoot:
            let count = count(of: action, in: state)
            return .merge(discardDrafts(inLast: count, state), pop(count, &state))
        case .replace(let routes):
            let kept = countKept(routes, in: state)
            guard let opened = try? open(routes, from: kept) else { return .none }
            let count = state.stack.entries.count - kept
            let discarded = discardDrafts(inLast: count, state)
            let gone = takeOff(count, &state)
            return .merge([discarded, gone] + opened.map { push(entry($0), &state) })
        case .complete(let output): return complete(output.map { JSONText($0) } ?? .null, &state)
        case .cancel: return cancel(&state)
        case .fail(let message, let code): return fail(Failure(code ?? "failed", message, retryable: false), &state)
        case .next: return next(&state)
        case .back: return back(&state)
        case .skip: return skip(&state)
        case .restoreDraft: return restoreDraft(&state)
        case .discardDraft: return discardDraft(&state)
        }
    }

    func push(_ entry: FeatureStack.Entry, _ state: inout FlowState) -> Effect<Action> {
        put(entry, &state)
        return state.stack.start(entry.key, in: Self.stackName, Action.stack)
    }

    /// Pushes a feature.
    ///
    /// The new feature waits for an answer to each of its outputs if its route has an `onOutput` action.
    private func put(_ entry: FeatureStack.Entry, _ state: inout FlowState) {
        var entry = entry
        if !state.stack.entries.isEmpty, configuration.routes[entry.route]?.onOutput != nil { entry.awaitAnswers() }
        state.stack.push(entry)
    }

    private func pop(_ count: Int, _ state: inout FlowState) -> Effect<Action> {
        let transition = count == 1 ? Self.transition(state.stack.entries.last) : .none
        return .merge(transition, takeOff(count, &state))
    }

    private func takeOff(_ count: Int, _ state: inout FlowState) -> Effect<Action> {
        .cancelChildren(state.stack.removeLast(count), in: Self.stackName)
    }

    private func discardDrafts(inLast count: Int, _ state: FlowState) -> Effect<Action> {
        state.stack.discardDrafts(inLast: count, in: Self.stackName, Action.stack)
    }

    /// The animation hint for expanding a feature from its row, and collapsing it later; none without a row.
    private static func transition(_ entry: FeatureStack.Entry?) -> Effect<Action> {
        .transition(ofRow: entry?.opened.value["id"]?.stringValue)
    }

    /// The number of features that an action pops.
    private func count(of action: FlowAction, in state: FlowState) -> Int {
        let all = state.stack.entries.count
        switch action {
        case .pop(let count): return max(0, min(count ?? 1, all - 1))
        case .popTo(let key): return state.stack.index(of: key).map { all - 1 - $0 } ?? 0
        case .popToRoot: return max(0, all - 1)
        case .replace(let routes): return all - countKept(routes, in: state)
        default: return 0
        }
    }

    /// A row of a feature on the stack.
    public func item(_ id: String, in state: FlowState) -> SourceRow? { state.stack.item(id) }

    /// The version of a row of a feature on the stack.
    public func version(of id: String, in state: FlowState) -> String? { state.stack.version(of: id) }

    /// The path to unsaved changes: empty if the flow itself has any, otherwise nil.
    ///
    /// An answer is an unsaved change. If the flow edits a row, only an answer that differs from the row counts.
    public func unsavedChanges(in state: FlowState) -> [String]? {
        guard state.status == .active, let progress = state.progress else { return nil }
        let isChanged =
            state.subject?.id == nil
            ? !progress.answered.isEmpty : progress.changes.contains { $0.value != .emptyObject }
        return isChanged ? [] : nil
    }

    /// True: the flow can be opened with values, for its steps or its root.
    public var takesValues: Bool { true }

    /// The action that applies new values of the row that the flow edits; nil if the flow has these values already.
    public func follow(_ params: JSONValue, in state: FlowState) -> Action? {
        guard state.status == .active, let subject = state.subject, let values = params["values"], values.isObject
        else { return nil }
        let version = subject.id == nil ? nil : params["version"]?.stringValue
        if values == subject.values.value, version == subject.version { return nil }
        return .followed(values: JSONText(values), version: version)
    }

    /// The action that notifies the flow's features that the edited row was deleted or exists again; nil without a row.
    public func noteRow(isGone: Bool, in state: FlowState) -> Action? {
        state.status == .active && state.subject?.id != nil ? .rowNoted(isGone: isGone) : nil
    }

    /// Returns the path to unsaved changes that an action would lose; nil if it would lose none.
    public func unsavedChanges(lostBy action: Action, in state: FlowState) -> [String]? {
        guard case .wire(let action) = action, state.status == .active else { return nil }
        if case .cancel = action {
            return state.stack.unsavedChanges.map { [Self.stackName] + $0 } ?? unsavedChanges(in: state)
        }
        return state.stack.unsavedChanges(inLast: count(of: action, in: state)).map { [Self.stackName] + $0 }
    }

    /// The action that starts the timeout and loads the draft; nil if neither is configured.
    public func start(in state: FlowState, taskID: String?) -> Action? {
        configuration.timeoutMs == nil && configuration.wizard?.draft == nil ? nil : .started
    }

    /// The action that retries submitting the answers, or storing or loading the draft.
    public func retry(_ error: PresentedError, in state: FlowState) -> Action? {
        if error.operation == Self.submitID { return state.status == .active ? .submitAgain : nil }
        guard error.operation == DraftKeeper<Action>.operation else { return nil }
        return state.draft.isKnown ? .draft(.due) : .readDraft
    }
}

/// The state of a flow.
public struct FlowState: Sendable, Equatable {
    enum Status: String, Sendable, CaseIterable {
        case active, submitting, completed, cancelled, timedOut, failed
    }

    var stack = FeatureStack()
    var status = Status.active
    var output = JSONText.null
    var errors = ErrorList()
    /// The progress through the steps; nil for a flow without steps.
    var progress: WizardProgress?
    var draft = Draft()
    /// The newest attempt to submit; nil if it has succeeded or was refused.
    var attempt: Attempt?
    /// The row or values with which the flow was opened; nil if there are none.
    var subject: FlowSubject?
    /// The state of saving the flow's output.
    var saving = Saving.done
}
