import FHJSON
import FHKindParts
import FeatureKit

/// The outcomes of a flow: completed, cancelled, timed out, or failed.
extension Flow {
    private static let deadlineID = "deadline"

    /// The effect that ends the flow after its timeout.
    ///
    /// It runs in the background, so that a flow that only waits for the user counts as settled.
    var deadline: Effect<Action> {
        guard let milliseconds = configuration.timeoutMs else { return .none }
        return Effect.send(.timedOut).delay(milliseconds: milliseconds, isBackground: true)
            .cancellable(Self.deadlineID, cancelInFlight: true)
    }

    /// Completes the flow with its output.
    ///
    /// The secrets are kept, because the user may return to the last step and continue from there.
    ///
    /// - Parameters:
    ///   - output: the answers, or the output of an operation.
    ///   - state: the flow.
    ///   - sealed: the output with its secrets; nil if there are none.
    ///   - isSaved: true if the presenter of the flow has already used the output.
    func complete(
        _ output: JSONText, _ state: inout FlowState, sealed: SealedValues? = nil, isSaved: Bool = false
    ) -> Effect<Action> {
        state.output = output
        let isDone = isSaved || isUnchanged(output, state)
        let whole = isDone ? Output.done("complete", id: state.subject?.id) : Output("complete", value: output)
        return end(.completed, whole.sealing(sealed), &state)
    }

    /// True if an output changes nothing in the row that the flow edits.
    func isUnchanged(_ output: JSONText, _ state: FlowState) -> Bool {
        state.subject?.id != nil && output == .emptyObject
    }

    func cancel(_ state: inout FlowState) -> Effect<Action> {
        // The user discards the input in all features of the flow.
        let discarded = state.stack.discardDrafts(in: Self.stackName, Action.stack)
        state.progress?.forgetSecrets()
        let forgotten = keeper?.forget(&state.draft, &state.errors, content: nil) ?? .none
        // The presenter does not ask for a confirmation: the user has already confirmed the loss of unsaved changes.
        return .merge(.cancel(Self.submitID), discarded, forgotten, end(.cancelled, .cancel(isForced: true), &state))
    }

    /// The action that continues a completed flow to which the user returns; nil if the flow is not completed.
    public func reenter(in state: FlowState) -> Action? { state.status == .completed ? .reentered : nil }

    func reenter(_ state: inout FlowState) -> Effect<Action> {
        guard state.status == .completed else { return .none }
        state.status = .active
        state.output = .null
        // The top feature may be a flow that has ended too.
        let inner = state.stack.reenterTop().map {
            Effect.send(Action.stack($0), toChild: $0.key, in: Self.stackName)
        }
        return .merge(deadline, inner ?? .none)
    }

    /// Ends the flow after its timeout, without a question to the user about unsaved changes.
    func timeOut(_ state: inout FlowState) -> Effect<Action> {
        end(.timedOut, .timeout, &state)
    }

    func fail(_ failure: Failure, _ state: inout FlowState) -> Effect<Action> {
        state.errors.add(failure, display: .fullScreen, operation: "fail", retry: nil)
        return end(.failed, .fail(failure), &state)
    }

    /// Returns the refusal of an invalid error code; nil for a valid one.
    ///
    /// A valid code consists of ASCII letters, and the first letter is lowercase.
    static func mistake(inCode code: String) -> ActionRefusal? {
        let isLetters = code.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        if isLetters, let first = code.utf8.first, first >= 0x61 { return nil }
        let message = "is letters, of which the first is a small one, such as closed"
        return .invalidParams([.init(path: "/code", code: "invalid", message: message)])
    }

    private func end(_ status: FlowState.Status, _ output: Output, _ state: inout FlowState) -> Effect<Action> {
        state.status = status
        // Cancels the timeout even after `timedOut`, because the root may have timed out instead of the flow.
        return .merge(configuration.timeoutMs == nil ? .none : .cancel(Self.deadlineID), .output(output))
    }
}
