import FHJSON
import FHKindParts
import FeatureKit

/// Operations of a source on accepted rows.
///
/// Operations have another effect id than searches, because the next query cancels the previous search, but must not
/// cancel an operation.
extension Search {
    static let performID = "perform"

    func performer(of action: String) -> RowAction.Performer? {
        RowAction.performer(of: action, among: configuration.actions)
    }

    func perform(_ action: String, with rows: [SourceRow], _ state: inout SearchState) -> Effect<Action> {
        var operation = Operation(request: RowOperation(id: "", action: action, rows: rows), query: state.asked.query)
        operation.request.identify(after: state.operation?.request, configuration.ids)
        return ask(operation, &state)
    }

    /// Repeats a failed operation with the same rows.
    func performAgain(_ state: inout SearchState) -> Effect<Action> {
        guard var operation = state.operation, operation.request.status != .running else { return .none }
        operation.request.begin(configuration.ids)
        state.errors.removeAll(of: Self.performID)
        return ask(operation, &state)
    }

    private func ask(_ operation: Operation, _ state: inout SearchState) -> Effect<Action> {
        let request = operation.request
        guard let performer = performer(of: request.action) else { return .none }
        state.operation = operation
        let answer = performer.source.perform(performer.operation, input: request.input, opID: request.id)
        return Effect.ask(Self.performID, name: "perform", answer) { .performed(opID: request.id, $0) }
            .cancellable(Self.performID)
    }

    /// Stops waiting for an operation.
    ///
    /// The source may still complete it.
    func stopPerforming(_ state: inout SearchState) -> Effect<Action> {
        if state.performing == nil { return .none }
        state.operation?.request.status = .ended
        return .cancel(Self.performID)
    }

    func performed(_ id: String, _ result: Result<JSONText, Failure>, _ state: inout SearchState) -> Effect<Action> {
        guard let operation = state.performing, operation.id == id else { return .none }
        switch result {
        case .success(let value):
            let query = state.operation?.query ?? ""
            state.operation = nil
            for id in operation.ids { _ = state.selected.remove(id) }
            remember(query, &state)
            return .output(Output(operation.action, ids: operation.ids, value: value))
        case .failure(let failure):
            state.operation?.request.fail(failure)
            state.errors.add(failure, display: .banner, operation: Self.performID)
            return .none
        }
    }
}
