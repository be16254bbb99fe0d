import FeatureKit
import JSON

/// How a flow comes to its end: completed, given up, out of time, or failed.
extension Flow {
    private static let deadlineID = "deadline"

    /// The time that the flow has; a wait in the background, since a flow that waits for a person has settled.
    var deadline: Effect<Action> {
        guard let milliseconds = configuration.timeoutMs else { return .none }
        return Effect.send(.timedOut).delay(milliseconds: milliseconds, isBackground: true)
            .cancellable(Self.deadlineID, cancelInFlight: true)
    }

    /// Ends the flow with its output.
    ///
    /// The secrets stay: a person may come back to the last step, and go on from there.
    ///
    /// - Parameters:
    ///   - output: the answers, or what an operation made of them.
    ///   - state: the flow.
    ///   - sealed: the output with its secrets; nil where there are none.
    ///   - isSaved: whether whoever opened the flow has used the output already.
    func complete(
        _ output: JSONText, _ state: inout FlowState, sealed: SealedValues? = nil, isSaved: Bool = false
    ) -> Effect<Action> {
        state.output = output
        let isDone = isSaved || isUnchanged(output, state)
        let whole = isDone ? Output.done("complete", id: state.subject?.id) : Output("complete", value: output)
        return end(.completed, whole.sealing(sealed), &state)
    }

    /// True if an output changes nothing of the row that the flow is about.
    func isUnchanged(_ output: JSONText, _ state: FlowState) -> Bool {
        state.subject?.id != nil && output == .emptyObject
    }

    func cancel(_ state: inout FlowState) -> Effect<Action> {
        // A person gives up what was entered in all of its features.
        let discarded = state.stack.discardDrafts(in: Self.stackName, Action.stack)
        state.progress?.forgetSecrets()
        let forgotten = keeper?.forget(&state.draft, &state.errors, content: nil) ?? .none
        // Who presented the flow is to ask about nothing more: what would be lost was asked about here.
        return .merge(.cancel(Self.submitID), discarded, forgotten, end(.cancelled, .cancel(isForced: true), &state))
    }

    /// Goes on with a flow that has ended, where a person has come back to it.
    public func reenter(in state: FlowState) -> Action? { state.status == .completed ? .reentered : nil }

    func reenter(_ state: inout FlowState) -> Effect<Action> {
        guard state.status == .completed else { return .none }
        state.status = .active
        state.output = .null
        // The top may be a flow that has ended too.
        let inner = state.stack.reenterTop().map {
            Effect.send(Action.stack($0), toChild: $0.key, in: Self.stackName)
        }
        return .merge(deadline, inner ?? .none)
    }

    /// Ends the flow without asking about changes: what a person might answer would come too late.
    func timeOut(_ state: inout FlowState) -> Effect<Action> {
        end(.timedOut, .timeout, &state)
    }

    func fail(_ failure: Failure, _ state: inout FlowState) -> Effect<Action> {
        state.errors.add(failure, display: .fullScreen, operation: "fail", retry: nil)
        return end(.failed, .fail(failure), &state)
    }

    /// What is wrong with the code of an error: `errors` has those of letters alone.
    static func mistake(inCode code: String) -> ActionRefusal? {
        let isLetters = code.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        if isLetters, let first = code.utf8.first, first >= 0x61 { return nil }
        let message = "is letters, of which the first is a small one, such as closed"
        return .invalidParams([.init(path: "/code", code: "invalid", message: message)])
    }

    private func end(_ status: FlowState.Status, _ output: Output, _ state: inout FlowState) -> Effect<Action> {
        state.status = status
        // Also where the root's time was over, and not the flow's.
        return .merge(configuration.timeoutMs == nil ? .none : .cancel(Self.deadlineID), .output(output))
    }
}
