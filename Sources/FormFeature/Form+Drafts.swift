import FeatureKit
import JSON

/// Keeping what was entered, and offering it again.
extension Form {
    static let draftID = DraftKeeper<Action>.operation
    /// How long nothing must have changed, in milliseconds.
    static let draftDebounce = 500

    /// Nil where drafts are kept nowhere.
    private var keeper: DraftKeeper<Action>? {
        configuration.draft.map {
            // An array; an object is what earlier versions kept.
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

    /// What the draft does not hold, or its fields can't hold any more, stays as it is.
    func restoreDraft(_ state: inout FormState) -> Effect<Action> {
        guard let offered = state.draft.takeOffered() else { return .none }
        for entry in plan.entries(ofDraft: offered.value) { restore(entry, &state) }
        state.status = .editing
        // The draft may lack what is entered now, or hold nothing else than the baseline.
        return content(&state)?.value == offered.value ? .none : draftChanged(&state)
    }

    /// A field that others have changed since the draft was kept is merged, or in conflict.
    private func restore(_ entry: FormPlan.DraftEntry, _ state: inout FormState) {
        let address = entry.address
        let theirs = state.known(at: address)
        enter(FormPlan.Entry(address: address, value: entry.value), &state)
        guard rowID != nil, let base = entry.base else { return }
        let isRepeated = plan.field(address, state).type == .repeated
        // Items are to stand over those of the row, also where nobody has changed it.
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

    /// What was handed on needn't be kept.
    func forgetDraft(_ state: inout FormState) -> Effect<Action> {
        guard let keeper else { return .none }
        let content = content(&state)
        return keeper.forget(&state.draft, &state.errors, content: content)
    }

    /// The form is left without its changes, and may live on.
    func giveUpDraft(_ state: inout FormState) -> Effect<Action> {
        keeper?.forget(&state.draft, &state.errors, content: nil) ?? .none
    }

    /// The form is given up: nothing of it is kept.
    public func discardDrafts(in state: FormState) -> Effect<Action> { keeper?.discard(state.draft) ?? .none }

    /// What is to be kept now; nil where nothing differs from its baseline.
    private func content(_ state: inout FormState) -> JSONText? {
        plan.settle(&state)
        return plan.kept(state, isAboutRow: rowID != nil)
    }
}

extension FormConfiguration {
    /// Where the draft of a form is kept that is opened with these params.
    func draft(openedWith params: JSONValue) -> DraftPlace? {
        guard let draft else { return nil }
        if let id = SourceRow.id(params["id"]) { return draft.about(id: id) }
        let values = params["values"].flatMap { FieldTree(self).text(openedWith: $0) }
        return draft.about(id: nil, values: values)
    }
}
