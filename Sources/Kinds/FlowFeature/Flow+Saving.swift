import FHJSON
import FHRowCollections
import FeatureKit

/// The state of saving the flow's output.
enum Saving: Sendable, Equatable {
    /// No answer to the output is expected.
    case done
    /// The presenter of the flow will save the output, and will then report the result.
    case awaited
    /// The output was emitted, and waits for an answer.
    ///
    /// It was emitted again `merges` times, because others had changed the row.
    case offered(JSONText, merges: Int)
}

/// Saving the answers of a flow that edits a row.
///
/// The presenter of the flow saves or refuses the answers.
extension Flow {
    /// The maximum number of times that the output is emitted again because others have changed the row.
    private static let mergeLimit = 5

    /// Makes the flow wait for the presenter's answer to its output, if the flow has steps and no submit operation.
    public func awaitAnswers(in state: inout FlowState) {
        if let wizard = configuration.wizard, wizard.submit == nil { state.saving = .awaited }
    }

    /// The action for the answer to the pending output; nil if no answer is expected.
    public func take(_ answer: OutputAnswer, in state: FlowState) -> Action? {
        guard state.status == .submitting, case .offered = state.saving else { return nil }
        return .answered(answer)
    }

    /// Emits the answers as an output; the flow then waits for the presenter's answer.
    func offer(
        _ output: JSONText, _ sealed: SealedValues?, merges: Int, _ state: inout FlowState
    ) -> Effect<Action> {
        state.status = .submitting
        state.saving = .offered(output, merges: merges)
        let subject = state.subject
        let offer = Output.offer("complete", id: subject?.id, value: output, version: subject?.version)
        return .output(offer.sealing(sealed))
    }

    func answered(_ answer: OutputAnswer, _ state: inout FlowState) -> Effect<Action> {
        guard state.status == .submitting, case .offered(let output, let merges) = state.saving else { return .none }
        state.status = .active
        state.saving = .awaited
        switch answer {
        case .accepted: return .merge(complete(output, &state, isSaved: true), writeDraft(&state))
        case .withdrawn: return reenterTop(state)
        case .refused(let failure):
            if let row = failure.current.first(where: { $0.id == state.subject?.id }), !row.isDropped {
                return merge(row, failure, merges: merges, &state)
            }
            // If the user has cancelled the edit, no error is necessary.
            if failure != .cancelled { state.errors.add(failure, display: .banner, operation: Self.submitID) }
            return reenterTop(state)
        }
    }

    /// Merges the answers with a row that others have changed.
    ///
    /// If others and the user have changed different members, the answers are emitted again; otherwise the flow is in
    /// conflict.
    private func merge(
        _ row: SourceRow, _ failure: Failure, merges: Int, _ state: inout FlowState
    ) -> Effect<Action> {
        state.subject?.values = row.value
        state.subject?.version = row.version
        let conflicts = mergeAnswers(&state)
        let followed = followSubject(&state)
        if let stopped = stop(at: conflicts, &state) { return .merge(followed, stopped) }
        guard merges < Self.mergeLimit else {
            state.errors.add(failure, display: .banner, operation: Self.submitID)
            return .merge(followed, reenterTop(state))
        }
        return .merge(followed, handOn(merges: merges + 1, &state))
    }

    // MARK: Conflicts

    /// Merges the answers with the current row.
    ///
    /// - Returns: the descriptions of the members in conflict; nil if no answer had to be merged.
    func mergeAnswers(_ state: inout FlowState) -> [String]? {
        guard let plan, let progress = state.progress, let subject = state.subject, subject.id != nil else {
            return nil
        }
        var found: [String]?
        for step in progress.way {
            guard let conflicts = state.progress?.merge(step, with: subject.values) else { continue }
            let title = plan.steps[step].title
            found = (found ?? []) + conflicts.map { "\(Self.description(of: $0)) (step \(title))" }
        }
        return found
    }

    /// Returns a phrase about a conflict: the member and its current value, as in `city, which is Oslo now`.
    private static func description(of conflict: RowMerge.Conflict) -> String {
        let name = LikelyName.shown(String(conflict.path.dropFirst()))
        let theirs = conflict.theirs.map { LikelyName.shown($0.string) } ?? "empty"
        return "\(name), which is \(theirs) now"
    }

    /// Stops the flow at conflicts between the answers and the current row.
    ///
    /// The error names the members. If the user completes the flow again, the answers overwrite these members.
    ///
    /// - Returns: nil if there are no conflicts.
    func stop(at conflicts: [String]?, _ state: inout FlowState) -> Effect<Action>? {
        guard let conflicts, !conflicts.isEmpty, let id = state.subject?.id else { return nil }
        let message =
            "others have changed the row \(id) meanwhile: \(LikelyName.list(conflicts)); "
            + "go on to keep what was answered, or go back to change it"
        state.errors.add(Failure("conflict", message), display: .banner, operation: Self.submitID)
        return reenterTop(state)
    }
}
