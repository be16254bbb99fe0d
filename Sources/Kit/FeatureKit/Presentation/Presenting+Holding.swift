import FHJSON

/// Presentations about a row, whose features are notified of changes of the row.
///
/// If an output of the presented feature triggers an edit, the presentation is held until the source has answered the
/// edit. The feature of a held presentation is not notified.
extension Presenting {
    /// Returns a row of the inner feature and the row's version, as they are passed to a presentation about the row.
    func followed(_ row: SourceRow, _ state: State) -> FollowedRow {
        FollowedRow(row: row, version: base.version(of: row.id, in: state.base))
    }

    // MARK: Holding

    /// Performs the action that the modal declares for an output; the presented feature waits for the answer.
    ///
    /// If the action is an edit, the output is answered when the source has answered. Otherwise, it is answered
    /// immediately.
    func use(_ output: Output, of presented: Presented, _ state: inout State) -> Effect<Action> {
        guard let link = presented.modal.onOutput else { return answer(.accepted, to: presented.key, &state) }
        do {
            try checkTarget(of: presented, state)
            let action = try action(of: link, for: occasion(of: output, of: presented, state), state)
            if let path = base.errors { state.base[keyPath: path].removeAll(of: link.name) }
            if let tracked = track(action, as: presented.key) {
                state.presented?.isHeld = true
                return .send(tracked)
            }
            return .merge(.send(action), answer(.accepted, to: presented.key, &state))
        } catch {
            showRefusal(error, of: link, &state)
            return answer(.withdrawn, to: presented.key, &state)
        }
    }

    /// Handles the end of an edit that an output has triggered.
    func settle(_ key: String, _ failure: Failure?, _ state: inout State) -> Effect<Action> {
        guard state.presented?.key == key else {
            // The presentation that would have shown the failure is closed.
            if let failure, let path = base.errors {
                state.base[keyPath: path].add(failure, display: .alert, operation: "onOutput", retry: nil)
            }
            return .none
        }
        state.presented?.isHeld = false
        return answer(OutputAnswer(failure), to: key, &state)
    }

    /// Delivers the answer to an output of the presented feature, in the revision in which the answer arrives.
    private func answer(_ answer: OutputAnswer, to key: String, _ state: inout State) -> Effect<Action> {
        guard state.presented?.key == key, let feature = state.presented?.feature, var child = state.presented?.state,
            let action = feature.take(answer, in: child)
        else { return .none }
        state.presented?.state = nil
        var effect = feature.reduce(into: &child, action)
        state.presented?.state = child
        let outputs = effect.takeOutputs()
        let own = embed(effect, key: key)
        guard let presented = state.presented else { return own }
        let handled = outputs.map { handle($0, of: presented, &state) }
        // A feature that ends needs no update of its row.
        let isEnding = outputs.contains { $0.outcome == .unchanged }
        return .merge([own] + handled + (isEnding ? [] : [followTarget(&state)]))
    }

    // MARK: Use by the presenter

    /// The version of a row of the inner feature; nil if the source has not confirmed the row.
    public func version(of id: String, in state: State) -> String? { base.version(of: id, in: state.base) }

    /// Makes the inner feature wait for answers to its outputs.
    public func awaitAnswers(in state: inout State) { base.awaitAnswers(in: &state.base) }

    /// The inner feature's action that delivers the answer to an output; nil if it waits for no answer.
    public func take(_ answer: OutputAnswer, in state: State) -> Action? {
        base.take(answer, in: state.base).map(Action.base)
    }

    /// The action that makes the edit of `action` as a tracked edit (``Feature/track(_:as:)``).
    ///
    /// Nil if `action` is not an edit of the inner feature.
    public func track(_ action: Action, as token: String) -> Action? {
        if case .base(let action) = action { base.track(action, as: token).map(Action.base) } else { nil }
    }
}
