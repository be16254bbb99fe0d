public import FeatureKit
public import JSON
import Querying
import Synchronization

/// Rows that somebody else has, who is asked for them by requests of the protocol: `source/fetch` and so on.
///
/// What that one can do is declared, so that it is known before anybody is there to answer.
public final class RemoteSource: DataSource {
    /// The source's name in requests.
    public let name: String
    /// What is declared that it can do.
    public let abilities: SourceAbilities
    /// The names that are declared; nil where nothing is said of them.
    public let operations: [String]?
    /// The key of the rows' ids.
    public let idKey: String
    /// Where whoever answers for it tells of changes.
    public let changes: ChangeFeed? = ChangeFeed()
    /// What it asks.
    public let line = RequestLine()
    private let timeoutMs: Int
    /// Whether the peer has given versions of rows.
    let givesVersions = Mutex(false)
    /// The faults of rows that were loaded.
    let loads = Mutex(RemoteLoads())

    /// A longer answer, in bytes, is not read on the thread that brings it.
    private static let longestReadAtOnce = 64 << 10

    /// A source that asks for everything.
    ///
    /// - Parameters:
    ///   - name: what it is called in requests.
    ///   - abilities: what it can do beside pages of rows; with operations that has `perform` in it.
    ///   - operations: the names of its operations.
    ///   - id: the key of the rows' ids.
    ///   - timeoutMs: how long an answer may take, in milliseconds of real time.
    public init(
        name: String, abilities: SourceAbilities = [], operations: [String]? = nil, id: String = "id",
        timeoutMs: Int = 30_000
    ) {
        self.name = name
        self.abilities = abilities
        self.operations = operations
        idKey = id
        self.timeoutMs = timeoutMs
    }

    /// A page of rows, as `source/fetch` asks for it.
    public func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        if let noMemory { return .now(.failure(noMemory)) }
        let begins = if case .offset(let offset) = request.start { offset <= 0 } else { false }
        let page = PageRequest(
            self, "fetch", .rows(request.query), limit: request.limit,
            beginsLoad: begins && !request.query.isFilter
        ) { json in
            json.field("limit", max(1, request.limit))
            if request.isRefresh { json.field("refresh", true) }
            request.query.writeMembers(to: &json)
        }
        // Values that are loaded again, as for a window, begin no load.
        page.send(from: request.start, isFirst: begins && (request.isRefresh || request.wait != .page))
        let answer = SourceAnswer.promised(page.promise) { page.cancel() }
        return answer.map { result in result.map { $0.page } }
    }

    /// The results of a query, as `source/search` asks for them.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        if let noMemory { return .now(.failure(noMemory)) }
        let query = RemoteLoads.Query.search(request.query, filter: request.filter)
        let page = PageRequest(self, "search", query, limit: request.limit) { json in
            json.field("query", request.query)
            json.field("limit", max(1, request.limit))
            if let filter = request.filter { json.field("filter", filter) }
            if !request.keys.isEmpty {
                json.key("keys")
                SearchKey.write(request.keys, to: &json)
            }
        }
        page.send(from: request.cursor.map { .cursor($0) }, isFirst: request.cursor == nil)
        return .promised(page.promise) { page.cancel() }
    }

    /// Moves rows, as `source/move` asks for it.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        ask("move", opID) { json in
            json.field("ids", ids)
            json.field("beforeId", before)
        } reading: { _ throws(Failure) in
            Done()
        }
    }

    /// Moves rows, as `source/move` asks for it.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        ask("move", opID) { json in
            json.field("ids", ids)
            json.field("afterId", anchor)
        } reading: { _ throws(Failure) in
            Done()
        }
    }

    /// Takes rows away, as `source/delete` asks for it.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        delete(deletions: ids.map { RowDeletion($0) }, opID: opID)
    }

    /// Takes rows away that have the versions which the peer has given them last; one that gives none can't compare.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        delete(deletions: rows.map { RowDeletion($0.id, ifVersion: $0.ownVersion) }, opID: opID)
    }

    /// Takes rows away, as `source/delete` asks for it.
    public func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        ask("delete", opID) { json in
            json.field("ids", deletions.map(\.id))
            if deletions.contains(where: { $0.ifVersion != nil }) {
                json.key("ifVersions")
                json.beginObject()
                for deletion in deletions {
                    guard let version = deletion.ifVersion else { continue }
                    json.key(deletion.id)
                    json.value(version)
                }
                json.endObject()
            }
        } reading: { _ throws(Failure) in
            Done()
        }
    }

    /// Has an operation done, as `source/perform` asks for it.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        ask("perform", opID) { json in
            json.field("operation", operation)
            json.field("input", input)
        } reading: { answer throws(Failure) in
            try answer.output()
        }
    }

    /// A failure where there is no memory for an answer; nil where there is.
    private var noMemory: Failure? {
        MemoryRoom.isLeft(for: 0) ? nil : .noMemory(for: "an answer of the source \(name)")
    }

    /// Asks at once, on whatever thread this is, so that requests come in the order in which they are made.
    func ask<Value>(
        _ call: String, _ opID: String? = nil, _ params: (inout JSONWriter) -> Void,
        reading read: @escaping @Sendable (RemoteAnswer) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        if let noMemory { return .now(.failure(noMemory)) }
        let promise = Promise<Value>()
        let request = send(call, opID, params) { result in
            promise.keep(Result { () throws(Failure) in try read(try result.get()) })
        }
        return .promised(promise) { [line] in line.cancel(request) }
    }

    /// Asks at once; what comes back is read on another thread where it is long.
    func send(
        _ call: String, _ opID: String? = nil, _ params: (inout JSONWriter) -> Void,
        whenAnswered tell: @escaping @Sendable (Result<RemoteAnswer, Failure>) -> Void
    ) -> RequestLine.Request {
        let method = "source/\(call)"
        let text = JSONText.build { json in
            json.beginObject()
            json.field("source", name)
            if let opID { json.field("opId", opID) }
            params(&json)
            json.endObject()
        }
        let request = line.ask(method, text, timeoutMs: timeoutMs)
        request.whenAnswered { [self, name, idKey] result in
            let finish: @Sendable () -> Void = {
                tell(
                    Result { () throws(Failure) in
                        let value = try result.identifyingRows(by: idKey).get()
                        let answer = try RemoteAnswer(value, to: method, of: name, idKey: idKey)
                        if answer.hasVersions { self.givesVersions.withLock { $0 = true } }
                        return answer
                    })
            }
            // The thread that brings it is the core's.
            let isLong = (try? result.get()).map { $0.documentByteCount > Self.longestReadAtOnce } ?? false
            if isLong { Task { finish() } } else { finish() }
        }
        return request
    }
}

extension Result<JSONValue, FeatureKit.Failure> {
    /// The same, where the rows of a conflict have their ids.
    fileprivate func identifyingRows(by idKey: String) -> Self {
        guard case .failure(let failure) = self, failure.code == "conflict" else { return self }
        let rows = failure.current.compactMap { row in
            SourceRow.id(row.member(idKey)).map { SourceRow(id: $0, value: row.value, version: row.ownVersion) }
        }
        return .failure(.conflict(current: rows, message: failure.message))
    }
}
