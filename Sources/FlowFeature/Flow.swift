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
    public static let actions = ActionSet(FlowAction.examples) { Action.wire($0) }

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
        /// A step has handed on its answer.
        case advance(key: String, answer: JSONText)
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

    /// Makes a flow.
    ///
    /// - Parameter keys: names what is pushed; one for all features of an instance.
    public init(_ configuration: FlowConfiguration, keys: KeySequence) {
        self.configuration = configuration
        self.keys = keys
        plan = configuration.wizard.map { WizardPlan($0.steps) }
    }

    /// The root, or the first step, alone.
    public var initialState: FlowState {
        var state = FlowState()
        if let plan {
            begin(plan, &state)
            return state
        }
        if let root = entry(FlowAction.Route(route: configuration.root)) { state.stack.push(root) }
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
        // What features on the stack hand on comes too late then.
        if state.status != .active { return .none }
        switch action {
        case .wire(let action): return reduce(action, &state)
        case .stack: return .none
        case .pop(let key):
            guard state.stack.entries.count > 1, state.stack.entries.last?.key == key else { return .none }
            return takeOff(1, &state)
        case .cancel: return cancel(&state)
        case .started: return .merge(deadline, fetchDraft(state))
        case .timedOut: return timeOut(&state)
        case .failed(let failure): return fail(failure, &state)
        case .advance(let key, let answer): return advance(key, answer, &state)
        case .revisit(let step): return revisit(step, &state)
        case .readDraft: return fetchDraft(state)
        case .draft: return .none
        }
    }

    private func reduce(_ action: FlowAction, _ state: inout FlowState) -> Effect<Action> {
        switch action {
        case .push(let route, let params):
            guard let entry = entry(.init(route: route, params: params)) else { return .none }
            return push(entry, &state)
        case .pop, .popTo, .popToRoot: return takeOff(count(of: action, in: state), &state)
        case .replace(let routes):
            let entries = routes.compactMap { entry($0) }
            guard entries.count == routes.count, !entries.isEmpty else { return .none }
            let gone = takeOff(state.stack.entries.count, &state)
            return .merge([gone] + entries.map { push($0, &state) })
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
        state.stack.push(entry)
        return state.stack.start(entry.key, in: Self.stackName, Action.stack)
    }

    private func takeOff(_ count: Int, _ state: inout FlowState) -> Effect<Action> {
        .cancelChildren(state.stack.removeLast(count), in: Self.stackName)
    }

    /// How many features an action takes off the top.
    private func count(of action: FlowAction, in state: FlowState) -> Int {
        let all = state.stack.entries.count
        switch action {
        case .pop(let count): return max(0, min(count ?? 1, all - 1))
        case .popTo(let key): return state.stack.index(of: key).map { all - 1 - $0 } ?? 0
        case .popToRoot: return max(0, all - 1)
        case .replace: return all
        default: return 0
        }
    }

    private func entry(_ request: FlowAction.Route) -> FeatureStack.Entry? {
        // What can't be made was refused before; only an action that an effect brings can come to nothing here.
        guard let feature = try? feature(of: request, at: "") else { return nil }
        return .init(key: keys.next("k"), route: request.route, feature: feature)
    }

    /// Makes what a route opens.
    private func feature(of request: FlowAction.Route, at path: String) throws(ActionRefusal) -> AnyFeature {
        guard let route = configuration.routes[request.route] else {
            let names = configuration.routes.keys.sorted().joined(separator: ", ")
            throw .invalidParams([
                .init(
                    path: "\(path)/route", code: "unknown",
                    message: "there is no route \(request.route); declared are \(names)")
            ])
        }
        let params = request.params.map { JSONText($0.value) } ?? .emptyObject
        let merged = route.params.value.merged(with: params.value)
        do {
            return try route.feature.make(merged.value, keys: keys)
        } catch {
            throw error.below("\(path)/params")
        }
    }

    // MARK: Refusals

    /// What would be refused whatever its params.
    public func unavailable(in state: FlowState) -> [Unavailable] {
        if state.status != .active {
            return Self.actions.descriptions.map { Unavailable($0.name, "ended") }
        }
        if let plan { return unavailableSteps(plan, state) }
        return (state.stack.entries.count > 1 ? [] : [Unavailable("pop", "atRoot")]) + Self.unavailableWithoutSteps
    }

    /// What is refused because of its params.
    public func refusal(of action: Action, in state: FlowState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .push(let route, let params): return refusal(of: [.init(route: route, params: params)], at: { _ in "" })
        case .replace(let routes):
            if routes.isEmpty {
                return .invalidParams([.init(path: "/routes", code: "invalid", message: "holds at least one route")])
            }
            return refusal(of: routes, at: { "/routes/\($0)" })
        case .pop(let count):
            let count = count ?? 1
            if count < 1 {
                return .invalidParams([.init(path: "/count", code: "invalid", message: "is 1 or more, not \(count)")])
            }
            return count < state.stack.entries.count ? nil : .unavailable("atRoot")
        case .popTo(let key): return state.stack.index(of: key) == nil ? .unavailable("gone") : nil
        case .fail(_, let code): return code.flatMap { Self.mistake(inCode: $0) }
        case .next: return refusalOfNext(state)
        default: return nil
        }
    }

    private func refusal(of routes: [FlowAction.Route], at path: (Int) -> String) -> ActionRefusal? {
        for (index, route) in routes.enumerated() {
            do {
                _ = try feature(of: route, at: path(index))
            } catch {
                return error
            }
        }
        return nil
    }

    /// Its own, where a step was answered.
    public func unsavedChanges(in state: FlowState) -> [String]? {
        state.status == .active && state.progress?.answers.isEmpty == false ? [] : nil
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
        guard error.operation == DraftKeeper<Action>.operation else { return nil }
        return state.draft.isKnown ? .draft(.due) : .readDraft
    }
}

/// What a flow remembers.
public struct FlowState: Sendable, Equatable {
    enum Status: String, Sendable, CaseIterable {
        case active, completed, cancelled, timedOut, failed
    }

    var stack = FeatureStack()
    var status = Status.active
    var output = JSONText.null
    var errors = ErrorList()
    /// Nil of a flow without steps.
    var progress: WizardProgress?
    var draft = Draft()
}
