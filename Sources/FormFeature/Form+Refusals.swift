import FeatureKit
import JSON

/// What a form refuses, and why.
extension Form {
    /// What would be refused whatever its params.
    public func unavailable(in state: FormState) -> [Unavailable] {
        var refused: [Unavailable] = []
        if let submission = state.submission {
            refused = ["reset", "cancel", "discard"].map { Unavailable($0, "submitting") }
            if submission.requestID == nil { refused.append(Unavailable("submit", "alreadySubmitting")) }
        } else {
            refused = [Unavailable("cancelSubmit", "notSubmitting")]
        }
        if let reason = refusal(ofStep: plan.step(after: state), end: "lastStep", state) {
            refused.append(Unavailable("nextStep", reason))
        }
        if let reason = refusal(ofStep: plan.step(before: state), end: "firstStep", state) {
            refused.append(Unavailable("previousStep", reason))
        }
        if state.draft.offered == nil {
            refused += [Unavailable("restoreDraft", "noDraft"), Unavailable("discardDraft", "noDraft")]
        } else if state.isBusy {
            refused.append(Unavailable("restoreDraft", "submitting"))
        }
        return refused
    }

    private func refusal(ofStep step: Int?, end: String, _ state: FormState) -> String? {
        if !configuration.isStepped { return "noSteps" }
        if state.isBusy { return "submitting" }
        return step == nil ? end : nil
    }

    /// What is refused because of its params.
    public func refusal(of action: Action, in state: FormState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .setValue(let path, let value):
            guard let address = plan.address(path: path, state) else { return .unavailable("gone") }
            return plan.entries(value, at: address, isEntered: true, state).refusal
        case .setValues(let values): return refusal(ofEntering: values.value, state)
        case .rebase(let values): return plan.entries(values.value, state).refusal
        case .setSecret(let path, let secret):
            guard let address = plan.address(path: path, state) else { return .unavailable("gone") }
            let field = plan.field(address, state)
            if field.type != .secure { return .unavailable("notSecret") }
            if secret.byteCount > FormPlan.longestText {
                return .invalidParams([FormPlan.tooLong(JSONPointer(["value"]), field.suffix)])
            }
            return state[address].isEnabled ? nil : .unavailable("disabled")
        case .focus(let path), .blur(let path):
            return plan.address(path: path, state) == nil ? .unavailable("gone") : nil
        case .insertItem(let path, let value, let beforeID):
            return refusal(ofItems: [beforeID], at: path, state) ?? refusal(ofItem: value?.value, at: path, state)
        case .removeItem(let path, let id): return refusal(ofItems: [id], at: path, state)
        case .moveItem(let path, let id, let beforeID): return refusal(ofItems: [id, beforeID], at: path, state)
        case .searchOptions(let path, _):
            guard let address = plan.address(path: path, state) else { return .unavailable("gone") }
            return plan.field(address, state).optionsSource == nil ? .unavailable("noOptions") : nil
        case .submit(let requestID):
            guard let submission = state.submission else { return nil }
            let isSame = requestID != nil && requestID == submission.requestID
            return isSame ? nil : .unavailable("alreadySubmitting")
        default: return nil
        }
    }

    /// What is entered together may enable each other.
    private func refusal(ofEntering values: JSONValue, _ state: FormState) -> ActionRefusal? {
        switch plan.entries(values, state) {
        case .failure(let refusal): return refusal
        case .success(let entries):
            if entries.allSatisfy({ state[$0.address].isEnabled }) { return nil }
            var after = state
            for entry in entries { plan.set(entry.value, at: entry.address, &after) }
            plan.settle(&after)
            let isEnabled = entries.allSatisfy { state[$0.address].isEnabled || after[$0.address].isEnabled }
            return isEnabled ? nil : .unavailable("disabled")
        }
    }

    private func refusal(ofItems ids: [String?], at path: String, _ state: FormState) -> ActionRefusal? {
        guard let address = plan.address(path: path, state) else { return .unavailable("gone") }
        if plan.field(address, state).type != .repeated { return .unavailable("notRepeated") }
        if !state[address].isEnabled { return .unavailable("disabled") }
        for case let id? in ids where state.item(id, in: address) == nil { return .unavailable("gone") }
        return nil
    }

    /// A new item's values are entered as those of the form are.
    private func refusal(ofItem value: JSONValue?, at path: String, _ state: FormState) -> ActionRefusal? {
        guard let value, let address = plan.address(path: path, state) else { return nil }
        return plan.refusal(ofItem: value, of: plan.index(address, state))
    }

    /// What is wrong with an object of values that a form is to be opened with, each below `/values`.
    ///
    /// Names that are no field, and a secure field's, are passed over.
    public func mistakes(inValues values: JSONValue) -> [ActionRefusal.Field] { plan.mistakes(inValues: values) }
}

extension Result<[FormPlan.Entry], ActionRefusal> {
    fileprivate var refusal: ActionRefusal? { if case .failure(let refusal) = self { refusal } else { nil } }
}
