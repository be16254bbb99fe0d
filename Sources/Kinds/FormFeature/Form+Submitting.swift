import FHJSON
import FeatureKit

/// Submitting the form.
///
/// The values are validated by the form and then by sources, and sent as they were at the start of the submit. The
/// answer of the source completes the submit.
extension Form {
    static let submitID = "submit"

    func submit(_ requestID: String?, _ state: inout FormState) -> Effect<Action> {
        // A submit during another submit, or with the request id of a successful one, is a repetition without effect.
        if state.isBusy || state.hasSucceeded(requestID) { return .none }
        state.submitCount += 1
        state.saidMessages = []
        state.errors.removeAll(of: Self.submitID)
        plan.settle(&state)
        let handedOn = plan.handedOn(state, isAboutRow: rowID != nil)
        if changesNothing(handedOn) { return endUnchanged(&state) }
        reveal(state.addresses, &state)
        if isWrong(&state) { return .none }
        state.submission = Submission(
            requestID: requestID, attempt: attempt(handedOn, state), frozen: plan.freeze(state))
        let judging = Effect.merge(judgeForSubmit(&state), askAboutPickedForSubmit(&state))
        if state.submission?.isJudged != false { return handOn(&state) }
        state.status = .validating
        return judging
    }

    /// True if a form that edits a row has no changes to submit.
    private func changesNothing(_ handedOn: Submission.HandedOn) -> Bool {
        if case .perform = configuration.submit { return false }
        return rowID != nil && handedOn.values == .emptyObject
    }

    /// Ends a submit without changes as a success.
    ///
    /// The form is dismissed if its configuration requires this after a success.
    func endUnchanged(_ state: inout FormState) -> Effect<Action> {
        state.status = .succeeded
        state.result = .emptyObject
        let forgotten = forgetDraft(&state)
        return configuration.onSuccess == .dismiss ? .merge(.output(.done("submit", id: rowID)), forgotten) : forgotten
    }

    /// Ends a submit if the form is invalid.
    ///
    /// - Returns: true if the form is invalid.
    func isWrong(_ state: inout FormState) -> Bool {
        plan.settle(&state)
        if state.isValid { return false }
        state.status = .editing
        if !focusFirstWrong(&state) { state.focus.address = nil }
        return true
    }

    /// Sends the values, as they were at the start of the submit, to the target.
    func handOn(_ state: inout FormState) -> Effect<Action> {
        guard let attempt = state.submission?.attempt else { return .none }
        switch configuration.submit {
        case .none: return state.awaitsAnswers ? offer(attempt, &state) : succeed(.null, &state)
        case .update(let source):
            // The id may belong to another row by now.
            if state.isRowGone, let rowID { return fail(.rowGone(rowID), &state) }
            return ask(attempt, update(attempt, in: source), &state) { _ in .null }
        case .insert(let source):
            let row = SourceRow(attempt.handedOn.values.value, idKey: source.idKey) { attempt.rowID }
            let answer = source.insert(row, before: nil, opID: attempt.opID)
            return ask(attempt, answer, &state) { _ in .null }
        case .perform(let source, let operation):
            let answer = source.perform(
                operation, input: attempt.handedOn.input.revealJSON(),
                secrets: attempt.handedOn.secrets.map { $0.reveal() }, opID: attempt.opID)
            let info = EffectInfo(title: configuration.title, isCancellable: source.canCancel(operation))
            return ask(attempt, info: info, answer, &state) { $0 }
        }
    }

    /// Updates the row if its version in the source is the one that the form knows.
    ///
    /// If the form knows no version and the source can be queried, the answer is a conflict with the current row. The
    /// form then merges the submitted values with the row, and submits them again with the row's version.
    private func update(_ attempt: Submission.Attempt, in source: any DataSource) -> SourceAnswer<SourceRow> {
        let (id, patch, opID) = (attempt.rowID, attempt.handedOn.values, attempt.opID)
        let version = attempt.version ?? RowUpdate.unknownVersion
        guard attempt.version == nil, source.capabilities.contains(.query) else {
            return source.update(id, patch: patch, ifVersion: version, opID: opID)
        }
        let query = RowQuery(predicate: .equals(source.idKey, .string(id)))
        let found = source.fetch(FetchRequest(start: .offset(0), limit: 1, isRefresh: true, query: query))
        return .later { () async throws(Failure) in
            let rows = try await found.value.rows
            if let row = rows.first, row.id == id { throw .conflict(current: [row]) }
            return try await source.update(id, patch: patch, ifVersion: version, opID: opID).value
        }
    }

    private func ask<Value: Sendable>(
        _ attempt: Submission.Attempt, info: EffectInfo = EffectInfo(), _ answer: SourceAnswer<Value>,
        _ state: inout FormState,
        _ output: @escaping @Sendable (Value) -> JSONText
    ) -> Effect<Action> {
        state.attempt = attempt
        state.status = .submitting
        let opID = attempt.opID
        let effect = Effect<Action>.ask(Self.submitID, name: "write", info: info, answer) {
            .submitted(opID: opID, $0.map(output))
        }
        guard let timeout = configuration.submitTimeout else { return effect.cancellable(Self.submitID) }
        let late = Failure("timeout", "the source has not answered within \(timeout) ms")
        return effect.timeout(milliseconds: timeout, then: .submitted(opID: opID, .failure(late)))
            .cancellable(Self.submitID)
    }

