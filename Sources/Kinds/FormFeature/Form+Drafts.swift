import FHJSON
import FHKindParts
import FeatureKit

/// Drafts: unsubmitted values are stored and offered again.
extension Form {
    static let draftID = DraftKeeper<Action>.operation
    /// The time in milliseconds for which the values must be unchanged before they are stored.
    static let draftDebounce = 500

    /// The draft keeper; nil if drafts are not stored.
    private var keeper: DraftKeeper<Action>? {
        configuration.draft.map {
            // The member is an array. Earlier versions of the host stored an object.
            DraftKeeper(
                $0, member: "values", kinds: [.array, .object], after: Self.draftDebounce, ids: configuration.ids,
                Action.draft)
        }
    }

    func fetchDraft() -> Effect<Action> { keeper?.fetch() ?? .none }

    func receive(_ event: DraftEvent, _ state: inout FormState) -> Effect<Action> {
        guard let keeper else { return .none }
        let content = content(&state)
        return keeper.receive(event, &state.draft, &state.errors, content: content)
    }

    func draftChanged(_ state: inout FormState) -> Effect<Action> {
        keeper?.changed(state.draft) ?? .none
    }

    /// Restores the offered draft.
    ///
    /// A field stays unchanged if the draft has no value for it, or a value that the field can no longer hold.
    func restoreDraft(_ state: inout FormState) -> Effect<Action> {
        guard let offered = state.draft.takeOffered() else { return .none }
        for entry in plan.entries(ofDraft: offered.value) { restore(entry, &state) }
        state.status = .editing
        // The stored draft is written again if it lacks other changes in the form, or has a value that equals the
        // baseline.
        return content(&state)?.value == offered.value ? .none : draftChanged(&state)
    }

    /// Restores one field.
    ///
    /// If others have changed the field's value in the row since the draft was stored, their value is merged with the
    /// draft's value, or the field is in conflict.
    private func restore(_ entry: FormPlan.DraftEntry, _ state: inout FormState) {
        let address = entry.address
        let theirs = state.known(at: address)
        enter(FormPlan.Entry(address: address, value: entry.value), &state)
        guard rowID != nil, let base = entry.base else { return }
        let isRepeated = plan.field(address, state).type == .repeated
        // The draft's items are new items of the form, so they are connected to the row's items even if the row is
        // unchanged.
        if !isRepeated, plan.isKept(base.json, for: theirs, at: address, state) { return }
        state.note(address, .changed)
        if plan.isKept(plan.draftText(of: address, state), for: theirs, at: address, state) {
            return takeTheirs(address, &state)
        }
        state[address].baseline = base.value
        state.setConflict(nil, at: address)
        rebaseChanged(FormPlan.Entry(address: address, value: theirs), isSketch: isRepeated, &state)
    }

    func discardDraft(_ state: inout FormState) -> Effect<Action> {
        guard let keeper else { return .none }
        let content = content(&state)
        return keeper.discard(&state.draft, &state.errors, content: content)
    }

    /// Deletes the draft after a submit.
    func forgetDraft(_ state: inout FormState) -> Effect<Action> {
        guard let keeper else { return .none }
        let content = content(&state)
        return keeper.forget(&state.draft, &state.errors, content: content)
    }

    /// Deletes the draft when the user discards the changes.
    ///
    /// The form may stay open.
    func giveUpDraft(_ state: inout FormState) -> Effect<Action> {
        keeper?.forget(&state.draft, &state.errors, content: nil) ?? .none
    }

    /// Deletes the draft of a form that is closed without submitting.
    public func discardDrafts(in state: FormState) -> Effect<Action> { keeper?.discard(state.draft) ?? .none }

    /// The draft to store; nil if no value differs from its baseline.
    private func content(_ state: inout FormState) -> JSONText? {
        plan.settle(&state)
        return plan.kept(state, isAboutRow: rowID != nil)
    }
}

extension FormConfiguration {
    /// Returns the row for the draft of a form that is opened with these params; nil if the form has no drafts.
    func draft(openedWith params: JSONValue) -> DraftPlace? {
        guard let draft else { return nil }
        if let id = SourceRow.id(params["id"]) { return draft.about(id: id) }
        let values = params["values"].flatMap { FieldTree(self).text(openedWith: $0) }
        return draft.about(id: nil, values: values)
    }
}
