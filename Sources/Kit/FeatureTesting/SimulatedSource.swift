import FHJSON
import FeatureKit
import Synchronization

/// A source in memory whose answers are given by a test, in any order and at any time.
///
/// Each call waits for ``answer(_:with:matches:)`` or ``fail(_:_:)`` with the number of the call, counted from 0:
///
/// ```swift
/// let source = SimulatedSource()
/// source.answer(0, with: Page(rows: [SourceRow(id: "1", value: .emptyObject)], endReached: true))
/// source.fail(1, .readOnly)
/// ```
public final class SimulatedSource: DataSource {
    /// A call from a feature.
    public enum Call: Sendable, Equatable {
        /// `fetch`.
        case fetch(FetchRequest)
        /// `search`.
        case search(SearchRequest)
        /// `insert` of one row, with its id.
        case insert(String, before: String?)
        /// `insert` of several rows.
        case insertMany([RowInsertion])
        /// `update` of one row.
        case update(String, JSONText)
        /// `update` of several rows.
        case updateMany([RowUpdate])
        /// `move` before a row, or to the end.
        case move([String], before: String?)
        /// `move` after a row.
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
        /// The rows returned to features, the newest last.
        var given: [RowBatch] = []
    }

    private let state = Mutex(State())
    /// The capabilities of the source.
    public let capabilities: SourceCapabilities
    /// The feed through which a test announces changes; nil if the source doesn't announce any.
    public let changes: ChangeFeed?

    /// Makes a source without answers.
    ///
    /// - Parameters:
    ///   - capabilities: the capabilities of the source.
    ///   - tellsChanges: true if the source has a feed of changes.
    public init(capabilities: SourceCapabilities = .all, tellsChanges: Bool = false) {
        self.capabilities = capabilities
        changes = tellsChanges ? ChangeFeed() : nil
    }

    /// The calls so far, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The operation ids of the edits so far, in order.
    public var operations: [String] { state.withLock { $0.operations } }

    /// Answers the call with this number, now or as soon as it is made.
    ///
    /// For `fetch` and `search`, the page is the answer. For `insert` and `update`, the rows of the page are the stored
    /// rows. If the page has no rows, `insert` stores the inserted rows, and `update` patches the rows that the source
    /// returned last. For `perform`, the first row of the page is the result. `move` and `delete` ignore the page.
    ///
    /// - Parameters:
    ///   - number: the number of the call, counted from 0.
    ///   - page: the rows, with the cursor of the next page.
    ///   - matches: for `search`, the positions of the matches in each row, by the index of the row in the page.
    public func answer(
        _ number: Int, with page: Page = Page(rows: [], endReached: true), matches: [Int: JSONText] = [:]
    ) {
        state.withLock { $0.matches[number] = matches }
        finish(number, .success(page))
    }

    /// Fails the call with this number, now or as soon as it is made.
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

    /// Fetches a page, which the test provides.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        let number = note(.fetch(request))
        return .later { () async throws(Failure) in
            let page = try await self.result(of: number)
            self.noteGiven(page.rows)
            return page
        }
    }

    /// Searches for a page of results, which the test provides.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        let number = note(.search(request))
        return .later { () async throws(Failure) in
            let page = try await self.result(of: number)
            self.noteGiven(page.rows)
            return SearchPage(page, matches: self.state.withLock { $0.matches[number] } ?? [:])
        }
    }

    /// Inserts rows when the test answers; the rows in the answer replace the inserted rows.
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

    /// Updates rows when the test answers.
    ///
    /// The rows in the answer are the stored rows. If the answer has no rows, the update patches the rows that the
    /// source returned last. If the source has never returned a row that is to be patched, the call fails, and so does
    /// a test with a `TestStore`.
    ///
    /// The source does not check versions. A test can read the versions of the update from ``versions(of:)``, and then
    /// answer the call, or fail it with a `conflict`.
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

    /// The versions that an update or a deletion names, in the order of its rows; nil for a row without a version.
    ///
    /// - Parameter number: the number of the call, counted from 0. The array is empty for any other call.
    public func versions(of number: Int) -> [String?] { state.withLock { $0.versions[number] ?? [] } }

    /// Moves rows when the test answers.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        done(note(.move(ids, before: before), opID))
    }

    /// Moves rows when the test answers.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        done(note(.move(ids, behind: anchor), opID))
    }

    /// Deletes rows when the test answers.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        done(note(.delete(ids), opID))
    }

    /// Deletes rows when the test answers; ``versions(of:)`` returns the versions that the deletions name.
    public func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        let number = note(.delete(deletions.map(\.id)), opID)
        state.withLock { $0.versions[number] = deletions.map(\.ifVersion) }
        return done(number)
    }

    /// Deletes rows when the test answers; ``versions(of:)`` returns the versions that the deletion names.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        let number = note(.delete(rows.map(\.id)), opID)
        state.withLock { $0.versions[number] = rows.map(\.ownVersion) }
        return done(number)
    }

    /// Performs an operation when the test answers.
    ///
    /// The result is the first row of the answer, or null if the answer has no rows.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        let number = note(.perform(operation, input), opID)
        return .later { () async throws(Failure) in
            try await self.result(of: number).rows.first?.value ?? .null
        }
    }

    private func noteGiven(_ rows: RowBatch) {
        state.withLock { $0.given.append(rows) }
    }

    /// Returns the row with this id as the source returned it last; nil if the source never returned such a row.
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
