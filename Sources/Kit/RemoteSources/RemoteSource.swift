public import FHJSON
public import FeatureKit
import Synchronization

/// A source whose rows a peer (a client or a plugin) provides over the protocol, with `source/fetch` and other methods.
///
/// The creator of the source declares its capabilities, so that they are known before the peer is connected.
public final class RemoteSource: DataSource {
    /// The name of the source in requests.
    public let name: String
    /// The declared capabilities.
    public let capabilities: SourceCapabilities
    /// The declared names of operations; nil if none are declared.
    public let operations: [String]?
    /// The key of the member that contains a row's id.
    public let idKey: String
    /// The feed through which the peer reports changes.
    public let changes: ChangeFeed? = ChangeFeed()
    /// The queue of requests.
    public let line = RequestLine()
    private let timeoutMs: Int
    /// True if the peer has sent versions of rows.
    let givesVersions = Mutex(false)
    /// The rows that this host has written, recorded if the peer gives no versions.
    let written = Mutex(WrittenRows())
    /// The errors in the rows that were loaded from the peer.
    let loads = Mutex(RemoteLoads())

    /// The maximum length in bytes of an answer that is decoded on the thread that delivers it.
    private static let longestReadAtOnce = 64 << 10

    /// Makes a source; nothing is requested yet.
    ///
    /// - Parameters:
    ///   - name: The name in requests.
    ///   - capabilities: The capabilities besides pages; must include `perform` if there are operations.
    ///   - operations: The names of the operations; nil if none are declared.
    ///   - id: The key of the member that contains a row's id.
    ///   - timeoutMs: The timeout of a request in milliseconds of real time.
    public init(
        name: String, capabilities: SourceCapabilities = [], operations: [String]? = nil, id: String = "id",
        timeoutMs: Int = 30_000
    ) {
        self.name = name
        self.capabilities = capabilities
        self.operations = operations
        idKey = id
        self.timeoutMs = timeoutMs
    }

    /// Requests a page of rows with `source/fetch`.
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
        // A list also fetches single pages again, for the range of rows that it shows. Such a fetch begins no new load.
        page.send(from: request.start, isFirst: begins && (request.isRefresh || request.wait != .page))
        let answer = SourceAnswer.promised(page.promise) { page.cancel() }
        return answer.map { result in result.map { $0.page } }
    }

    /// Requests the results of a query with `source/search`.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        if let noMemory { return .now(.failure(noMemory)) }
        let query = RemoteLoads.Query.search(request.query, filter: request.filter, request.params)
        let page = PageRequest(self, "search", query, limit: request.limit) { json in
            json.field("query", request.query)
            if let params = request.params { json.field("params", params) }
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

    /// Moves rows with `source/move`.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        ask("move", opID) { json in
            json.field("ids", ids)
            json.field("beforeId", before)
        } reading: { _ throws(Failure) in
            Done()
        }
    }

    /// Moves rows with `source/move`.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        ask("move", opID) { json in
            json.field("ids", ids)
            json.field("afterId", anchor)
        } reading: { _ throws(Failure) in
            Done()
        }
    }

    /// Deletes rows with `source/delete`.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        delete(deletions: ids.map { RowDeletion($0) }, opID: opID)
    }

    /// Deletes rows if they still have the versions that the peer has sent with `rows`.
    ///
    /// A peer that gives no versions deletes the rows without comparing.
    public func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        delete(deletions: rows.map { RowDeletion($0.id, ifVersion: $0.ownVersion) }, opID: opID)
    }

    /// Deletes rows with `source/delete`.
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
        } reading: { [self] _ throws(Failure) in
            written.withLock { $0.remove(deletions.map(\.id)) }
            return Done()
        }
    }

    /// Performs an operation with `source/perform`.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        ask("perform", opID) { json in
            json.field("operation", operation)
            json.field("input", input)
        } reading: { answer throws(Failure) in
            try answer.output()
        }
    }

    /// Performs an operation whose input has secrets, which are removed from failures.
    public func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        let redaction = Redaction(secrets)
        return perform(operation, input: input, opID: opID).map { $0.mapError { redaction.failure($0) } }
    }

    /// The failure if there is too little memory for an answer; nil if there is enough memory.
    private var noMemory: Failure? {
        MemoryRoom.isLeft(for: 0) ? nil : .noMemory(for: "an answer of the source \(name)")
    }

    /// Queues a request on the calling thread, so that requests keep the order of the calls.
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

    /// Queues a request on the calling thread; a long answer is decoded on another thread.
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
            let number = written.withLock { $0.nextAnswer() }
            let finish: @Sendable () -> Void = {
                tell(
                    Result { () throws(Failure) in
                        let value = try result.identifyingRows(by: idKey).get()
                        let answer = try RemoteAnswer(value, number, to: method, of: name, idKey: idKey)
                        if answer.hasVersions { self.givesVersions.withLock { $0 = true } }
                        return answer
                    })
            }
            // The answer is delivered on the core thread, which must not decode a long answer.
            let isLong = (try? result.get()).map { $0.documentByteCount > Self.longestReadAtOnce } ?? false
            if isLong { Task { finish() } } else { finish() }
        }
        return request
    }
}

extension Result<JSONValue, FeatureKit.Failure> {
    /// Sets the ids of the rows in a conflict failure to their members `idKey`; removes rows without a valid id.
    fileprivate func identifyingRows(by idKey: String) -> Self {
        guard case .failure(let failure) = self, failure.code == "conflict" else { return self }
        let rows = failure.current.compactMap { row in
            SourceRow.id(row.member(idKey)).map { SourceRow(id: $0, value: row.value, version: row.ownVersion) }
        }
        return .failure(.conflict(current: rows, message: failure.message))
    }
}
