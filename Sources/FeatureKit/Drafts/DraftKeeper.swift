import JSON
import Querying

/// Keeps what a person has entered into a feature, and offers it again.
///
/// The feature's state holds the ``Draft``; its reducer hands each ``DraftEvent`` to ``receive(_:_:_:content:)``.
public struct DraftKeeper<Action: Sendable>: Sendable {
    private let place: DraftPlace
    private let member: String
    private let kinds: Set<JSONValue.Kind>
    private let milliseconds: Int
    private let ids: IDGenerator
    private let embed: @Sendable (DraftEvent) -> Action

    /// The name of its operation in errors, and of its effects.
    public static var operation: String { "draft" }
    /// How often others may get in the way of a write before that is an error: a source may contradict itself for ever.
    private static var mostCrossings: Int { 3 }

    /// Makes a keeper.
    ///
    /// - Parameters:
    ///   - place: the row.
    ///   - member: the row's member that holds what was entered.
    ///   - kinds: what that may be; a row that has something else offers nothing.
    ///   - milliseconds: how long nothing must have changed before it is kept; 0 keeps it at once.
    ///   - ids: ids for operations.
    ///   - embed: the case of the feature's action.
    public init(
        _ place: DraftPlace, member: String, kinds: Set<JSONValue.Kind>, after milliseconds: Int, ids: IDGenerator,
        _ embed: @escaping @Sendable (DraftEvent) -> Action
    ) {
        self.place = place
        self.member = member
        self.kinds = kinds
        self.milliseconds = milliseconds
        self.ids = ids
        self.embed = embed
    }

    /// Asks the source for what an earlier time left, behind all that was written to the row before.
    public func fetch() -> Effect<Action> {
        let embed = embed
        let place = place
        return .queued(queue) {
            let query = RowQuery(predicate: .equals(place.source.idKey, .string(place.id)))
            let request = FetchRequest(start: .offset(0), limit: 1, isRefresh: true, query: query)
            return .ask(Self.operation, name: "fetch", place.source.fetch(request)) { embed(.fetched($0)) }
        }
    }

    /// The queue of all that is asked about the row.
    private var queue: String { "\(Self.operation) \(place.id)" }

    /// Takes in what has happened.
    ///
    /// - Parameters:
    ///   - event: what that is.
    ///   - draft: what is known of the draft, which changes.
    ///   - errors: the feature's, where what can't be kept or read is shown.
    ///   - content: what is entered now; nil where nothing is to be kept.
    public func receive(
        _ event: DraftEvent, _ draft: inout Draft, _ errors: inout ErrorList, content: JSONText?
    ) -> Effect<Action> {
        switch event {
        case .fetched(.success(let page)):
            errors.removeAll(of: Self.operation)
            let row = page.rows.first?.value.value
            draft.isKnown = true
            draft.isKept = row != nil
            draft.offered = row?[member].flatMap { kinds.contains($0.kind) ? JSONText($0) : nil }
            return content == nil ? .none : changed(draft)
        case .fetched(.failure(let failure)):
            errors.add(failure, display: .inline, operation: Self.operation)
            return .none
        case .due: return begin(content, &draft, &errors)
        case .kept(let isThere, let result): return kept(isThere, result, &draft, &errors, content)
        }
    }

    /// Something was entered: it is kept when nothing else is for a while.
    public func changed(_ draft: Draft) -> Effect<Action> {
        guard draft.isKnown, draft.offered == nil else { return .none }
        let due = Effect.send(embed(.due))
        // It has not settled before: what was said to be settled is not lost.
        return milliseconds > 0 ? due.debounce(Self.operation, milliseconds: milliseconds) : due
    }

    /// Takes away what an earlier time left; what was entered meanwhile takes its place.
    public func discard(
        _ draft: inout Draft, _ errors: inout ErrorList, content: JSONText?
    ) -> Effect<Action> {
        draft.offered = nil
        return begin(content, &draft, &errors)
    }

