import FHJSON
import FeatureKit

/// Keeps a user's unsaved input in a source, and offers it when the feature is opened again.
///
/// The feature's state holds the ``Draft``; its reducer passes each ``DraftEvent`` to ``receive(_:_:_:content:)``.
public struct DraftKeeper<Action: Sendable>: Sendable {
    private let place: DraftPlace
    private let member: String
    private let kinds: Set<JSONValue.Kind>
    private let milliseconds: Int
    private let ids: IDGenerator
    private let embed: @Sendable (DraftEvent) -> Action

    /// The name of the operation in errors about drafts; the ids of the keeper's effects begin with it.
    public static var operation: String { "draft" }
    /// The maximum of ``Draft/crossings``; further failures of a write are reported and not retried.
    ///
    /// Without a limit, a source that contradicts itself would cause endless retries.
    private static var mostCrossings: Int { 3 }

    /// Makes a keeper.
    ///
    /// - Parameters:
    ///   - place: the row that contains the draft.
    ///   - member: the row's member with the input.
    ///   - kinds: the valid JSON kinds of that member; a draft whose member has another kind is not offered.
    ///   - milliseconds: the debounce between the last change and the write; 0 writes immediately.
    ///   - ids: the generator of operation ids.
    ///   - embed: makes a draft event an action of the feature.
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

    /// Fetches an earlier draft, after all writes to its row that are already queued.
    public func fetch() -> Effect<Action> {
        let embed = embed
        let place = place
        return .queued(queue) {
            let query = RowQuery(predicate: .equals(place.source.idKey, .string(place.id)))
            let request = FetchRequest(start: .offset(0), limit: 1, isRefresh: true, query: query)
            return .ask(Self.operation, name: "fetch", place.source.fetch(request)) { embed(.fetched($0)) }
        }
    }

    /// The name of the queue of all requests about the row.
    private var queue: String { "\(Self.operation) \(place.id)" }

    /// Handles an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - draft: the draft, which is updated.
    ///   - errors: the feature's errors, to which failures to read or write the draft are added.
    ///   - content: the current input; nil if there is nothing to keep.
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

    /// Schedules a write of the changed input after the debounce.
    ///
    /// Does nothing before the draft's row was fetched, and while an earlier draft is offered.
    public func changed(_ draft: Draft) -> Effect<Action> {
        guard draft.isKnown, draft.offered == nil else { return .none }
        let due = Effect.send(embed(.due))
        // The debounce keeps the instance unsettled, so that a settled instance never has unwritten input.
        return milliseconds > 0 ? due.debounce(Self.operation, milliseconds: milliseconds) : due
    }

    /// Discards the offered draft; input that the user has entered meanwhile replaces it.
    public func discard(
        _ draft: inout Draft, _ errors: inout ErrorList, content: JSONText?
    ) -> Effect<Action> {
        draft.offered = nil
        return begin(content, &draft, &errors)
    }

    /// Drops the draft after its content was submitted.
    ///
    /// Input that the user has entered since then is written immediately, because the feature may be about to close.
    public func forget(
        _ draft: inout Draft, _ errors: inout ErrorList, content: JSONText?
    ) -> Effect<Action> {
        guard draft.isKnown, draft.offered == nil else { return .none }
        return .merge(.cancel(Self.operation), begin(content, &draft, &errors))
    }

    /// Deletes the draft when the feature closes without submitting.
    ///
    /// An offered draft that the user has not decided about stays.
    public func discard(_ draft: Draft) -> Effect<Action> {
        guard draft.isKnown, draft.offered == nil else { return .none }
        return .merge(.cancel(Self.operation), draft.mayBeKept ? deletion(ids.next()) : .none)
    }

    // MARK: Writing

    private func begin(_ content: JSONText?, _ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        draft.crossings = 0
        return keep(content, &draft, &errors)
    }

    /// Writes the input to the row, or deletes the row if there is nothing to keep.
    private func keep(_ content: JSONText?, _ draft: inout Draft, _ errors: inout ErrorList) -> Effect<Action> {
        guard let content else { return delete(&draft, &errors) }
        if draft.writes > 0 {
            draft.isWanted = true
            return .none
        }
        // If an earlier write failed, this write replaces it, so the error no longer matters.
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

    /// Deletes the row after a write in progress.
    ///
    /// The deletion is queued, because the feature may be gone before that write is answered.
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

    /// Returns a write that completes even if the feature is closed meanwhile.
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
        // The writes that follow decide the outcome.
        case .failure where draft.writes > 0: break
        case .failure(let failure):
            let isCrossed = failure.code == (draft.isKept ? "targetGone" : "duplicateId")
            if isCrossed, draft.crossings < Self.mostCrossings {
                // Another instance has inserted or deleted the row: retry with the other kind of write.
                draft.crossings += 1
                // If there is no input left to write, the row that the other instance inserted stays.
                draft.isKept = !draft.isKept && content != nil
                draft.isWanted = draft.isWanted || isThere
            } else if !draft.isWanted {
                errors.add(failure, display: .inline, operation: Self.operation)
            }
        }
        // Newer input is written even if the write that has just ended failed.
        guard draft.isWanted, draft.writes == 0 else { return .none }
        draft.isWanted = false
        return keep(content, &draft, &errors)
    }
}
