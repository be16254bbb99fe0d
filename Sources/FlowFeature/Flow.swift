import FeatureKit
import JSON

/// A stack of features, of which the top is shown, that ends with an outcome.
public struct Flow: Feature {
    /// The kind's own id; each flow in a catalog has the id that its workspace gives it.
    public static let id = "flow"
    /// A flow.
    public static let kind = FeatureKind.flow
    /// What the published schema says.
    public static let stateSchema = JSONText.build { json in
        json.beginObject()
        json.field("$ref", "urn:featurehost:schema:1:flow-state")
        json.endObject()
    }
    /// All of ``FlowAction``.
    public static let actions = ActionSet(FlowAction.examples, written: FlowAction.written) { Action.wire($0) }

    /// What may happen to a flow.
    public enum Action: Sendable {
        /// A front end asks.
        case wire(FlowAction)
        /// To one of the features on the stack.
        case stack(KeyedAction)
        /// The top has done what it was for, or is given up.
        case pop(key: String)
        /// The flow is given up.
        case cancel
        /// The time that the flow has begins to run, and the draft of its answers is asked for.
        case started
        /// That time is over.
        case timedOut
        /// The root can't do what the flow is for.
        case failed(Failure)
        /// The row that the flow is about has these values now, and this version.
        case followed(values: JSONText, version: String?)
        /// The row that the flow is about is gone, or there again.
        case rowNoted(isGone: Bool)
        /// A person has come back to the flow, which had ended.
        case reentered
        /// A step has handed on its answer.
        case advance(key: String, answer: JSONText, sealed: SealedValues?)
        /// The answers of all steps are to be submitted once more.
        case submitAgain
        /// What was handed on to be saved was accepted or refused.
        case answered(OutputAnswer)
        /// The source has answered what was asked with the answers of all steps.
        case submitted(opID: String, Result<JSONText, Failure>)
        /// A step was chosen in the summary.
        case revisit(step: String)
        /// The draft of the answers is asked for once more.
        case readDraft
        /// To the draft of the answers.
        case draft(DraftEvent)
    }

    /// The name of its case, without reflection for what sources bring.
    public static func name(of action: Action) -> String? {
        if case .draft(let event) = action { event.name } else { nil }
    }

    static let stackName = "stack"

    let configuration: FlowConfiguration
    let keys: KeySequence
    /// Nil of a flow without steps.
    let plan: WizardPlan?
    /// The stack that it begins with, where there are no steps.
    private var opened: [Opened] = []
    /// What the flow is opened about; nil where that is nothing.
    private let subject: FlowSubject?
    /// Where the draft of the answers is kept.
    let draft: DraftPlace?

    /// What a route opens, and what that was opened with.
    struct Opened: Sendable {
        let route: String
        let feature: AnyFeature
        let declared: JSONText
        let asked: JSONText
    }

    /// Makes a flow.
    ///
    /// - Parameter keys: names what is pushed; one for all features of an instance.
    public init(_ configuration: FlowConfiguration, keys: KeySequence) {
        self.configuration = configuration
        self.keys = keys
        plan = configuration.wizard.map { WizardPlan($0.steps) }
        subject = nil
        draft = configuration.wizard?.draft
        // What can't be made leaves a flow that shows nothing.
        opened = plan == nil ? (try? [open(FlowAction.Route(route: configuration.root), at: "")]) ?? [] : []
    }

    /// Makes a flow that is opened with params: their `routes` are the stack that it begins with, the root first.
    ///
    /// - Parameters:
    ///   - params: what it is opened with.
    ///   - keys: names what is pushed; one for all features of an instance.
    /// - Throws: ``ActionRefusal/invalidParams(_:)`` where there is no such route, or its feature can't be opened so;
    ///   `tooDeep` where there is no place for the root.
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
                .init(path: "/routes", code: "invalid", message: "are of a flow without steps, which this is not")
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

    /// That of the answers, of a flow with steps; else what was said of it.
    public var outputSchema: JSONText? {
        if let wizard = configuration.wizard { wizard.outputSchema(keys) } else { configuration.outputSchema }
    }

