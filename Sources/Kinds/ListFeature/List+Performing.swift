import FHJSON
import FHKindParts
import FeatureKit

/// Declared actions on rows, which a source performs or the receiver of the output.
extension List {
    static let performID = "perform"

    /// Asks the user, asks the source, or emits the rows, as the action declares.
    func accept(_ request: AcceptRequest, _ state: inout ListState) -> Effect<Action> {
        guard let action = configuration.actions.named(request.action),
            let rows = try? state.rows(of: request, action)
        else { return .none }
        state.faults.list.removeAll(of: Self.performID)
        if let question = action.question, !request.isConfirmed {
            track(action.id, &state)
            return .output(.present(question, about: rows.map(\.id)))
        }
        guard action.performer != nil else {
            track(action.id, &state)
            return .output(Output(action.id, rows: rows))
        }
        let operation = RowOperation(
            action, rows, value: request.value, from: state.writing.token, after: state.writing.operation,
            configuration.ids)
        track(operation.id, &state)
        return ask(operation, &state)
    }

    /// The action that the key `Enter` starts for a row; nil if the row is opened.
    func opening(_ id: String) -> AcceptRequest? {
        configuration.actions.first { $0.key == RowAction.enter }.map {
            AcceptRequest(action: $0.id, target: .ids([id]))
        }
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
        guard let action = configuration.actions.named(operation.action), let performer = action.performer
        else { return .none }
        state.writing.operation = operation
        let id = operation.requestID
        let answer = performer.answer(to: operation)
        return Effect.ask(Self.performID, name: "perform", info: action.info(of: operation), answer) {
            .performed(opID: id, $0)
        }
        .cancellable(Self.performID)
    }

    func performed(_ id: String, _ result: Result<JSONText, Failure>, _ state: inout ListState) -> Effect<Action> {
        guard var operation = state.performing, operation.requestID == id else { return .none }
        switch result {
        case .success(let value):
            if !operation.isUndo { deselect(operation.requested.map(\.id), &state) }
            guard let value = operation.finish(value) else { return ask(operation, &state) }
            state.writing.operation = nil
            if operation.isUndo { return refreshAfter(operation, &state) }
            let output = Effect<Action>.output(Output(operation.action, ids: operation.ids, value: value))
            return .merge(
                output, configuration.actions.notice(about: operation) { .undoOperation($0) },
                refreshAfter(operation, &state))
        case .failure(let failure):
            state.writing.operation?.fail(failure)
            if state.writing.tracked[operation.id] == nil {
                // The user has cancelled the operation, and needs no error about that.
                if failure == .cancelled { return refreshAfter(operation, &state) }
                state.faults.list.add(failure, display: .banner, operation: Self.performID)
            } else {
                // The feature that waits for the operation shows the error.
                state.writing.tracked[operation.id]?.failure = failure
            }
            // A part of the rows may be done.
            return operation.mayHaveChangedRows(after: failure) ? refreshAfter(operation, &state) : .none
        }
    }

    /// Undoes an operation that a notice is about.
    ///
    /// During another operation, the notice is shown again, so that the user can undo a little later.
    func undo(_ operation: RowOperation, _ state: inout ListState) -> Effect<Action> {
        if state.performing != nil { return configuration.actions.notice(about: operation) { .undoOperation($0) } }
        state.faults.list.removeAll(of: Self.performID)
        return ask(operation.undone(configuration.ids), &state)
    }

    /// Loads the rows again if the operation may have changed any of them.
    private func refreshAfter(_ operation: RowOperation, _ state: inout ListState) -> Effect<Action> {
        configuration.actions.named(operation.action)?.performer?.changesRows == true ? refresh(&state) : .none
    }

    private func deselect(_ ids: [String], _ state: inout ListState) {
        state.targets.selection.deselect(ids)
        // Rows that come later are not marked because all rows once were.
        let except = Set(texts: state.targets.selection.except)
        if state.loading.isAllLoaded, state.shown.rows.keys.allSatisfy({ except.contains($0) }) {
            state.targets.selection.clear()
        }
    }
}

