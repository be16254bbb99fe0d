import EventLoop
import FeatureKit
import JSON
import Querying
import Synchronization

/// Filters and sorts the rows of a source that can't do it itself.
///
/// What asks for every row in the source's order goes to the source as it is, and so do edits.
/// For anything else the source's rows are pulled, kept, and looked through on a thread of its own, in pieces, so that
/// one query does not wait for another. The rows are forgotten with every edit and every refresh, and where the source
/// says that it has others.
///
/// What it makes of a source that is not in order: a row whose id came before takes that one's place, an empty page is
/// the last, and so is one that knows no cursor where there were some. A cursor that comes twice, a page without other
/// rows behind which there are more, and rows without an end are `invalidData`.
public actor QueryingSource: DataSource {
    private static let pageLimit = 10_000
    /// How many rows are looked at before others get their turn.
    private static let pieceSize = 4_096
    /// How many queries are remembered.
    private static let rememberedQueries = 4

    private nonisolated let worker = WorkerThread()
    private nonisolated let base: any DataSource
    private nonisolated let rowLimit: Int
    private nonisolated let edition = Mutex(Edition())
    private var rows: PulledRows
    private var pull: PagePull?
    /// Which rows the source below had, where it says so.
    private var baseEdition: Int?
    /// The queries that were asked of late, the newest last.
    private var queried: [QueriedRows] = []

    /// Its queries run on a thread of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// A source that can be queried over one that can't.
    ///
    /// - Parameter rowLimit: how many rows are pulled at most, those included that come again.
    public init(_ base: any DataSource, rowLimit: Int = 10_000_000) {
        self.base = base
        self.rowLimit = rowLimit
        rows = PulledRows(edition: 0, limit: rowLimit)
    }

    /// What the source below can do, and queries.
    public nonisolated var abilities: SourceAbilities { base.abilities.union(.query) }

    /// The key of the rows' ids.
    public nonisolated var idKey: String { base.idKey }

    /// The operations of the source below.
    public nonisolated var operations: [String]? { base.operations }

    /// The members of the source below that words are looked for in.
    public nonisolated var wordKeys: [String] { base.wordKeys }

    /// What the source below tells of; whoever is told refreshes, and so the rows are forgotten.
    public nonisolated var changes: ChangeFeed? { base.changes }

    /// A page of the rows that a query lets through, in its order.
    public nonisolated func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        if base.abilities.contains(.query) { return base.fetch(request) }
        if request.query.isPlain {
            if request.isRefresh { forget() }
            return base.fetch(
                FetchRequest(
                    start: request.start, limit: request.limit, isRefresh: request.isRefresh, wait: request.wait))
        }
        guard case .offset(let offset) = request.start else {
            return .now(.failure(Failure("invalidData", "queries count by offsets and know no cursors")))
        }
        if request.isRefresh { forget(isRefresh: true) }
        let start = max(0, offset)
        let (end, isTooFar) = start.addingReportingOverflow(max(0, request.limit))
        let places = start..<(isTooFar ? .max : end)
        return .later { () async throws(Failure) in try await self.page(places, of: request.query, request.wait) }
    }

    /// What the source below finds itself.
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

    /// Takes rows away.
    public nonisolated func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        forgetting(base.delete(ids, opID: opID))
    }

    /// Takes rows away that nobody has changed.
    public nonisolated func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        forgetting(base.delete(unchanged: rows, opID: opID))
    }

    /// Performs an operation; what that does to the rows nobody knows.
    public nonisolated func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        forgetting(base.perform(operation, input: input, opID: opID))
    }

    /// The same with secrets in the input.
    public nonisolated func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        forgetting(base.perform(operation, input: input, secrets: secrets, opID: opID))
    }

    // MARK: Forgetting

    /// Which rows are the newest.
    private struct Edition: Sendable {
        var number = 0
        /// Whether the source below is to read its rows anew.
        var isRefresh = false
    }

    private nonisolated func forget(isRefresh: Bool = false) {
        edition.withLock { edition in
            edition.number += 1
            if isRefresh { edition.isRefresh = true }
        }
    }

    /// An edit's answer, after which the rows are forgotten.
    private nonisolated func forgetting<Value>(_ answer: SourceAnswer<Value>) -> SourceAnswer<Value> {
        switch answer {
        case .now(.failure), .after(_, .failure): return answer
        case .now(.success), .after(_, .success):
            forget()
            return answer
        case .later, .promised:
            return answer.map {
                // Also where it fails: what was cancelled may have been done all the same.
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
        // Where the order is a matter of all rows, a part of them is no page.
        let wait = query.sort.isEmpty ? wait : .page
        rows.expectMore()
        while true {
            useNewestRows()
            let queried = queried(query)
            if let page = queried.page(places, of: rows) { return page }
            if queried.isWaiting(for: rows) {
                if let page = queried.part(places, of: rows, wait) { return page }
                try await pullPage(wait)
            } else {
                // The lists of places, and of what rows are sorted by, grow by doubling.
                let byteCount = (query.sort.isEmpty ? 8 : 64) * rows.rows.count
                try MemoryRoom.check(for: byteCount, "the rows that are filtered or sorted")
                queried.advance(over: rows, Self.pieceSize)
                try await takeTurns()
            }
        }
    }

    private func lookForOthers() async throws(Failure) {
        guard let base = base as? any EditionedSource else { return }
        let edition = try await base.rowsEdition().value
        if edition != baseEdition { forget() }
        baseEdition = edition
    }

    /// Begins anew where the rows have been forgotten.
    private func useNewestRows() {
        let number = edition.withLock(\.number)
        guard rows.edition != number else { return }
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
        // Not `Task.yield()`, which needs a thread of the runtime's.
        await withCheckedContinuation { continuation in worker.perform { continuation.resume() } }
    }

    // MARK: Pulling

    /// Gets one page more of the source below; all that wait for it wait for the same one.
    private func pullPage(_ wait: FetchRequest.Wait) async throws(Failure) {
        let rows = rows
        if let pull, pull.edition == rows.edition, pull.join() { return try await finish(pull, rows) }
        let isRefresh = rows.next == .offset(0) && edition.withLock(\.isRefresh)
        let isFirst = rows.rows.isEmpty && rows.growth == nil
        let request = FetchRequest(
            start: rows.next, limit: Self.pageLimit, isRefresh: isRefresh,
            wait: wait == .rows && !isFirst ? .further : wait)
        let answer = base.fetch(request)
        switch answer {
        // There is no clock here that a simulated while could pass on.
        case .now(let result), .after(_, let result):
            try add(try result.get(), to: rows)
            try await takeTurns()
        case .later, .promised:
            let pull = PagePull(edition: rows.edition) { () async throws(Failure) in try await answer.value }
            self.pull = pull
            try await finish(pull, rows)
        }
    }

    private func finish(_ pull: PagePull, _ rows: PulledRows) async throws(Failure) {
        let result = await pull.result()
        // The first one who is told takes it.
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

/// A source whose rows may be others without an edit, which it notices when it is asked for them.
protocol EditionedSource: DataSource {
    /// A number that its rows have as long as they are the same.
    func rowsEdition() -> SourceAnswer<Int>
}
