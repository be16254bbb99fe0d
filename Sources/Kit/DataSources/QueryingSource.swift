import FHEventLoop
import FHJSON
import FeatureKit
import Synchronization

/// A source that filters and sorts the rows of another source, which can't do so itself.
///
/// Requests for all rows in the order of the wrapped source, and edits, are forwarded to that source unchanged. For
/// other requests, the rows of the wrapped source are fetched, kept, and filtered in chunks on a thread of this source,
/// so that queries don't wait for each other. The rows are dropped after each edit and each refresh. Before each
/// query, they are also dropped if the number that an ``EditionedSource`` gives its rows has changed.
///
/// A row with the id of an earlier row replaces that row. An empty page is the last page, and so is a page without a
/// cursor after pages with cursors. A repeated cursor, a page without new rows before the end, and too many rows are
/// `invalidData`.
///
/// ```swift
/// let source = QueryingSource(FileSource(path: "tasks.jsonl", format: .jsonl))
/// ```
public actor QueryingSource: DataSource {
    private static let pageLimit = 10_000
    /// The maximum number of rows that a query filters before other queries can run.
    private static let pieceSize = 4_096
    /// The maximum number of queries whose results are kept.
    private static let rememberedQueries = 4

    private nonisolated let worker = WorkerThread()
    private nonisolated let base: any DataSource
    private nonisolated let rowLimit: Int
    private nonisolated let readsInOrder: Bool
    private nonisolated let edition = Mutex(Edition())
    private var rows: PulledRows
    private var pull: PagePull?
    /// The number that ``EditionedSource/rowsEdition()`` of the wrapped source returned last; nil before the first
    /// call.
    private var baseEdition: Int?
    /// The results of the latest queries, with the newest last.
    private var queried: [QueriedRows] = []
    /// The edition of rows that were taken all at once; nil for other rows.
    private var wholeEdition: Int?
    /// The results for an earlier edition, until all rows of the current one are known.
    private var former: (edition: Int, queried: [QueriedRows])?

    /// The executor of the source's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// Makes a queryable source over a source without queries.
    ///
    /// - Parameters:
    ///   - base: The wrapped source.
    ///   - rowLimit: The maximum number of fetched rows, including rows that are fetched again.
    ///   - readsInOrder: True to read the rows at the time of each request, if the wrapped source is an
    ///     ``OrderedSource``. The result then contains exactly the edits that began before the request, so it is
    ///     repeatable, but no rows are kept.
    public init(_ base: any DataSource, rowLimit: Int = 10_000_000, readsInOrder: Bool = false) {
        self.base = base
        self.rowLimit = rowLimit
        self.readsInOrder = readsInOrder && base is any OrderedSource
        rows = PulledRows(edition: 0, limit: rowLimit)
    }

    /// The capabilities of the wrapped source, and queries.
    public nonisolated var capabilities: SourceCapabilities { base.capabilities.union(.query) }

    /// The key of the member that contains a row's id.
    public nonisolated var idKey: String { base.idKey }

    /// The operations of the wrapped source.
    public nonisolated var operations: [String]? { base.operations }

    /// The members that are searched for words, as in the wrapped source.
    public nonisolated var wordKeys: [String] { base.wordKeys }

    /// The feed of the wrapped source.
    ///
    /// A notified listener requests a refresh, which drops the rows.
    public nonisolated var changes: ChangeFeed? { base.changes }

    /// Returns a page of the rows that pass a query, in the order of the query.
    public nonisolated func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        if base.capabilities.contains(.query) { return base.fetch(request) }
        if request.query.isPlain {
            if request.isRefresh {
                forget()
                // The rows may keep a file open that another one has replaced.
                worker.perform { self.assumeIsolated { $0.useNewestRows() } }
            }
            return base.fetch(
                FetchRequest(
                    start: request.start, limit: request.limit, isRefresh: request.isRefresh, wait: request.wait))
        }
        guard case .offset(let offset) = request.start else {
            return .now(.failure(Failure("invalidData", "queries count by offsets and know no cursors")))
        }
        if request.isRefresh { forget(isRefresh: true) }
        let places = request.places(from: offset)
        if readsInOrder { return base.orderedPage(places, of: request, limit: rowLimit) }
        return .later { () async throws(Failure) in
            do throws(Failure) {
                return try await self.page(places, of: request.query, request.wait)
            } catch {
                // A file may have changed while its lines were read.
                guard error.code == "fileError", try await self.lookForOthers() else { throw error }
                return try await self.page(places, of: request.query, request.wait)
            }
        }
    }

    /// Returns the results of the wrapped source's own search.
    public nonisolated func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> { base.search(request) }

    /// Inserts rows.
    public nonisolated func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        forgetting(base.insert(insertions, opID: opID))
    }

    /// Changes rows.
    public nonisolated func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        forgetting(base.update(updates, opID: opID))
    }

    /// Moves rows.
    public nonisolated func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        forgetting(base.move(ids, before: before, opID: opID))
    }

    /// Moves rows.
    public nonisolated func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        forgetting(base.move(ids, behind: anchor, opID: opID))
    }

    /// Deletes rows.
    public nonisolated func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        forgetting(base.delete(ids, opID: opID))
    }

    /// Deletes rows if all of them have the versions that the deletions specify.
    public nonisolated func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        forgetting(base.delete(deletions: deletions, opID: opID))
    }

    /// Deletes rows if all of them are unchanged since the caller read them.
    public nonisolated func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        forgetting(base.delete(unchanged: rows, opID: opID))
    }

    /// True if a client can cancel the operation of the wrapped source.
    public nonisolated func canCancel(_ operation: String) -> Bool { base.canCancel(operation) }

    /// Performs an operation, whose effect on the rows is unknown.
    public nonisolated func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        forgetting(base.perform(operation, input: input, opID: opID))
    }

    /// Performs an operation whose input has secrets.
    public nonisolated func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        forgetting(base.perform(operation, input: input, secrets: secrets, opID: opID))
    }

    // MARK: Dropping rows

    /// The number of the newest set of rows, as in ``PulledRows/edition``.
    private struct Edition: Sendable {
        var number = 0
        /// True if the next fetch must make the wrapped source bypass its caches.
        var isRefresh = false
    }

    private nonisolated func forget(isRefresh: Bool = false) {
        edition.withLock { edition in
            edition.number += 1
            if isRefresh { edition.isRefresh = true }
        }
    }

    /// Returns the answer of an edit, and drops the rows when the edit has been answered.
    private nonisolated func forgetting<Value>(_ answer: SourceAnswer<Value>) -> SourceAnswer<Value> {
        switch answer {
        case .now(.failure), .after(_, .failure): return answer
        case .now(.success), .after(_, .success):
            forget()
            return answer
        case .later, .promised:
            return answer.map {
                // The rows are also dropped after a failure, because a cancelled edit may have been made.
                self.forget()
                return $0
            }
        }
    }

    // MARK: Queries

    private func page(
        _ places: Range<Int>, of query: RowQuery, _ wait: FetchRequest.Wait
    ) async throws(Failure) -> Page {
        try await lookForOthers()
        // A query with a sort has no partial pages.
        let wait = query.sort.isEmpty ? wait : .page
        rows.expectMore()
        useNewestRows()
        // The results are held here, so that they are completed also if later queries take their place among the
        // remembered ones.
        var (known, queried) = (rows, queried(query))
        while true {
            useNewestRows()
            if rows !== known { (known, queried) = (rows, self.queried(query)) }
            // The results of an earlier edition may have been taken over.
            if let shared = self.queried.last(where: { $0.query == query }) { queried = shared }
            if let page = try queried.page(places, of: rows) { return page }
            if queried.isWaiting(for: rows) {
                if let page = try queried.part(places, of: rows, wait) { return page }
                try await pullPage(wait)
            } else {
                try queried.advance(over: rows, Self.pieceSize)
                try await takeTurns()
            }
        }
    }

    /// Drops the rows if the wrapped source has others; returns true if it does.
    @discardableResult
    private func lookForOthers() async throws(Failure) -> Bool {
        guard let base = base as? any EditionedSource else { return false }
        let edition = try await base.rowsEdition().value
        if edition == baseEdition { return false }
        baseEdition = edition
        forget()
        return true
    }

    /// Begins a new set of rows and results if the rows have been dropped.
    private func useNewestRows() {
        let number = edition.withLock(\.number)
        guard rows.edition != number else { return }
        if let wholeEdition { former = (wholeEdition, queried) }
        wholeEdition = nil
        rows = PulledRows(edition: number, limit: rowLimit)
        queried = []
    }

    private func queried(_ query: RowQuery) -> QueriedRows {
        let place = queried.firstIndex { $0.query == query }
        let found = place.map { queried.remove(at: $0) } ?? QueriedRows(query)
        queried.append(found)
        if queried.count > Self.rememberedQueries { queried.removeFirst() }
        return found
    }

    private func takeTurns() async throws(Failure) {
        if Task.isCancelled { throw .cancelled }
        // `Task.yield()` would need a thread of the Swift runtime; see ``TaskThreads``.
        await withCheckedContinuation { continuation in worker.perform { continuation.resume() } }
    }

    // MARK: Pulling

    /// Fetches the next page of the wrapped source; tasks that need the page share one fetch.
    private func pullPage(_ wait: FetchRequest.Wait) async throws(Failure) {
        let rows = rows
        if let pull, pull.edition == rows.edition, pull.join() { return try await finish(pull, rows) }
        if let base = base as? any WholeSource { return try await shareAll(of: base, rows) }
        let isRefresh = rows.next == .offset(0) && edition.withLock(\.isRefresh)
        let isFirst = rows.rows.count == 0 && rows.growth == nil
        let request = FetchRequest(
            start: rows.next, limit: Self.pageLimit, isRefresh: isRefresh,
            wait: wait == .rows && !isFirst ? .further : wait)
        let answer = base.fetch(request)
        switch answer {
        // The virtual clock can't advance here, so a simulated delay is skipped.
        case .now(let result), .after(_, let result):
            try add(try result.get(), to: rows)
            try await takeTurns()
        case .later, .promised:
            let pull = PagePull(edition: rows.edition) { () async throws(Failure) in try await answer.value }
            self.pull = pull
            try await finish(pull, rows)
        }
    }

    /// Takes all rows of the wrapped source; if several tasks need them, from the first answer.
    private func shareAll(of base: any WholeSource, _ rows: PulledRows) async throws(Failure) {
        let all = try await base.wholeRows().value
        if !rows.endReached {
            try rows.share(all)
            if rows === self.rows { keepResults(for: all) }
        }
        if Task.isCancelled { throw .cancelled }
    }

    /// Continues the results for an earlier edition whose rows are the first of all rows now.
    private func keepResults(for all: WholeRows) {
        wholeEdition = all.edition
        guard let former else { return }
        self.former = nil
        let shared = former.edition == all.edition ? all.rows.count : all.sharedCounts[former.edition]
        guard let shared, shared <= all.rows.count else { return }
        let kept = former.queried.filter { $0.keep(first: shared) }
        queried = kept + queried.filter { new in !kept.contains { $0.query == new.query } }
    }

    private func finish(_ pull: PagePull, _ rows: PulledRows) async throws(Failure) {
        let result = await pull.result()
        // The first task that resumes adds the page.
        if self.pull === pull {
            self.pull = nil
            try add(try result.get(), to: rows)
        }
        if Task.isCancelled { throw .cancelled }
        _ = try result.get()
    }

    private func add(_ page: Page, to rows: PulledRows) throws(Failure) {
        try rows.add(page)
        edition.withLock { if $0.number == rows.edition { $0.isRefresh = false } }
    }
}

/// A source that detects changes of its rows only when the rows are fetched, for example changes by other programs.
protocol EditionedSource: DataSource {
    /// Returns a number that changes with the rows.
    func rowsEdition() -> SourceAnswer<Int>
}
