import FeatureKit
import JSON
import Synchronization

/// A source in memory whose every answer a test gives, in the order and at the time that it wants.
///
/// Calls wait until ``answer(_:with:matches:)`` or ``fail(_:_:)`` is called for them; they are numbered from 0.
public final class SimulatedSource: DataSource {
    /// A call that a feature made.
    public enum Call: Sendable, Equatable {
        /// `fetch`.
        case fetch(FetchRequest)
        /// `search`.
        case search(SearchRequest)
        /// `insert` of one row, with the id.
        case insert(String, before: String?)
        /// `insert` of several rows.
        case insertMany([RowInsertion])
        /// `update` of one row.
        case update(String, JSONText)
        /// `update` of several rows.
        case updateMany([RowUpdate])
        /// `move`.
        case move([String], before: String?)
        /// `move`, behind a row.
        case move([String], behind: String)
        /// `delete`.
        case delete([String])
        /// `perform`, with the operation and its input.
        case perform(String, JSONText)
    }

    private struct State {
        var calls: [Call] = []
        var operations: [String] = []
        var versions: [Int: [String?]] = [:]
        var answers: [Int: Result<Page, Failure>] = [:]
        var matches: [Int: [Int: JSONText]] = [:]
        var waiting: [Int: CheckedContinuation<Result<Page, Failure>, Never>] = [:]
        /// The rows that features were given, the newest last.
        var given: [RowBatch] = []
    }

    private let state = Mutex(State())
    /// What the source can do.
    public let abilities: SourceAbilities
    /// Where a test tells of changes; nil where the source can't.
    public let changes: ChangeFeed?

    /// A source that has answered nothing yet.
    public init(abilities: SourceAbilities = .all, tellsChanges: Bool = false) {
        self.abilities = abilities
        changes = tellsChanges ? ChangeFeed() : nil
    }

    /// The calls so far, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The operations of the edits so far, in order.
    public var operations: [String] { state.withLock { $0.operations } }

    /// Answers the call of this number, now or when it comes: a page for `fetch` and `search`, and for `insert`,
    /// `update` and `perform` what the source has or gives then, as the page's rows.
    ///
    /// Without a row, `insert` adds the row that it was called with, and `update` changes the row as the source gave it
    /// last; `move` and `delete` take anything.
    /// - Parameters:
    ///   - number: which call, from 0.
    ///   - page: the rows, with the token of the next page.
    ///   - matches: of a `search`, where rows match, by their places in the page.
    public func answer(
        _ number: Int, with page: Page = Page(rows: [], endReached: true), matches: [Int: JSONText] = [:]
    ) {
        state.withLock { $0.matches[number] = matches }
        finish(number, .success(page))
    }

    /// Lets the call of this number fail.
    public func fail(_ number: Int, _ failure: Failure) {
        finish(number, .failure(failure))
    }

    private func finish(_ number: Int, _ result: Result<Page, Failure>) {
        let continuation = state.withLock { state in
            if let waiting = state.waiting.removeValue(forKey: number) { return waiting as Optional }
            state.answers[number] = result
            return nil
        }
        continuation?.resume(returning: result)
    }

    private func note(_ call: Call, _ opID: String? = nil) -> Int {
        state.withLock { state in
            state.calls.append(call)
            if let opID { state.operations.append(opID) }
            return state.calls.count - 1
        }
    }

    private func result(of number: Int) async throws(Failure) -> Page {
        try await withCheckedContinuation { continuation in
            let result: Result<Page, Failure>? = state.withLock { state in
                if let answer = state.answers.removeValue(forKey: number) { return answer }
                state.waiting[number] = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }.get()
    }

    /// A page, when the test gives it.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        let number = note(.fetch(request))
        return .later { () async throws(Failure) in
            let page = try await self.result(of: number)
            self.noteGiven(page.rows)
            return page
        }
    }

    /// A page of results, when the test gives it.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        let number = note(.search(request))
        return .later { () async throws(Failure) in
            let page = try await self.result(of: number)
            self.noteGiven(page.rows)
            return SearchPage(page, matches: self.state.withLock { $0.matches[number] } ?? [:])
        }
    }

    /// Inserts rows, when the test says so; the answer's rows, if it has any, are what the source made of them.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        let call: Call =
            insertions.count == 1
            ? .insert(insertions[0].row.id, before: insertions[0].before) : .insertMany(insertions)
        let number = note(call, opID)
        return .later { () async throws(Failure) in
            let answer = try await self.result(of: number).rows
            let made = insertions.indices.map { $0 < answer.count ? answer[$0] : insertions[$0].row }
            self.noteGiven(RowBatch(made))
            return made
        }
    }

    /// Changes rows, when the test says so; the answer's rows are what the source has then, without them the rows as
    /// they were given last with the patches applied.
    ///
    /// Versions are compared by the test: it answers, or lets the call fail with a `conflict`.
    /// ``versions(of:)`` has those that were named.
    /// Where a row was never given, nobody knows what the source has: the call fails, and so does a test with a
    /// `TestStore`.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        let call: Call = updates.count == 1 ? .update(updates[0].id, updates[0].patch) : .updateMany(updates)
        let number = note(call, opID)
        state.withLock { $0.versions[number] = updates.map(\.ifVersion) }
        return .later { () async throws(Failure) in
            let answer = try await self.result(of: number).rows
            var rows: [SourceRow] = []
            for (place, update) in updates.enumerated() {
                let known = place < answer.count ? answer[place] : self.given(update.id)?.merged(with: update.patch)
                guard let row = known else { throw Self.unknownRow(update.id) }
                rows.append(row)
            }
            self.noteGiven(RowBatch(rows))
            return rows
        }
    }

    /// The versions that the `update` or the deletion of this number names, in the order of its rows.
    public func versions(of number: Int) -> [String?] { state.withLock { $0.versions[number] ?? [] } }

    /// Moves rows, when the test says so.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        done(note(.move(ids, before: before), opID))
    }

    /// Moves rows, when the test says so.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        done(note(.move(ids, behind: anchor), opID))
    }

    /// Takes rows away, when the test says so.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        done(note(.delete(ids), opID))
    }

    /// Takes rows away, when the test says so; it compares them, and ``versions(of:)`` has those of the source's own.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        let number = note(.delete(rows.map(\.id)), opID)
        state.withLock { $0.versions[number] = rows.map(\.ownVersion) }
        return done(number)
    }

    /// Performs an operation, when the test says so; the answer's first row is what it gives, null without one.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        let number = note(.perform(operation, input), opID)
        return .later { () async throws(Failure) in
            try await self.result(of: number).rows.first?.value ?? .null
        }
    }

    private func noteGiven(_ rows: RowBatch) {
        state.withLock { $0.given.append(rows) }
    }

    /// The row as it was given last; nil where it never was.
    private func given(_ id: String) -> SourceRow? {
        let given = state.withLock { $0.given }
        for rows in given.reversed() {
            if let row = rows.first(where: { $0.hasID(id) }) { return row }
        }
        return nil
    }

    private static func unknownRow(_ id: String) -> Failure {
        let message = "an update of \(id) was answered without a row, and the source has given none of that id before"
        Unimplemented.report?("\(message); answer it with the row as it is then")
        return Failure("unknownRow", message, retryable: false)
    }

    private func done(_ number: Int) -> SourceAnswer<Done> {
        .later { () async throws(Failure) in
            _ = try await self.result(of: number)
            return Done()
        }
    }
}
