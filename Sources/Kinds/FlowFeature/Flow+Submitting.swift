import FHJSON
import FeatureKit

/// An attempt to submit the answers of a wizard to a source.
struct Attempt: Sendable, Equatable {
    let opID: String
    let input: SealedValues
}

/// The operation that submits the answers of a flow with steps, including their secrets.
extension Flow {
    static let submitID = "submit"

    /// The answers to emit; if the flow edits a row, only the changes.
    func handedOn(_ state: FlowState) -> WizardPlan.Answers {
        guard let progress = state.progress else { return [:] }
        return state.subject?.id == nil ? progress.answers : progress.changes
    }

    /// The input of the operation.
    ///
    /// If a step has secrets, the input contains all values of the step, even if the flow edits a row.
    func input(
        _ plan: WizardPlan, _ progress: WizardProgress, _ wizard: Wizard, _ state: FlowState
    ) -> SealedValues {
        let sealed = progress.answered.compactMapValues(\.sealed)
        let answers = handedOn(state).merging(sealed.mapValues { $0.reveal() }) { $1 }
        return SealedValues(
            plan.output(answers, of: progress.way, as: wizard.output),
            secrets: sealed.sorted { $0.key < $1.key }.flatMap { $1.revealSecrets() })
    }

    func submit(to submit: Wizard.Submit, _ state: inout FlowState) -> Effect<Action> {
        guard let plan, let progress = state.progress, let wizard = configuration.wizard else { return .none }
        let input = input(plan, progress, wizard, state)
        // If the values of a failed attempt are submitted again, they keep its operation id, so that a source doesn't
        // perform the operation twice.
        let opID = state.attempt.flatMap { $0.input == input ? $0.opID : nil } ?? wizard.ids.next()
        state.attempt = Attempt(opID: opID, input: input)
        state.status = .submitting
        let answer = submit.source.perform(
            submit.operation, input: input.reveal(), secrets: input.revealSecrets(), opID: opID)
        let info = EffectInfo(title: configuration.title, isCancellable: submit.source.canCancel(submit.operation))
        let effect = Effect<Action>.ask(Self.submitID, name: "write", info: info, answer) { .submitted(opID: opID, $0) }
        guard let timeout = submit.timeoutMs else { return effect.cancellable(Self.submitID) }
        let late = Failure("timeout", "the source has not answered within \(timeout) ms")
        return effect.timeout(milliseconds: timeout, then: .submitted(opID: opID, .failure(late)))
            .cancellable(Self.submitID)
    }

    func submitted(
        _ opID: String, _ result: Result<JSONText, Failure>, _ state: inout FlowState
    ) -> Effect<Action> {
        guard state.status == .submitting, let plan, let progress = state.progress, let wizard = configuration.wizard,
            state.attempt?.opID == opID
        else { return .none }
        switch result {
        case .success(let output):
            state.attempt = nil
            let answers = plan.output(handedOn(state), of: progress.way, as: wizard.output)
            return .merge(complete(output.value.isObject ? output : answers, &state), writeDraft(&state))
        case .failure(let failure):
            if !failure.mistakes.isEmpty { state.attempt = nil }
            state.status = .active
            // If the user has cancelled the submit, no error is necessary.
            if failure != .cancelled { state.errors.add(failure, display: .banner, operation: Self.submitID) }
            // The feature of the last step has ended. It is resumed, so that the user can correct its values and submit
            // them again.
            return reenterTop(state)
        }
    }

    /// True while a submit is in progress.
    public func isSaving(_ state: FlowState) -> Bool { state.status == .submitting }
}
