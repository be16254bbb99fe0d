import JSON

/// What is presented about a row, or edits one: it follows the row, and is held until its edit is confirmed.
extension Presenting {
    /// A row of the feature, as what is presented about it is told of it.
    func followed(_ row: SourceRow, _ state: State) -> FollowedRow {
        FollowedRow(row: row, version: base.version(of: row.id, in: state.base))
    }

    // MARK: Holding

    /// Does what the modal declares for an output whose feature waits for the answer.
    ///
    /// An edit is answered when the source has answered it; any other action is done with.
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

    /// An edit that an output has begun has ended.
    func settle(_ key: String, _ failure: Failure?, _ state: inout State) -> Effect<Action> {
        guard state.presented?.key == key else {
            // Who would have shown it is gone.
            if let failure, let path = base.errors {
                state.base[keyPath: path].add(failure, display: .alert, operation: "onOutput", retry: nil)
            }
            return .none
        }
        state.presented?.isHeld = false
        return answer(OutputAnswer(failure), to: key, &state)
    }

    /// Answers what the presented feature has offered, in the revision in which the answer is known.
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
        // What goes needs no news of its row.
        let isEnding = outputs.contains { $0.outcome == .unchanged }
        return .merge([own] + handled + (isEnding ? [] : [followTarget(&state)]))
    }

    // MARK: What whoever presents the feature does with it

    /// The feature's own.
    public func version(of id: String, in state: State) -> String? { base.version(of: id, in: state.base) }

    /// Lets the feature itself wait.
    public func awaitAnswers(in state: inout State) { base.awaitAnswers(in: &state.base) }

    /// What the feature itself does about it.
    public func take(_ answer: OutputAnswer, in state: State) -> Action? {
        base.take(answer, in: state.base).map(Action.base)
    }

    /// The feature's own edits.
    public func track(_ action: Action, as token: String) -> Action? {
        if case .base(let action) = action { base.track(action, as: token).map(Action.base) } else { nil }
    }
}
