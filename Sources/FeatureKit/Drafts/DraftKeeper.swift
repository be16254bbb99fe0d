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

    /// Asks the source for what an earlier time left.
    public func fetch() -> Effect<Action> {
        let query = RowQuery(predicate: .equals(place.source.idKey, .string(place.id)))
        let request = FetchRequest(start: .offset(0), limit: 1, isRefresh: true, query: query)
        let embed = embed
        return .ask(Self.operation, name: "fetch", place.source.fetch(request)) { embed(.fetched($0)) }
    }

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

    // MARK: Writing

    private func begin(_ content: JSONText?, _ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        draft.crossings = 0
        return keep(content, &draft, &errors)
    }

    /// Keeps what was entered; what is as it was at first needn't be.
    private func keep(_ content: JSONText?, _ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        if draft.isWriting {
            draft.isWanted = true
            return .none
        }
        // Also where there is nothing to write: what could not be kept is not to be kept any more.
        errors.removeAll(of: Self.operation)
        guard let content else { return delete(&draft) }
        draft.isWriting = true
        let patch = JSONText.object(member, content)
        let opID = ids.next()
        if draft.isKept { return written(true, place.source.update(place.id, patch: patch, opID: opID)) }
        let row = JSONText.object(place.source.idKey, .string(place.id)).value.merged(with: patch.value)
        return written(true, place.source.insert(SourceRow(id: place.id, value: row), before: nil, opID: opID))
    }

    private func delete(_ draft: inout Draft) -> Effect<Action> {
        guard draft.isKept else { return .none }
        draft.isWriting = true
        return written(false, place.source.delete([place.id], opID: ids.next()))
    }

    private func written<Value: Sendable>(_ isThere: Bool, _ answer: SourceAnswer<Value>) -> Effect<Action> {
        let embed = embed
        return .ask(Self.operation, name: "write", answer) { embed(.kept(isThere: isThere, $0.map { _ in Done() })) }
    }

    private func kept(
        _ isThere: Bool, _ result: Result<Done, Failure>, _ draft: inout Draft, _ errors: inout ErrorList,
        _ content: JSONText?
    ) -> Effect<Action> {
        draft.isWriting = false
        switch result {
        case .success: draft.isKept = isThere
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
        guard draft.isWanted else { return .none }
        draft.isWanted = false
        return keep(content, &draft, &errors)
    }
}
