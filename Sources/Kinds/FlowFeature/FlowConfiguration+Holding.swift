import FHJSON
import FeatureKit

/// Edits by outputs.
///
/// If the output of a feature edits a row of the feature below it on the stack, the feature that emits the output stays
/// until the edit is confirmed.
extension FlowConfiguration {
    /// Performs the route's `onOutput` action for an output that waits for an answer.
    ///
    /// If the action is an edit, the output is answered after the source has confirmed or refused the edit. Otherwise
    /// the output is answered immediately.
    func use(_ output: Output, at index: Int, _ state: inout FlowState) -> Effect<Flow.Action> {
        let entry = state.stack.entries[index]
        guard index > 0, let link = routes[entry.route]?.onOutput else {
            return answer(.accepted, to: entry.key, &state)
        }
        let under = state.stack.entries[index - 1].key
        do {
            let id = entry.opened.value["id"]?.stringValue
            let action = try state.stack.action(of: link, for: output, about: id, to: under)
            state.errors.removeAll(of: link.name)
            if let tracked = state.stack.hold(entry.key, for: action) {
                return .send(.stack(tracked), toChild: under, in: Flow.stackName)
            }
            return .merge(
                .send(.stack(action), toChild: under, in: Flow.stackName), answer(.accepted, to: entry.key, &state))
        } catch {
            state.errors.add(error.failure(of: link.name), display: .alert, operation: link.name, retry: nil)
            return answer(.withdrawn, to: entry.key, &state)
        }
    }

    /// Handles the end of an edit that an output of the feature with this key has started.
    func settle(_ key: String, _ failure: Failure?, _ state: inout FlowState) -> Effect<Flow.Action> {
        if let failure, state.stack.index(of: key) == nil {
            // The feature that would show the error no longer exists.
            state.errors.add(failure, display: .alert, operation: "onOutput", retry: nil)
        }
        return answer(FeatureStack.answer(to: failure), to: key, &state)
    }

    private func answer(_ answer: OutputAnswer, to key: String, _ state: inout FlowState) -> Effect<Flow.Action> {
        guard let answered = state.stack.answer(answer, to: key, in: Flow.stackName, Flow.Action.stack) else {
            return .none
        }
        return .merge([answered.effect] + answered.outputs.map { handle($0, of: key, &state) })
    }
}
