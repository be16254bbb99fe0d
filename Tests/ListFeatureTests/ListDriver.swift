import FHJSON
import FHKindParts
import FHListFeature
import FeatureKit
import FeatureTesting
import Testing

/// A list that is used with actions and snapshots, like by a client; the test provides the answers of its source.
final class ListDriver {
    let source: SimulatedSource
    let clock = VirtualClock()
    let store: Store<List>
    private var wakes: AsyncStream<Void>.Iterator

    init(
        pageSize: Int = 3, selection: SelectionMode = .multiple, capabilities: SourceCapabilities = .all,
        prefetchDistance: Int = 0, columns: [Column] = [Column(key: "name", role: .title)], tellsChanges: Bool = false,
        _ configure: (inout ListConfiguration) -> Void = { _ in }
    ) {
        source = SimulatedSource(capabilities: capabilities, tellsChanges: tellsChanges)
        var configuration = ListConfiguration(
            title: "Test", source: source, pageSize: pageSize,
            columns: columns, selection: selection, prefetchDistance: prefetchDistance,
            ids: IDGenerator(seed: 1))
        configure(&configuration)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        store = Store(List(configuration), StoreEnvironment(clock: clock) { continuation.yield() })
    }

    /// Makes a list with a loaded first page of rows with these ids.
    static func loaded(
        _ ids: String, endReached: Bool = true, pageSize: Int = 3, selection: SelectionMode = .multiple,
        prefetchDistance: Int = 0
    ) async -> ListDriver {
        let list = ListDriver(pageSize: pageSize, selection: selection, prefetchDistance: prefetchDistance)
        list.store.start()
        await list.answer(0, list.page(ids, endReached: endReached))
        return list
    }

    func page(_ ids: String, endReached: Bool = false, cursor: String? = nil, total: Int? = nil) -> Page {
        Page(rows: ids.map { row("\($0)") }, nextCursor: cursor, endReached: endReached, totalCount: total)
    }

    func row(_ id: String, name: String? = nil) -> SourceRow {
        let value = JSONText.build { json in
            json.beginObject()
            json.field("id", id)
            json.field("name", name ?? "name \(id)")
            json.endObject()
        }
        return SourceRow(id: id, value: value)
    }

    // MARK: The client

    func send(_ action: String, _ params: String = "{}") throws(ActionRefusal) {
        guard let params = try? JSONValue(parsing: params) else { preconditionFailure("not JSON: \(params)") }
        try store.send(action, params, path: [], from: Sender(session: 1, request: .none))
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

    // MARK: The source

    /// Answers a call and waits until the list has applied the answer.
    func answer(_ call: Int, _ page: Page = Page(rows: [], endReached: true)) async {
        source.answer(call, with: page)
        await delivered()
    }

    func fail(_ call: Int, _ failure: Failure = Failure("networkError", "no network")) async {
        source.fail(call, failure)
        await delivered()
    }

    /// Sends a change notification and waits until the list has received it.
    func tell(_ change: SourceChange = SourceChange()) async {
        source.changes?.tell(change)
        let before = store.revision
        while store.revision == before { await wake() }
    }

    /// Waits until a delivery of an effect was applied.
    func delivered() async {
        let before = store.revision
        store.deliver()
        while store.revision == before {
            guard store.activity.oldestWork != nil else {
                Issue.record("nothing is on its way that could be waited for")
                return
            }
            await wake()
        }
    }

    private func wake() async {
        var iterator = wakes
        await iterator.next()
        wakes = iterator
        store.deliver()
    }

    // MARK: The shown state

    var snapshot: JSONValue { store.snapshot() }

    var state: JSONValue { snapshot["state"] ?? .null }
    /// The ids of the shown rows, in order.
    var ids: String { items.compactMap { $0["id"]?.stringValue }.joined() }
    var items: [JSONValue] { state["items"].map { Array($0.elements) } ?? [] }
    var errors: [JSONValue] { snapshot["errors"].map { Array($0.elements) } ?? [] }

    func item(_ id: String) -> JSONValue? { items.first { $0["id"]?.stringValue == id } }

    func status(_ load: String) -> String? { state["loads"]?[load]?["status"]?.stringValue }

    func unavailable(_ action: String) -> String? { snapshot["unavailable"]?[action]?.stringValue }

    var fetches: [FetchRequest] {
        source.calls.compactMap { if case .fetch(let request) = $0 { request } else { nil } }
    }

    func strings(_ value: JSONValue?) -> [String] { value.map { $0.elements.compactMap(\.stringValue) } ?? [] }
}
