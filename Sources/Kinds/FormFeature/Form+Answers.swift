import FHJSON
import FeatureKit

/// Answers to a submit.
///
/// The presenter of the form, or a source, accepts or refuses the values.
extension Form {
    /// The maximum number of times that a submit is sent again because others have changed the row.
    private static let mergeLimit = 5

    /// Makes each submit wait for the presenter's answer to the output, if the form does not submit to a source.
    public func awaitAnswers(in state: inout FormState) {
        if case .none = configuration.submit { state.awaitsAnswers = true }
    }

    /// The action for the answer to the pending output; nil if no answer is expected.
    public func take(_ answer: OutputAnswer, in state: FormState) -> Action? {
        guard state.awaitsAnswers, state.status == .submitting, state.isBusy else { return nil }
        return .answered(answer)
    }

    /// Emits an output with the values from the start of the submit; the form then waits for the answer.
    func offer(_ attempt: Submission.Attempt, _ state: inout FormState) -> Effect<Action> {
        state.status = .submitting
        let handedOn = Output.offer("submit", id: rowID, value: attempt.handedOn.values, version: attempt.version)
        return .output(handedOn.sealing(sealed(attempt.handedOn)))
    }

    func answered(_ answer: OutputAnswer, _ state: inout FormState) -> Effect<Action> {
        guard state.isBusy else { return .none }
        switch answer {
        case .accepted: return succeed(.null, isOffered: true, &state)
        case .refused(let failure): return refused(failure, &state)
        case .withdrawn:
            state.status = .editing
            return endSubmission(&state)
        }
    }

    /// Ends a refused submit: the values stay, and validation errors are shown at their fields.
    func refused(_ failure: Failure, _ state: inout FormState) -> Effect<Action> {
        if failure == .cancelled {
            // The user has cancelled the submit, and needs no error about that.
            state.status = .editing
            return endSubmission(&state)
        }
        // The refusal may contain a row other than the edited one.
        if let rowID, !state.isRowGone, let row = failure.current.first(where: { $0.hasID(rowID) }), !row.isDropped {
            return merge(row, failure, &state)
        }
        guard !failure.mistakes.isEmpty, let submission = state.submission else { return fail(failure, &state) }
        let end = endSubmission(&state)
        state.attempt = nil
        take(failure.mistakes, of: submission, &state)
        return end
    }

    /// Merges the submitted values with a row that others have changed.
    ///
    /// If others and the user have changed different members, the values are submitted again for the current row.
    /// Otherwise the form is in conflict.
    private func merge(_ row: SourceRow, _ failure: Failure, _ state: inout FormState) -> Effect<Action> {
        guard let submission = state.submission else { return .none }
        let isAsSubmitted = plan.freeze(state) == submission.frozen
        state.attempt = nil
        state.version = row.version
        let rebased = rebase(plan.entries(ofRow: row.value.value), &state)
        guard state.conflicts.isEmpty, state.isValid else {
            reveal(state.addresses, &state)
            _ = isWrong(&state)
            return .merge(rebased, endSubmission(&state))
        }
        let handedOn = plan.handedOn(state, isAboutRow: true)
        if handedOn.values == .emptyObject {
            return .merge(rebased, endSubmission(&state), endUnchanged(&state), forgetDraft(&state))
        }
        // If the user has entered values during the submit, the user has to submit again.
        guard isAsSubmitted, submission.merges < Self.mergeLimit else { return .merge(rebased, fail(failure, &state)) }
        let again = attempt(handedOn, state)
        let frozen = plan.freeze(state)
        state.submission?.merges += 1
        state.submission?.frozen = frozen
        state.submission?.attempt = again
        return .merge(rebased, handOn(&state))
    }
}
