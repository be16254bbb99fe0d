import FHJSON
import FHKindParts
import FHSearchFeature
import FeatureKit
import FeatureTesting
import Testing

/// A search that is used with actions and snapshots, like by a client; the test provides the answers of its source.
final class SearchDriver {
    let source: SimulatedSource
    let clock = VirtualClock()
    let store: Store<Search>
    private let work = StoreWork()

    init(
        keys: [String] = [], debounceMs: Int = 300, columns: [Column] = [], pageSize: Int = 3, firstChunk: Int = 64_000,
        chunk: Int = 250_000, capabilities: SourceCapabilities = .all, tellsChanges: Bool = false,
        presentation: PresentationConfiguration = .init(),
        _ configure: (inout SearchConfiguration) -> Void = { _ in }
    ) {
        source = SimulatedSource(capabilities: capabilities, tellsChanges: tellsChanges)
        var configuration = SearchConfiguration(
            title: "Test", source: source, keys: keys.map { .init($0) }, debounceMs: debounceMs, columns: columns,
            pageSize: pageSize, firstChunk: firstChunk, chunk: chunk, ids: IDGenerator(seed: 1))
        configuration.onlyChunk = 0
        configure(&configuration)
        store = Store(
            presenting: Presenting(Search(configuration), presentation),
            StoreEnvironment(clock: clock, wake: work.wake))
    }

    /// Makes a search with loaded rows of these names; their ids are `0`, `1`, ….
    static func loaded(
        _ names: [String], debounceMs: Int = 300, pageSize: Int = 3, firstChunk: Int = 64_000, chunk: Int = 250_000,
        tellsChanges: Bool = false, _ configure: (inout SearchConfiguration) -> Void = { _ in }
    ) async -> SearchDriver {
        let search = SearchDriver(
            debounceMs: debounceMs, pageSize: pageSize, firstChunk: firstChunk, chunk: chunk,
            tellsChanges: tellsChanges, configure)
        search.store.start()
        await search.answer(0, names)
        return search
    }

    static func page(_ names: [String], from first: Int = 0, endReached: Bool = true, cursor: String? = nil) -> Page {
        let rows = names.enumerated().map { row("\(first + $0.offset)", $0.element) }
        return Page(rows: rows, nextCursor: cursor, endReached: endReached)
    }

    static func row(_ id: String, _ name: String) -> SourceRow {
        let value = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.field("name", name)
            json.endObject()
        }
        return SourceRow(id: id, value: value)
    }

    // MARK: The client

    func send(_ action: String, _ params: String = "{}") throws(ActionRefusal) {
        guard let params = try? JSONValue(parsing: params) else { preconditionFailure("not JSON: \(params)") }
        try store.send(action, params, path: [], from: Sender(session: 1, request: .none))
    }

    /// Sets a query and advances the clock by the debounce interval.
    func search(_ query: String) async throws {
        try send("setQuery", #"{"query":"\#(query)"}"#)
        clock.advance(by: 300)
        await settle()
    }

    /// Sends an action and returns the reason of the refusal; nil if it was applied.
    func refusal(_ action: String, _ params: String = "{}") -> String? {
        do {
            try send(action, params)
            return nil
        } catch {
            if case .unavailable(let reason, _) = error { return reason }
            return "\(error)"
        }
    }

    // MARK: Deliveries of effects

    /// Answers a call with the last page, and waits until the rows are indexed and searched.
    func answer(_ call: Int, _ names: [String]) async {
        source.answer(call, with: Self.page(names))
        await settle()
    }

    /// Waits until the current work has ended, without applying its result.
    func finishWork() async { await work.finishOldest(of: store) }

    /// Applies the result of the current work, which is one action: a page, an index, a chunk of results.
    func deliver() async {
        if await !work.deliverOldest(of: store) { Issue.record("nothing is on its way that could be waited for") }
    }

    /// Applies all results of the host's own matching, while calls of the source wait for their answers.
    func settleScan() async {
        while isMatching { await work.deliverAny(of: store, while: { isMatching }) }
    }

    private var isMatching: Bool {
        (snapshot["effects"] ?? .null).elements.contains { $0["name"]?.stringValue == "match" }
    }

    /// Sends a notification that others have changed the rows.
    func notify() {
        source.changes?.tell()
        store.collect()
        store.deliver()
    }

    /// Changes the rows on behalf of others, and lets the search load them.
    func renew(_ names: [String]) async {
        notify()
        clock.advance(by: 200)
        await answer(source.calls.count - 1, names)
    }

    /// Applies the results of all work that waits neither for an answer of the source nor for the clock.
    func settle() async {
        while store.activity.oldestWork != nil { await deliver() }
    }

    // MARK: The shown state

    var snapshot: JSONValue { store.snapshot() }

    var state: JSONValue { snapshot["state"] ?? .null }
    var query: String? { state["query"]?.stringValue }
    var status: String? { state["status"]?.stringValue }
    var resultsQuery: String? { state["resultsQuery"]?.stringValue }
    var isStale: Bool? { state["isStale"]?.boolValue }
    var empty: String? { state["empty"]?.stringValue }
    var count: Int? { state["count"]?.intValue }
    var append: String? { state["append"].map { JSONText($0).string } }
    var totalCount: Int? { state["totalCount"]?.intValue }
    var activeID: String? { state["activeId"]?.stringValue }
    var offset: Int? { state["window"]?["offset"]?.intValue }
    /// The shown rows of all groups.
    var items: [JSONValue] { (state["groups"] ?? .null).elements.flatMap { Array(($0["items"] ?? .null).elements) } }
    /// The names of the shown rows, in order.
    var names: [String] { items.compactMap { $0["value"]?["name"]?.stringValue } }
    var errors: [JSONValue] { snapshot["errors"].map { Array($0.elements) } ?? [] }
    var isSettled: Bool { store.isSettled }

    /// Returns the members of the state that `body` changes.
    func changes(_ body: () async throws -> Void) async rethrows -> Set<String> {
        let before = state
        try await body()
        return Set(state.members.filter { before[$0.key] != $0.value }.map(\.key))
    }

    var fetches: [FetchRequest] {
        source.calls.compactMap { if case .fetch(let request) = $0 { request } else { nil } }
    }

    /// The requests to a source with its own search.
    var requests: [SearchRequest] {
        source.calls.compactMap { if case .search(let request) = $0 { request } else { nil } }
    }
}