    /// The root, the first step, or what it was opened with.
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

    /// Where the errors are.
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

    /// Applies an action.
    public func reduce(into state: inout FlowState, _ action: Action) -> Effect<Action> {
        if case .draft(let event) = action { return receive(event, &state) }
        if case .reentered = action { return reenter(&state) }
        if case .submitted(let opID, let result) = action { return submitted(opID, result, &state) }
        if case .answered(let answer) = action { return answered(answer, &state) }
        if state.status == .submitting, case .wire(.cancel) = action { return cancel(&state) }
        // What features on the stack hand on comes too late then.
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
            // What can't be made was refused before; only an action that an effect brings can come to nothing here.
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

    /// Puts a feature on the stack; one whose output goes to the feature below waits for what comes of it.
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

    /// How a feature that was opened about a row may come out of it, and go back into it.
    private static func transition(_ entry: FeatureStack.Entry?) -> Effect<Action> {
        .transition(ofRow: entry?.opened.value["id"]?.stringValue)
    }

    /// How many features an action takes off the top.
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

    /// Its own, where a step was answered; of a flow about a row, where an answer differs from the row.
    public func unsavedChanges(in state: FlowState) -> [String]? {
        guard state.status == .active, let progress = state.progress else { return nil }
        let isChanged =
            state.subject?.id == nil
            ? !progress.answered.isEmpty : progress.changes.contains { $0.value != .emptyObject }
        return isChanged ? [] : nil
    }

    /// Whether it begins with values: in the fields of its steps, or of its root.
    public var takesValues: Bool { true }

    /// Takes over what is new in the row that it is about.
    public func follow(_ params: JSONValue, in state: FlowState) -> Action? {
        guard state.status == .active, let subject = state.subject, let values = params["values"], values.isObject
        else { return nil }
        let version = subject.id == nil ? nil : params["version"]?.stringValue
        if values == subject.values.value, version == subject.version { return nil }
        return .followed(values: JSONText(values), version: version)
    }

    /// Notifies the features that are about the same row.
    public func noteRow(isGone: Bool, in state: FlowState) -> Action? {
        state.status == .active && state.subject?.id != nil ? .rowNoted(isGone: isGone) : nil
    }

    /// What taking features off would lose.
    public func unsavedChanges(lostBy action: Action, in state: FlowState) -> [String]? {
        guard case .wire(let action) = action, state.status == .active else { return nil }
        if case .cancel = action {
            return state.stack.unsavedChanges.map { [Self.stackName] + $0 } ?? unsavedChanges(in: state)
        }
        return state.stack.unsavedChanges(inLast: count(of: action, in: state)).map { [Self.stackName] + $0 }
    }

    /// Lets the time begin to run, where the flow has only so much, and asks for what an earlier time left.
    public func start(in state: FlowState, taskID: String?) -> Action? {
        configuration.timeoutMs == nil && configuration.wizard?.draft == nil ? nil : .started
    }

    /// Does again what could not be kept, or read.
    public func retry(_ error: PresentedError, in state: FlowState) -> Action? {
        if error.operation == Self.submitID { return state.status == .active ? .submitAgain : nil }
        guard error.operation == DraftKeeper<Action>.operation else { return nil }
        return state.draft.isKnown ? .draft(.due) : .readDraft
    }
}

/// What a flow remembers.
public struct FlowState: Sendable, Equatable {
    enum Status: String, Sendable, CaseIterable {
        case active, submitting, completed, cancelled, timedOut, failed
    }

    var stack = FeatureStack()
    var status = Status.active
    var output = JSONText.null
    var errors = ErrorList()
    /// Nil of a flow without steps.
    var progress: WizardProgress?
    var draft = Draft()
    /// The last call to the source that is not known to have been done.
    var attempt: Attempt?
    /// What the flow is about; nil where that is nothing.
    var subject: FlowSubject?
    /// The state of saving what the flow hands on.
    var saving = Saving.done
}
