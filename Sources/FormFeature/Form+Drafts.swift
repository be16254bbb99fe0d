import FeatureKit
import JSON
import Querying

/// Keeping what was entered, and offering it again.
extension Form {
    static let draftID = "draft"
    /// How long nothing must have changed, in milliseconds.
    static let draftDebounce = 500

    func fetchDraft(_ state: FormState) -> Effect<Action> {
        guard let place = configuration.draft else { return .none }
        let query = RowQuery(predicate: .equals(place.source.idKey, .string(place.id)))
        let request = FetchRequest(start: .offset(0), limit: 1, isRefresh: true, query: query)
        return .ask(Self.draftID, name: "fetch", place.source.fetch(request)) { .draftFetched($0) }
    }

    func draftFetched(_ result: Result<Page, Failure>, _ state: inout FormState) -> Effect<Action> {
        switch result {
        case .success(let page):
            let row = page.rows.first?.value.value
            state.draft.isKnown = true
            state.draft.isKept = row != nil
            state.draft.offered = row?["values"].flatMap { $0.isObject ? JSONText($0) : nil }
            return state.isDirty ? draftChanged(&state) : .none
        case .failure(let failure):
            state.errors.add(failure, display: .inline, operation: Self.draftID)
            return .none
        }
    }

    /// Something was entered: it is kept when nothing else is for a while.
    func draftChanged(_ state: inout FormState) -> Effect<Action> {
        guard configuration.draft != nil, state.draft.isKnown, state.draft.offered == nil else { return .none }
        // It has not settled before: what was said to be settled is not lost.
        return .send(.draftDue).debounce(Self.draftID, milliseconds: Self.draftDebounce)
    }

    /// Keeps what was entered; what is at its baseline again needn't be.
    func keepDraft(_ state: inout FormState) -> Effect<Action> {
        if state.draft.isWriting {
            state.draft.isWanted = true
            return .none
        }
        if !state.isDirty { return deleteDraft(&state) }
        guard let place = configuration.draft else { return .none }
        state.errors.removeAll(of: Self.draftID)
        state.draft.isWriting = true
        let patch = JSONText.object("values", plan.kept(state))
        let opID = configuration.ids.next()
        if state.draft.isKept { return written(true, place.source.update(place.id, patch: patch, opID: opID)) }
        let row = JSONText.object(place.source.idKey, .string(place.id)).value.merged(with: patch.value)
        return written(true, place.source.insert(SourceRow(id: place.id, value: row), before: nil, opID: opID))
    }

    private func deleteDraft(_ state: inout FormState) -> Effect<Action> {
        guard let place = configuration.draft, state.draft.isKept else { return .none }
        state.draft.isWriting = true
        return written(false, place.source.delete([place.id], opID: configuration.ids.next()))
    }

    private func written<Value: Sendable>(_ isThere: Bool, _ answer: SourceAnswer<Value>) -> Effect<Action> {
        .ask(Self.draftID, name: "write", answer) { .draftKept(isThere: isThere, $0.map { _ in Done() }) }
    }

    func draftKept(_ isThere: Bool, _ result: Result<Done, Failure>, _ state: inout FormState) -> Effect<Action> {
        state.draft.isWriting = false
        switch result {
        case .success: state.draft.isKept = isThere
        case .failure(let failure):
            // Somebody else has written it, or taken it away.
            if failure.code == "duplicateId" { state.draft.isKept = true }
            if failure.code == "targetGone" { state.draft.isKept = false }
            state.errors.add(failure, display: .inline, operation: Self.draftID)
            return .none
        }
        guard state.draft.isWanted else { return .none }
        state.draft.isWanted = false
        return keepDraft(&state)
    }

    func restoreDraft(_ state: inout FormState) -> Effect<Action> {
        guard let offered = state.draft.offered else { return .none }
        state.draft.offered = nil
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

    func discardDraft(_ state: inout FormState) -> Effect<Action> {
        state.draft.offered = nil
        return deleteDraft(&state)
    }

    /// What was handed on needn't be kept.
    func forgetDraft(_ state: inout FormState) -> Effect<Action> {
        if configuration.draft == nil || state.draft.offered != nil { return .none }
        if state.draft.isWriting {
            state.draft.isWanted = true
            return .cancel(Self.draftID)
        }
        return .merge(.cancel(Self.draftID), deleteDraft(&state))
    }
}
