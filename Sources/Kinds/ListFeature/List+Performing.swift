import FHJSON
import FHKindParts
import FeatureKit

/// Declared actions on rows, which a source performs or the receiver of the output.
extension List {
    static let performID = "perform"

    private func performer(of action: String) -> RowAction.Performer? {
        RowAction.performer(of: action, among: configuration.actions)
    }

    func accept(
        _ action: String, _ rows: [SourceRow], _ value: JSONText?, _ state: inout ListState
    ) -> Effect<Action> {
        state.faults.list.removeAll(of: Self.performID)
        guard performer(of: action) != nil else {
            track(action, &state)
            return .output(Output(action, rows: rows))
        }
        var operation = RowOperation(id: "", action: action, rows: rows, value: value)
        operation.identify(after: state.writing.operation, configuration.ids)
        track(operation.id, &state)
        return ask(operation, &state)
    }

    /// Lets the feature whose output has caused the action wait for its end.
    private func track(_ step: String, _ state: inout ListState) {
        if let token = state.writing.token { state.writing.tracked[step] = TrackedEdit(token: token) }
    }

    /// Repeats a failed operation with the same rows.
    func performAgain(_ state: inout ListState) -> Effect<Action> {
        guard var operation = state.writing.operation, operation.status != .running else { return .none }
        operation.begin(configuration.ids)
        state.faults.list.removeAll(of: Self.performID)
        return ask(operation, &state)
    }

    private func ask(_ operation: RowOperation, _ state: inout ListState) -> Effect<Action> {
        guard let performer = performer(of: operation.action) else { return .none }
        state.writing.operation = operation
        let answer = performer.source.perform(performer.operation, input: operation.input, opID: operation.id)
        return Effect.ask(Self.performID, name: "perform", answer) { .performed(opID: operation.id, $0) }
            .cancellable(Self.performID)
    }

    func performed(_ id: String, _ result: Result<JSONText, Failure>, _ state: inout ListState) -> Effect<Action> {
        guard let operation = state.performing, operation.id == id else { return .none }
        switch result {
        case .success(let value):
            state.writing.operation = nil
            state.targets.selection.deselect(operation.ids)
            // Rows that come later are not marked because all rows once were.
            let except = Set(texts: state.targets.selection.except)
            if state.loading.isAllLoaded, state.shown.rows.keys.allSatisfy({ except.contains($0) }) {
                state.targets.selection.clear()
            }
            let output = Effect<Action>.output(Output(operation.action, ids: operation.ids, value: value))
            // The operation may have changed any row.
            return performer(of: operation.action)?.changesRows == true ? .merge(output, refresh(&state)) : output
        case .failure(let failure):
            state.writing.operation?.fail(failure)
            if state.writing.tracked[id] == nil {
                state.faults.list.add(failure, display: .banner, operation: Self.performID)
            } else {
                // The feature that waits for the operation shows the error.
                state.writing.tracked[id]?.failure = failure
            }
            return .none
        }
    }
}

extension ListState {
    /// The operation in progress; nil if there is none.
    var performing: RowOperation? { writing.operation?.status == .running ? writing.operation : nil }

    /// The ids of the rows of a target; nil if not all of them are loaded.
    func ids(toAccept target: RowTarget) -> [String]? {
        switch resolved(target) {
        case .ids(let ids): return ids
        case .allExcept(let except):
            guard loading.isAllLoaded else { return nil }
            return shown.rows.keys.filter { id in !except.contains { isSameText($0, id) } }
        case .selection, nil: return nil
        }
    }

    /// The reason why `accept` is refused for a target; nil if it is not refused.
    func reason(againstAccepting target: RowTarget?) -> String? {
        guard let target, target != .selection else { return "noTarget" }
        guard let ids = ids(toAccept: target) else { return "notAllLoaded" }
        if ids.isEmpty { return "noItems" }
        for id in ids {
            guard let row = visible(id), shown.pending[id] != .delete else { return "gone" }
            // The source may give a new row another id.
            if shown.pending[id] == .insert { return "saving" }
            if row.isDropped { return "dropped" }
        }
        return nil
    }
}