    /// What was handed on needn't be kept; what was entered since then is kept at once: the feature may be on its way
    /// out.
    public func forget(
        _ draft: inout Draft, _ errors: inout ErrorList, content: JSONText?
    ) -> Effect<Action> {
        guard draft.isKnown, draft.offered == nil else { return .none }
        return .merge(.cancel(Self.operation), begin(content, &draft, &errors))
    }

    /// Deletes the draft: what was entered is given up, and so is the feature.
    ///
    /// A draft that is offered and that nobody has decided about stays.
    public func discard(_ draft: Draft) -> Effect<Action> {
        guard draft.isKnown, draft.offered == nil else { return .none }
        return .merge(.cancel(Self.operation), draft.mayBeKept ? deletion(ids.next()) : .none)
    }

    // MARK: Writing

    private func begin(_ content: JSONText?, _ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        draft.crossings = 0
        return keep(content, &draft, &errors)
    }

    /// Keeps what was entered; what is as it was at first needn't be.
    private func keep(_ content: JSONText?, _ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        guard let content else { return delete(&draft, &errors) }
        if draft.writes > 0 {
            draft.isWanted = true
            return .none
        }
        // Also where there is nothing to write: what could not be kept is not to be kept any more.
        errors.removeAll(of: Self.operation)
        draft.writes = 1
        draft.lastLeavesRow = true
        let patch = JSONText.object(member, content)
        let opID = ids.next()
        let place = place
        if draft.isKept { return written(true) { place.source.update(place.id, patch: patch, opID: opID) } }
        let row = JSONText.object(place.source.idKey, .string(place.id)).value.merged(with: patch.value)
        return written(true) {
            place.source.insert(SourceRow(id: place.id, value: row), before: nil, opID: opID)
        }
    }

    /// Deletes the row, behind a write that is under way: the feature may be gone before that is answered.
    private func delete(_ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        draft.isWanted = false
        errors.removeAll(of: Self.operation)
        guard draft.mayBeKept else { return .none }
        draft.writes += 1
        draft.lastLeavesRow = false
        return deletion(ids.next())
    }

    private func deletion(_ opID: String) -> Effect<Action> {
        let place = place
        return written(false) { place.source.delete([place.id], opID: opID) }
    }

    /// A write, which comes to its end whatever becomes of the feature.
    private func written<Value: Sendable>(
        _ leavesRow: Bool, _ write: @escaping @Sendable () -> SourceAnswer<Value>
    ) -> Effect<Action> {
        let embed = embed
        return .queued(queue, outlivesFeature: true) {
            .ask(Self.operation, name: "write", write()) {
                embed(.kept(isThere: leavesRow, $0.map { _ in Done() }))
            }
        }
    }

    private func kept(
        _ isThere: Bool, _ result: Result<Done, Failure>, _ draft: inout Draft, _ errors: inout ErrorList,
        _ content: JSONText?
    ) -> Effect<Action> {
        draft.writes = max(0, draft.writes - 1)
        switch result {
        case .success: draft.isKept = isThere
        // What follows it decides.
        case .failure where draft.writes > 0: break
        case .failure(let failure):
            let isCrossed = failure.code == (draft.isKept ? "targetGone" : "duplicateId")
            if isCrossed, draft.crossings < Self.mostCrossings {
                // Another instance has made the row or taken it away: what is to be kept is written the other way.
                draft.crossings += 1
                // Where nothing is to be kept any more the other's row stays.
                draft.isKept = !draft.isKept && content != nil
                draft.isWanted = draft.isWanted || isThere
            } else if !draft.isWanted {
                errors.add(failure, display: .inline, operation: Self.operation)
            }
        }
        // What failed may be out of date by now: what is newer is tried all the same.
        guard draft.isWanted, draft.writes == 0 else { return .none }
        draft.isWanted = false
        return keep(content, &draft, &errors)
    }
}
