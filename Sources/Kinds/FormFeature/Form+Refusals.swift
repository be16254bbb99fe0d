import FHJSON
import FHKindParts
import FeatureKit

/// The actions that a form refuses, with the reasons.
extension Form {
    /// The actions that are refused regardless of their params.
    public func unavailable(in state: FormState) -> [Unavailable] {
        var refused: [Unavailable] = []
        if let submission = state.submission {
            refused = ["reset", "cancel", "discard"].map { Unavailable($0, "submitting") }
            if submission.requestID == nil { refused.append(Unavailable("submit", "alreadySubmitting")) }
        } else {
            refused = [Unavailable("cancelSubmit", "notSubmitting")]
        }
        if case .update = configuration.submit, rowID == nil { refused.append(Unavailable("submit", "noRow")) }
        if state.conflicts.isEmpty {
            refused += ["keepMine", "takeTheirs"].map { Unavailable($0, "noConflict") }
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

    /// Returns the refusal of an action because of its params; nil if the params are accepted.
    public func refusal(of action: Action, in state: FormState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        do throws(ActionRefusal) {
            try check(action, state)
            return nil
        } catch {
            return error
        }
    }

    private func check(_ action: FormAction, _ state: FormState) throws(ActionRefusal) {
        switch action {
        case .setValue(let path, let value):
            _ = try plan.entries(value, at: try field(path, state), isEntered: true, state)
        case .setValues(let values): try check(entering: values.value, state)
        case .keepMine(let path), .takeTheirs(let path):
            guard let path else { return }
            _ = try field(path, state)
            if plan.conflicts(state, below: path).isEmpty {
                throw .unavailable("noConflict", detail: "the field \(path) is in no conflict")
            }
        case .rebase(let values): _ = try plan.entries(values.value, state)
        case .setSecret(let path, let secret): try check(secret, at: try field(path, isSecret: true, state), state)
        case .focus(let path), .blur(let path): _ = try field(path, state)
        case .insertItem(let path, let value, let beforeID):
            let address = try repeated(path, with: [beforeID], state)
            if let value { try plan.check(item: value.value, of: plan.index(address, state)) }
        case .removeItem(let path, let id): _ = try repeated(path, with: [id], state)
        case .moveItem(let path, let id, let beforeID): _ = try repeated(path, with: [id, beforeID], state)
        case .searchOptions(let path, _):
            _ = try searched(path, state)
        case .loadMoreOptions(let path):
            let address = try searched(path, state)
            guard let list = state.options[plan.index(address, state)] else { throw .unavailable("notLoaded") }
            if list.status == .loading { throw .unavailable("loading") }
            if list.next == nil {
                // If the first page could not be loaded, the end of the options is not reached.
                if list.status == .failed { throw .unavailable("notLoaded") }
                throw .unavailable("endReached", detail: "the field \(path) has no more options")
            }
        case .submit(let requestID):
            guard let submission = state.submission else { return }
            let isSame = requestID != nil && requestID == submission.requestID
            if !isSame { throw .unavailable("alreadySubmitting") }
        default: break
        }
    }

    /// Returns the address of the field at a path; refuses a field whose options don't come from a source.
    private func searched(_ path: String, _ state: FormState) throws(ActionRefusal) -> FieldAddress {
        let address = try field(path, state)
        if plan.field(address, state).optionsSource != nil { return address }
        throw .unavailable("noOptions", detail: "the field \(path) has no source that is searched for options")
    }

    /// Returns the address of the field at a path; refuses an unknown path.
    ///
    /// - Parameter isSecret: true if a wrong path may contain a secret, which the refusal must not repeat.
    private func field(
        _ path: String, isSecret: Bool = false, _ state: FormState
    ) throws(ActionRefusal) -> FieldAddress {
        if let address = plan.address(path: path, state) { return address }
        throw .unavailable("gone", detail: plan.detail(ofMissing: path, isSecret: isSecret, state))
    }

    private func check(_ secret: Secret, at address: FieldAddress, _ state: FormState) throws(ActionRefusal) {
        let field = plan.field(address, state)
        if field.type != .secure {
            let detail = "the field \(plan.path(of: address, state)) is no secure field; send setValue"
            throw .unavailable("notSecret", detail: detail)
        }
        if secret.byteCount > EntryBudget.bytes {
            throw .invalidParams([EntryBudget.exceeded(at: JSONPointer(["value"]))])
        }
        if !state[address].isEnabled { throw plan.disabled(address, state) }
    }

    /// Refuses values for fields that are disabled now and would still be disabled with all the values entered.
    private func check(entering values: JSONValue, _ state: FormState) throws(ActionRefusal) {
        let entries = try plan.entries(values, state)
        if entries.allSatisfy({ state[$0.address].isEnabled }) { return }
        var after = state
        for entry in entries { plan.set(entry.value, at: entry.address, &after) }
        plan.settle(&after)
        let disabled = entries.first { !state[$0.address].isEnabled && !after[$0.address].isEnabled }
        if let disabled { throw plan.disabled(disabled.address, state) }
    }

    /// Returns the address of the repeated field at a path; refuses a disabled field, and the ids of unknown items.
    private func repeated(
        _ path: String, with ids: [String?], _ state: FormState
    ) throws(ActionRefusal) -> FieldAddress {
        let address = try field(path, state)
        if plan.field(address, state).type != .repeated {
            throw .unavailable("notRepeated", detail: "the field \(path) has no items: it is not repeated")
        }
        if !state[address].isEnabled { throw plan.disabled(address, state) }
        for case let id? in ids where state.item(id, in: address) == nil {
            let detail = "the field \(path) has no item \(LikelyName.shown(id)), or not any more"
            throw .unavailable("gone", detail: detail)
        }
        return address
    }

    /// Returns the validation errors in values with which a form is opened.
    ///
    /// The paths of the errors begin with `/values`.
    ///
    /// Names that match no field, and values of secure fields, are ignored.
    public func mistakes(inValues values: JSONValue) -> [ActionRefusal.Field] { plan.mistakes(inValues: values) }
}
