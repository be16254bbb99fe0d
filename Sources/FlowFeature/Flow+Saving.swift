import FeatureKit
import JSON

/// The state of saving what a flow hands on.
enum Saving: Sendable, Equatable {
    /// The flow is done with what it hands on.
    case done
    /// Whoever opened the flow saves it, and answers.
    case awaited
    /// This was handed on, and again so many times because others had changed other members of the row.
    case offered(JSONText, merges: Int)
}

/// Handing on the answers of a flow that is opened to edit: whoever opened it saves them, or refuses them.
extension Flow {
    /// The number of times that answers are handed on again because others have changed other members of the row.
    private static let mergeLimit = 5

    /// Lets a flow with steps wait for the answer where its output goes to whoever opened it.
    public func awaitAnswers(in state: inout FlowState) {
        if let wizard = configuration.wizard, wizard.submit == nil { state.saving = .awaited }
    }

    /// Takes the answer to what is handed on now.
    public func take(_ answer: OutputAnswer, in state: FlowState) -> Action? {
        guard state.status == .submitting, case .offered = state.saving else { return nil }
        return .answered(answer)
    }

    /// Hands on the answers, and waits for what comes of them.
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
        case .accepted: return .merge(complete(output, &state, isSaved: true), forgetDraft(&state))
        case .withdrawn: return reenterTop(state)
        case .refused(let failure):
            if let row = failure.current.first(where: { $0.id == state.subject?.id }), !row.isDropped {
                return merge(row, failure, merges: merges, &state)
            }
            state.errors.add(failure, display: .banner, operation: Self.submitID)
            return reenterTop(state)
        }
    }

    /// Others have changed the row since the answers were made: these are handed on again where they have changed other
    /// members, and else the flow is in conflict.
    private func merge(
        _ row: SourceRow, _ failure: Failure, merges: Int, _ state: inout FlowState
    ) -> Effect<Action> {
        let followed = follow(row.value, version: row.version, &state)
        if let stopped = stopAtConflicts(&state) { return .merge(followed, stopped) }
        guard merges < Self.mergeLimit else {
            state.errors.add(failure, display: .banner, operation: Self.submitID)
            return .merge(followed, reenterTop(state))
        }
        return .merge(followed, handOn(merges: merges + 1, &state))
    }

    // MARK: Conflicts

    /// Stops before members are overwritten that others have changed since they were answered; nil where there are none.
    ///
    /// The error names them. Handed on again, the answers take the place of what others have made of them.
    func stopAtConflicts(_ state: inout FlowState) -> Effect<Action>? {
        guard let plan, let progress = state.progress, let subject = state.subject, let id = subject.id else {
            return nil
        }
        var found: [String] = []
        for step in progress.way {
            let conflicts = progress.answered[step]?.conflicts(with: subject.values) ?? []
            if conflicts.isEmpty { continue }
            state.progress?.rebase(step, on: subject.values)
            found += conflicts.map { conflict in
                let name = LikelyName.shown(String(conflict.path.dropFirst()))
                let theirs = conflict.theirs.map { LikelyName.shown($0.string) } ?? "empty"
                return "\(name), which is \(theirs) now (step \(plan.steps[step].title))"
            }
        }
        if found.isEmpty { return nil }
        let message =
            "others have changed the row \(id) meanwhile: \(LikelyName.list(found)); "
            + "go on to keep what was answered, or go back to change it"
        state.errors.add(Failure("conflict", message), display: .banner, operation: Self.submitID)
        return reenterTop(state)
    }
}