    /// Returns an attempt to submit these values.
    ///
    /// If the values equal the values of the previous attempt, the operation id is the same too. So a source that
    /// has already applied the previous attempt does not apply the values again.
    func attempt(_ handedOn: Submission.HandedOn, _ state: FormState) -> Submission.Attempt {
        let version = state.version
        if var attempt = state.attempt, attempt.handedOn == handedOn {
            attempt.version = version
            return attempt
        }
        switch configuration.submit {
        case .none: return Submission.Attempt(opID: "", rowID: "", handedOn: handedOn, version: version)
        case .insert(let source):
            let rowID = SourceRow.id(handedOn.values.value[source.idKey]) ?? configuration.ids.next()
            return Submission.Attempt(opID: configuration.ids.next(), rowID: rowID, handedOn: handedOn)
        case .update:
            return Submission.Attempt(
                opID: configuration.ids.next(), rowID: rowID ?? "", handedOn: handedOn, version: version)
        case .perform:
            return Submission.Attempt(opID: configuration.ids.next(), rowID: "", handedOn: handedOn)
        }
    }

    func submitted(
        _ opID: String, _ result: Result<JSONText, Failure>, _ state: inout FormState
    ) -> Effect<Action> {
        guard let submission = state.submission, submission.attempt.opID == opID else { return .none }
        switch result {
        case .success(let output): return succeed(output, &state)
        case .failure(let failure): return refused(failure, &state)
        }
    }

    /// Ends a failed submit, with an error.
    func fail(_ failure: Failure, _ state: inout FormState) -> Effect<Action> {
        let end = endSubmission(&state)
        state.status = .failed
        state.errors.add(failure, display: .banner, operation: Self.submitID)
        return end
    }

    /// Shows the source's validation errors at their fields, or for the form as a whole.
    ///
    /// A message about a hidden or disabled field is shown for the form as a whole.
    func take(_ mistakes: [Failure.Mistake], of submission: Submission, _ state: inout FormState) {
        state.status = .editing
        for mistake in mistakes {
            guard let path = mistake.path,
                let address = plan.address(path: path, state, handedOn: submission.frozen), state[address].counts
            else {
                state.saidMessages.append(Message(mistake))
                continue
            }
            state[address].said.append(Message(mistake))
            state[address].reveal()
            state.note(address, .dependent)
        }
        plan.settle(&state)
        _ = focusFirstWrong(&state)
    }

    /// Ends the current submit and cancels its requests.
    func endSubmission(_ state: inout FormState) -> Effect<Action> {
        guard let submission = state.submission else { return .none }
        state.submission = nil
        let judged = submission.judging.keys.sorted()
        for address in judged where state.has(address) { setJudging(nil, at: address, &state) }
        return .merge([.cancel(Self.submitID)] + judged.map { .cancel(Self.judgeID($0, isSubmit: true)) })
    }

    /// Completes a submit: the submitted values become the baseline.
    ///
    /// A field that has not changed since the start of the submit becomes untouched again. So a required secret shows
    /// no error after the success has cleared it.
    ///
    /// - Parameter isOffered: true if the values were already emitted, as an output that the presenter has accepted.
    func succeed(_ output: JSONText, isOffered: Bool = false, _ state: inout FormState) -> Effect<Action> {
        guard let submission = state.submission else { return .none }
        state.submission = nil
        state.attempt = nil
        state.noteSuccess(submission.requestID)
        state.status = .succeeded
        state.result = submission.attempt.handedOn.values
        let roots = plan.tree.scopes[0].nodes.indices.map { FieldAddress(0, $0) }
        for address in roots { takeAsBaseline(address, submission.frozen, &state) }
        plan.settle(&state)
        for address in state.addresses where !state[address].isDirty {
            state[address].beginAnew()
            state.unwritten.insert(address)
        }
        if configuration.onSuccess == .reset {
            let fresh = initialState
            for address in roots { state[address].baseline = fresh[address].baseline }
            reset(&state)
            plan.settle(&state)
            state.step = 0
            state.status = .succeeded
        }
        if isOffered {
            let end: Effect<Action> = configuration.onSuccess == .dismiss ? .output(.done("submit", id: rowID)) : .none
            return .merge(end, forgetDraft(&state))
        }
        let value = output.value.isObject ? output : submission.attempt.handedOn.values
        // A row that was written to a source has a new version now.
        let version = if case .none = configuration.submit { submission.attempt.version } else { nil as String? }
        let handedOn = Output(
            "submit", id: rowID, value: value, version: version, isLast: configuration.onSuccess == .dismiss
        )
        .sealing(sealed(submission.attempt.handedOn))
        return .merge(.output(handedOn), forgetDraft(&state))
    }

    private func takeAsBaseline(_ address: FieldAddress, _ frozen: [Int: [FieldValue]], _ state: inout FormState) {
        let field = plan.field(address, state)
        guard let value = frozen[address.container]?[address.local] else { return }
        if case .items(let items) = value {
            for (place, item) in items.enumerated() where state.has(FieldAddress(item, 0)) {
                state.setPlace(place, of: item)
                for local in frozen[item]?.indices ?? 0..<0 {
                    takeAsBaseline(FieldAddress(item, local), frozen, &state)
                }
            }
        }
        let baseline = field.type == .secure ? field.empty : plan.handedOn(value, of: field, frozen, state)
        if state[address].value == value, field.type != .repeated { state[address].value = baseline }
        state[address].baseline = baseline
        // The submitted value has replaced the row's value, which the field could not hold.
        if state[address].isChanged { state[address].misfit = nil }
        state.setConflict(nil, at: address)
        state.note(address, .changed)
    }
}
