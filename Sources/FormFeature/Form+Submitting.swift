import FeatureKit
import JSON

/// Submits: checked at once, handed on with the values of that moment, taken in when the source has answered.
extension Form {
    static let submitID = "submit"

    func submit(_ requestID: String?, _ state: inout FormState) -> Effect<Action> {
        // What gets here while one is under way is the same operation.
        if state.submission != nil { return .none }
        state.submitCount += 1
        state.isSubmitted = true
        state.errors.removeAll(of: Self.submitID)
        state.touchAll()
        if let wrong = state.fields.firstIndex(where: { !$0.messages.isEmpty }) {
            state.status = .editing
            state.focus = FormState.Focus(index: wrong, sequence: state.focus.sequence + 1)
            return .none
        }
        let frozen = state.fields.map(\.value)
        let values = plan.encode(frozen)
        switch configuration.submit {
        case .none: return succeed(frozen, values, &state)
        case .insert(let source):
            let attempt = attempt(values, in: source, state)
            state.attempt = attempt
            state.submission = FormState.Submission(requestID: requestID, attempt: attempt, frozen: frozen)
            state.status = .submitting
            let answer = source.insert(attempt.row, before: nil, opID: attempt.opID)
            return .ask(Self.submitID, name: "write", answer) {
                .submitted(opID: attempt.opID, $0.map { _ in Done() })
            }
            .cancellable(Self.submitID)
        }
    }

    /// The values as a new row; as the one before where that may have come in and nothing has changed since.
    private func attempt(_ values: JSONText, in source: any DataSource, _ state: FormState) -> FormState.Attempt {
        if let attempt = state.attempt, attempt.values == values { return attempt }
        let own = values.value[source.idKey]
        if let id = own?.stringValue ?? own?.intValue.map({ "\($0)" }), !id.isEmpty {
            return FormState.Attempt(
                opID: configuration.ids.next(), row: SourceRow(id: id, value: values), values: values)
        }
        let id = configuration.ids.next()
        let patch = JSONText.build { json in
            json.beginObject()
            json.key(source.idKey)
            json.value(id)
            json.endObject()
        }
        let row = SourceRow(id: id, value: values.value.merged(with: patch.value))
        return FormState.Attempt(opID: configuration.ids.next(), row: row, values: values)
    }

    func submitted(_ opID: String, _ result: Result<Done, Failure>, _ state: inout FormState) -> Effect<Action> {
        guard let submission = state.submission, submission.attempt.opID == opID else { return .none }
        state.submission = nil
        switch result {
        case .success:
            state.attempt = nil
            return succeed(submission.frozen, submission.attempt.values, &state)
        case .failure(let failure):
            state.status = .failed
            state.errors.add(failure, display: .banner, operation: Self.submitID)
            return .none
        }
    }

    /// Makes the frozen values the baseline; a field that was left alone since shows what was handed on, and begins
    /// anew: a secret that is unset because of the success is no mistake of the person's.
    private func succeed(
        _ frozen: [FieldValue], _ result: JSONText, _ state: inout FormState
    ) -> Effect<Action> {
        state.status = .succeeded
        state.result = result
        for (index, field) in plan.fields.enumerated() {
            let baseline = field.type == .secure ? field.empty : field.handedOn(frozen[index])
            if state.fields[index].value == frozen[index] { state.fields[index].value = baseline }
            state.fields[index].baseline = baseline
            if !state.fields[index].isDirty {
                state.fields[index].isTouched = false
                state.fields[index].isChanged = false
            }
        }
        state.isSubmitted = false
        plan.checkAll(&state)
        return .output(Output("submit", value: result))
    }
}
