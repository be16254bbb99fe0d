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
            DraftKeeper(
                $0, member: "values", kind: .object, after: Self.draftDebounce, ids: configuration.ids, Action.draft)
        }
    }

    func fetchDraft() -> Effect<Action> { keeper?.fetch() ?? .none }

    func receive(_ event: DraftEvent, _ state: inout FormState) -> Effect<Action> {
        let content = state.isDirty ? plan.kept(state) : nil
        return keeper?.receive(event, &state.draft, &state.errors, content: content) ?? .none
    }

    func draftChanged(_ state: inout FormState) -> Effect<Action> {
        keeper?.changed(state.draft) ?? .none
    }

    func restoreDraft(_ state: inout FormState) -> Effect<Action> {
        guard let offered = state.draft.takeOffered() else { return .none }
        var row = plan.tree.initialRow(of: 0)
        plan.tree.fill(&row, plan.tree.allRoots, from: offered.value)
        for (local, value) in row.enumerated() {
            let field = plan.fields[plan.tree.scopes[0].nodes[local]]
            if field.type == .secure || field.type == .group { continue }
            enter(FormPlan.Entry(address: FieldAddress(0, local), value: value), &state)
        }
        state.status = .editing
        return .none
    }

    func discardDraft(_ state: inout FormState) -> Effect<Action> { keeper?.discard(&state.draft) ?? .none }

    /// What was handed on needn't be kept.
    func forgetDraft(_ state: inout FormState) -> Effect<Action> { keeper?.forget(&state.draft) ?? .none }
}
