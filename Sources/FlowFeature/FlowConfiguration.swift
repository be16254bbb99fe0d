import FeatureKit
import JSON

/// What a flow is made of.
public struct FlowConfiguration: Sendable {
    /// A feature that can be pushed.
    public struct Route: Sendable {
        /// The feature.
        public var feature: FeatureLink
        /// What it is opened with, under the params of the push.
        public var params: JSONText
        /// What the feature under it does with its output, before it is popped.
        public var onOutput: ActionLink?

        /// Makes a route.
        public init(feature: FeatureLink, params: JSONText = .emptyObject, onOutput: ActionLink? = nil) {
            self.feature = feature
            self.params = params
            self.onOutput = onOutput
        }
    }

    /// What a person reads as its name.
    public var title: String
    /// The route that the stack begins with; must be one of ``routes`` where there are no steps.
    public var root: String
    /// What can be pushed, by name.
    public var routes: [String: Route]
    /// The outputs for which something else is declared than what they do by themselves.
    public var outputs: Set<String>
    /// How long the flow may last, in milliseconds of the store's clock; nil for as long as it takes.
    public var timeoutMs: Int?
    /// The JSON Schema of what a flow without steps is completed with; nil where nothing is said of it.
    public var outputSchema: JSONText?
    /// The steps that it leads through, in place of routes; nil where it is a plain stack.
    public var wizard: Wizard?

    /// Makes a configuration of steps.
    public init(title: String, wizard: Wizard, outputs: Set<String> = [], timeoutMs: Int? = nil) {
        self.init(title: title, root: "", routes: [:], outputs: outputs, timeoutMs: timeoutMs)
        self.wizard = wizard
    }

    /// Makes a configuration of a stack.
    public init(
        title: String, root: String, routes: [String: Route], outputs: Set<String> = [], timeoutMs: Int? = nil
    ) {
        self.title = title
        self.root = root
        self.routes = routes
        self.outputs = outputs
        self.timeoutMs = timeoutMs
    }

    /// What is done with an output of a feature on the stack.
    func handle(_ output: Output, of key: String, _ state: inout FlowState) -> Effect<Flow.Action> {
        guard state.status == .active, let index = state.stack.index(of: key) else { return .none }
        if case .settled(let failure) = output.outcome { return settle(output.name, failure, &state) }
        if output.outcome == .offered { return use(output, at: index, &state) }
        let isTop = index == state.stack.entries.count - 1
        if [.completed, .delivered, .unchanged].contains(output.outcome) {
            return complete(output, at: index, isTop: isTop, &state)
        }
        if index == 0 { return outputs.contains(output.name) ? .output(output) : .send(end(for: output)) }
        guard isTop else { return .none }
        if case .failed(let failure) = output.outcome {
            state.errors.add(failure, display: .alert, operation: output.name, retry: nil)
        }
        return .send(output.outcome == .cancelled ? .wire(.pop(count: nil)) : .pop(key: key))
    }

    /// How the flow ends when its root or a step does, but for a result.
    func end(for output: Output) -> Flow.Action {
        switch output.outcome {
        case .timedOut: .timedOut
        case .failed(let failure): .failed(failure)
        case .cancelled: .wire(.cancel)
        default: .cancel
        }
    }

    private func complete(
        _ output: Output, at index: Int, isTop: Bool, _ state: inout FlowState
    ) -> Effect<Flow.Action> {
        let entry = state.stack.entries[index]
        let isLast = output.outcome != .delivered
        let pop: Effect<Flow.Action> = index > 0 && isTop && isLast ? .send(.pop(key: entry.key)) : .none
        if output.outcome == .unchanged, index > 0 { return pop }
        guard index > 0, let link = routes[entry.route]?.onOutput else {
            // A form and a flow are done with it; a list goes on.
            let isDone = isLast && (output.name == "submit" || output.name == "complete")
            if index == 0, isDone, !outputs.contains(output.name) {
                return .send(.wire(.complete(output: output.value.value)))
            }
            return .merge(.output(output), isDone ? pop : .none)
        }
        do {
            let under = state.stack.entries[index - 1].key
            let id = entry.opened.value["id"]?.stringValue
            let action = try state.stack.action(of: link, for: output, about: id, to: under)
            state.errors.removeAll(of: link.name)
            return .merge(.send(.stack(action), toChild: under, in: Flow.stackName), pop)
        } catch {
            state.errors.add(error.failure(of: link.name), display: .alert, operation: link.name, retry: nil)
            return .none
        }
    }
}
