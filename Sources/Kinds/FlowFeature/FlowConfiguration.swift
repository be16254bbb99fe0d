import FHJSON
import FeatureKit

/// The configuration of a flow.
public struct FlowConfiguration: Sendable {
    /// A route: a feature that can be pushed.
    public struct Route: Sendable {
        /// The feature.
        public var feature: FeatureLink
        /// Default params of the feature; the params of the push take precedence.
        public var params: JSONText
        /// The action that the feature below performs with the output; nil if there is none.
        ///
        /// The action is performed before the feature of the route is popped.
        public var onOutput: ActionLink?

        /// Creates a route.
        public init(feature: FeatureLink, params: JSONText = .emptyObject, onOutput: ActionLink? = nil) {
            self.feature = feature
            self.params = params
            self.onOutput = onOutput
        }
    }

    /// The title shown to the user.
    public var title: String
    /// The name of the root's route, which must be in ``routes``; ignored if the flow has steps.
    public var root: String
    /// The routes by name.
    public var routes: [String: Route]
    /// The names of outputs whose default handling is replaced by a declared action.
    public var outputs: Set<String>
    /// The timeout of the flow in milliseconds of the store's clock; nil for none.
    public var timeoutMs: Int?
    /// The JSON Schema of the output of a flow without steps; nil if it is not declared.
    public var outputSchema: JSONText?
    /// The steps of the flow, which replace ``root`` and ``routes``; nil for a flow without steps.
    public var wizard: Wizard?

    /// Creates a configuration with steps.
    public init(title: String, wizard: Wizard, outputs: Set<String> = [], timeoutMs: Int? = nil) {
        self.init(title: title, root: "", routes: [:], outputs: outputs, timeoutMs: timeoutMs)
        self.wizard = wizard
    }

    /// Creates a configuration without steps.
    public init(
        title: String, root: String, routes: [String: Route], outputs: Set<String> = [], timeoutMs: Int? = nil
    ) {
        self.title = title
        self.root = root
        self.routes = routes
        self.outputs = outputs
        self.timeoutMs = timeoutMs
    }

    /// Handles an output of a feature on the stack.
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

    /// The action that ends the flow when its root or a step has ended without a result.
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
            // A form or a flow ends with its output; a list stays active after its output.
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
