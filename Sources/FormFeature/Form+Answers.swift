import FeatureKit
import JSON

/// What becomes of a submit that was handed on: whoever opened the form, or a source, accepts or refuses it.
extension Form {
    /// How often a submit is tried again because others have changed other members of the row meanwhile.
    private static let mergeLimit = 5

    /// Lets the form wait for the answer where its values go to whoever opened it.
    public func awaitAnswers(in state: inout FormState) {
        if case .none = configuration.submit { state.awaitsAnswers = true }
    }

    /// Takes the answer to what is handed on now.
    public func take(_ answer: OutputAnswer, in state: FormState) -> Action? {
        guard state.awaitsAnswers, state.status == .submitting, state.isBusy else { return nil }
        return .answered(answer)
    }

    /// Hands on the frozen values, and waits for what comes of them.
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

    /// Ends a submit that was refused: the values stay, with what is wrong where they were entered.
    func refused(_ failure: Failure, _ state: inout FormState) -> Effect<Action> {
        // Another row may have the id.
        if let rowID, !state.isRowGone, let row = failure.current.first(where: { $0.hasID(rowID) }), !row.isDropped {
            return merge(row, failure, &state)
        }
        guard !failure.mistakes.isEmpty, let submission = state.submission else { return fail(failure, &state) }
        let end = endSubmission(&state)
        state.attempt = nil
        take(failure.mistakes, of: submission, &state)
        return end
    }

    /// Others have changed the row since the form was told of it.
    ///
    /// Where they have changed other members the changes are handed on again, for the row as it is now; where they have
    /// changed the same, the form is in conflict.
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
        // What was entered since is for another submit.
        guard isAsSubmitted, submission.merges < Self.mergeLimit else { return .merge(rebased, fail(failure, &state)) }
        let again = attempt(handedOn, state)
        let frozen = plan.freeze(state)
        state.submission?.merges += 1
        state.submission?.frozen = frozen
        state.submission?.attempt = again
        return .merge(rebased, handOn(&state))
    }
}