/// The params of the action `accept`.
struct AcceptRequest: Sendable {
    /// The id of a declared action.
    let action: String
    /// The rows that the params name; nil for the rows of the action's scope.
    let target: RowTarget?
    /// The value that a form has supplied; nil for none.
    var value: JSONText?
    /// True if the user has confirmed the action, so that no question is asked.
    var isConfirmed = false
}

extension ListAction {
    /// The request to accept rows; nil for any other action.
    ///
    /// - Throws: the errors in the params that specify the rows.
    func acceptRequest() throws(ActionRefusal) -> AcceptRequest? {
        guard case .accept(let action, let ids, let all, let except, let selection, let value, let confirmed) = self
        else { return nil }
        let namesRows = ids != nil || all != nil || except != nil || selection != nil
        return AcceptRequest(
            action: action, target: namesRows ? try target() : nil, value: value.map { JSONText($0.value) },
            isConfirmed: confirmed == true)
    }
}

extension ListState {
    /// The operation in progress; nil if there is none.
    var performing: RowOperation? { writing.operation?.status == .running ? writing.operation : nil }

    /// The ids of the actions that apply to the marked rows or, if none is marked, to the active row.
    ///
    /// Nil if no action has a condition.
    var availableActions: [String]? {
        head.actions.available(for: targetedRows, active: activeID.flatMap { visible($0) })
    }

    /// The marked rows or, if none is marked, the active row; nil if there are too many, or all rows are marked.
    private var targetedRows: [SourceRow]? {
        guard case .ids(let ids)? = resolved(.selection) else { return targets.selection.all ? nil : [] }
        if ids.count > OfferedActions.maximumRows { return nil }
        return ids.compactMap { visible($0) }.filter { !$0.isDropped }
    }

    /// The ids of the rows of a target; nil if not all of them are loaded.
    private func ids(toAccept target: RowTarget) -> [String]? {
        switch resolved(target) {
        case .ids(let ids): return ids
        case .allExcept(let except):
            guard loading.isAllLoaded else { return nil }
            return shown.rows.keys.filter { id in !except.contains { isSameText($0, id) } }
        case .selection, nil: return nil
        }
    }

    /// The rows to which an action applies.
    ///
    /// - Throws: the reason why the action is refused for the rows that the request names.
    func rows(of request: AcceptRequest, _ action: RowAction) throws(ActionRefusal) -> [SourceRow] {
        if action.scope == .none {
            if request.target == nil { return [] }
            throw .unavailable(
                "noRows", detail: "\(action.title) is about no rows; leave out the params that name rows")
        }
        let target =
            request.target ?? (action.scope == .active ? activeID.map { .ids([$0]) } ?? .ids([]) : .selection)
        guard let resolved = resolved(target), request.target != nil || resolved != .ids([]) else {
            throw .unavailable("noTarget")
        }
        guard let ids = ids(toAccept: resolved) else {
            throw .unavailable("notAllLoaded", detail: "not all rows are loaded; load them first, or name the rows")
        }
        if ids.isEmpty { throw .unavailable("noItems") }
        if action.scope == .active, ids.count > 1 {
            throw .unavailable(
                "severalRows", detail: "\(action.title) is about one row, and not about \(ids.count)")
        }
        let gone = ids.filter { visible($0) == nil || shown.pending[$0] == .delete }
        if !gone.isEmpty { throw .gone(gone.map { LikelyName.shown($0) }) }
        // The source may give a new row another id.
        if ids.contains(where: { shown.pending[$0] == .insert }) { throw .unavailable("saving") }
        let rows = ids.compactMap { visible($0) }
        if let dropped = rows.first(where: \.isDropped) {
            throw .unavailable("dropped", detail: RowDetail.dropped(dropped.id))
        }
        let applicable = action.applicable(rows)
        if applicable.isEmpty { throw action.notApplicable }
        return applicable
    }
}
