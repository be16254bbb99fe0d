import FHJSON
import FeatureKit

/// A request to a source to validate a value.
public struct Judgement: Sendable {
    let address: FieldAddress
    let value: FieldValue
    let opID: String
    /// True if a submit waits for the result.
    let isSubmit: Bool
}

/// Validation by sources.
extension Form {
    static let judgeOperation = "validate "

    static func judgeID(_ address: FieldAddress, isSubmit: Bool) -> String {
        "\(isSubmit ? "submit" : "edit")-\(address.container)-\(address.local)"
    }

    /// Validates changed values.
    ///
    /// Cancels the validation of values that have changed again or no longer need a validation.
    func judge(_ state: inout FormState) -> Effect<Action> {
        // Only validations outside of a submit are cancelled. The values of a submit are frozen, and their validation
        // continues even if a field is removed.
        var effects = state.orphans.map { Effect<Action>.cancel(Self.judgeID($0, isSubmit: false)) }
        state.orphans = []
        dropErrors(&state)
        for address in state.unwritten.sorted() where state.has(address) {
            let field = plan.field(address, state)
            guard let validation = field.validation else { continue }
            let own = state[address]
            if wantsVerdict(field, own), own.isChanged, own.unjudged != own.value {
                if own.judging == own.value { continue }
                setJudging(own.value, at: address, &state)
                effects.append(
                    .send(.judgeDue(path: plan.path(of: address, state)))
                        .debounce(Self.judgeID(address, isSubmit: false), milliseconds: validation.debounce))
            } else if own.judging != nil, state.submission?.judging[address] == nil {
                setJudging(nil, at: address, &state)
                effects.append(.cancel(Self.judgeID(address, isSubmit: false)))
            }
        }
        return .merge(effects)
    }

    /// Validates all values that no source has validated yet, without a debounce.
    func judgeForSubmit(_ state: inout FormState) -> Effect<Action> {
        var effects: [Effect<Action>] = []
        for address in state.addresses {
            let field = plan.field(address, state)
            guard let validation = field.validation, wantsVerdict(field, state[address]) else { continue }
            effects.append(.cancel(Self.judgeID(address, isSubmit: false)))
            effects.append(ask(validation, address, isSubmit: true, &state))
        }
        return .merge(effects)
    }

    /// Validates a value that has not changed for the debounce time.
    func judgeDue(_ path: String, _ state: inout FormState) -> Effect<Action> {
        guard let address = plan.address(path: path, state), let validation = plan.field(address, state).validation,
            state[address].judging == state[address].value
        else { return .none }
        return ask(validation, address, isSubmit: false, &state)
    }

    private func wantsVerdict(_ field: PlanField, _ own: FieldState) -> Bool {
        own.counts && !own.isAsRead && own.verdict?.value != own.value && !field.isEmpty(field.handedOn(own.value))
            && !own.messages.contains { $0.severity == .error }
    }

    private func ask(
        _ validation: FieldValidation, _ address: FieldAddress, isSubmit: Bool, _ state: inout FormState
    ) -> Effect<Action> {
        let value = state[address].value
        let opID = configuration.ids.next()
        let path = plan.path(of: address, state)
        let input = JSONText.build { json in
            json.beginObject()
            json.field("path", path)
            json.key("value")
            plan.field(address, state).handedOn(value).write(to: &json)
            json.endObject()
        }
        setJudging(value, at: address, &state)
        state.errors.removeAll(of: Self.judgeOperation + path)
        if isSubmit { state.submission?.judging[address] = opID }
        let judgement = Judgement(address: address, value: value, opID: opID, isSubmit: isSubmit)
        let source = validation.source
        let operation = validation.operation
        var secrets: [String] = []
        if case .secret(let secret) = value { secrets = [secret.reveal()] }
        let answer = source.perform(operation, input: input, secrets: secrets, opID: opID)
        return .ask("validate", name: "validate", answer) {
            .judged(judgement, $0.map { _ in Done() })
        }
        .cancellable(Self.judgeID(address, isSubmit: isSubmit))
    }

    func setJudging(_ value: FieldValue?, at address: FieldAddress, _ state: inout FormState) {
        state.judgedCount += (value == nil ? 0 : 1) - (state[address].judging == nil ? 0 : 1)
        state[address].judging = value
        state.unwritten.insert(address)
    }

    func judged(
        _ judgement: Judgement, _ result: Result<Done, Failure>, _ state: inout FormState
    ) -> Effect<Action> {
        let address = judgement.address
        if judgement.isSubmit, state.submission?.judging[address] != judgement.opID { return .none }
        if state.has(address) { note(judgement, result, &state) }
        guard judgement.isSubmit else { return .none }
        state.submission?.judging[address] = nil
        if case .failure(let failure) = result {
            if failure.mistakes.isEmpty { return fail(failure, &state) }
            state.submission?.isWrong = true
        }
        return goOnWhenJudged(&state)
    }

    /// Continues a submit after all its validations have ended.
    func goOnWhenJudged(_ state: inout FormState) -> Effect<Action> {
        guard let submission = state.submission, submission.isJudged else { return .none }
        // Others may have changed the row during the validation, so that there are conflicts.
        guard submission.isWrong || !state.conflicts.isEmpty else { return handOn(&state) }
        state.submission = nil
        _ = isWrong(&state)
        state.status = .editing
        return .none
    }

    /// Stores a validation result, if the value has not changed since it was sent for validation.
    private func note(_ judgement: Judgement, _ result: Result<Done, Failure>, _ state: inout FormState) {
        let address = judgement.address
        guard state[address].judging == judgement.value else { return }
        setJudging(nil, at: address, &state)
        state.note(address, .dependent)
        switch result {
        case .success: state[address].verdict = FieldState.Verdict(value: judgement.value, messages: [])
        case .failure(let failure) where !failure.mistakes.isEmpty:
            state[address].verdict = FieldState.Verdict(
                value: judgement.value, messages: failure.mistakes.map { Message($0) })
        case .failure(let failure):
            state[address].unjudged = judgement.value
            if judgement.isSubmit { return }
            let operation = Self.judgeOperation + plan.path(of: address, state)
            state.errors.add(failure, display: .inline, operation: operation)
        }
    }

    /// Removes the errors of failed validations whose values no longer need validation.
    private func dropErrors(_ state: inout FormState) {
        for error in state.errors.all where error.operation.hasPrefix(Self.judgeOperation) {
            let path = String(error.operation.dropFirst(Self.judgeOperation.count))
            if let address = plan.address(path: path, state) {
                let own = state[address]
                if own.unjudged == own.value, wantsVerdict(plan.field(address, state), own) { continue }
                // If the value needs validation later, the validation is requested again.
                state[address].unjudged = nil
            }
            state.errors.remove(error.id)
        }
    }

    /// Repeats a validation that the source could not perform.
    func judgeAgain(_ path: String, _ state: inout FormState) {
        guard let address = plan.address(path: path, state) else { return }
        state[address].unjudged = nil
        state[address].isChanged = true
        state.unwritten.insert(address)
    }
}
