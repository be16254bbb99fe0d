import FHJSON
import FHKindParts
import FeatureKit

/// Operations of a source on accepted rows.
///
/// Operations have another effect id than searches, because the next query cancels the previous search, but must not
/// cancel an operation.
extension Search {
    static let performID = "perform"

    func perform(
        _ action: RowAction, with rows: [SourceRow], _ value: JSONText?, _ state: inout SearchState
    ) -> Effect<Action> {
        let last = state.operation?.request
        let request = RowOperation(action, rows, value: value, after: last, configuration.ids)
        return ask(Operation(request: request, query: state.asked.query), &state)
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
        guard let action = configuration.actions.named(request.action), let performer = action.performer
        else { return .none }
        state.operation = operation
        let id = request.requestID
        let answer = performer.answer(to: request)
        return Effect.ask(Self.performID, name: "perform", info: action.info(of: request), answer) {
            .performed(opID: id, $0)
        }
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
        guard var operation = state.operation, operation.request.status == .running, operation.request.requestID == id
        else { return .none }
        switch result {
        case .success(let value):
            if !operation.request.isUndo {
                for row in operation.request.requested { _ = state.selected.remove(row.id) }
            }
            guard let value = operation.request.finish(value) else { return ask(operation, &state) }
            state.operation = nil
            let request = operation.request
            if request.isUndo { return renewAfter(request, &state) }
            remember(operation.query, &state)
            let output = Effect<Action>.output(Output(request.action, ids: request.ids, value: value))
            return .merge(
                output, configuration.actions.notice(about: request) { .undoOperation($0) }, renewAfter(request, &state)
            )
        case .failure(let failure):
            state.operation?.request.fail(failure)
            // If the user has cancelled the operation, no error is necessary.
            if failure != .cancelled { state.errors.add(failure, display: .banner, operation: Self.performID) }
            // A part of the rows may be done.
            let mayBeDone = operation.request.mayHaveChangedRows(after: failure)
            return mayBeDone ? renewAfter(operation.request, &state) : .none
        }
    }

    /// Undoes an operation that a notice is about.
    ///
    /// During another operation, the notice is shown again, so that the user can undo a little later.
    func undo(_ operation: RowOperation, _ state: inout SearchState) -> Effect<Action> {
        if state.performing != nil { return configuration.actions.notice(about: operation) { .undoOperation($0) } }
        state.errors.removeAll(of: Self.performID)
        return ask(Operation(request: operation.undone(configuration.ids), query: state.asked.query), &state)
    }

    /// Loads the rows again if the operation may have changed any of them.
    private func renewAfter(_ operation: RowOperation, _ state: inout SearchState) -> Effect<Action> {
        guard configuration.actions.named(operation.action)?.performer?.changesRows == true else { return .none }
        state.isFreshWanted = true
        return renew(&state)
    }
}
