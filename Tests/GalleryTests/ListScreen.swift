import FHJSON
import FeatureKit
import FeatureTesting

/// A feature of the gallery with a list or a search, used with actions and snapshots, like by a client.
final class ListScreen<F: Feature> {
    let clock = VirtualClock()
    private let store: Store<F>
    private var wakes: AsyncStream<Void>.Iterator

    init(_ feature: F) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        store = Store(feature, StoreEnvironment(clock: clock) { continuation.yield() })
        store.start()
    }

    /// Applies the results of work outside the core thread.
    func finish() async {
        store.deliver()
        while store.activity.oldestWork != nil {
            var iterator = wakes
            await iterator.next()
            wakes = iterator
            store.collect()
            store.deliver()
        }
    }

    func send(_ action: String, _ params: String = "{}", path: [String] = []) throws {
        try store.send(action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    /// Sends an action and returns the reason of the refusal; nil if it was applied.
    func refusal(_ action: String, _ params: String = "{}") -> String? {
        do {
            try send(action, params)
            return nil
        } catch {
            if case .unavailable(let reason, _)? = error as? ActionRefusal { return reason }
            return "\(error)"
        }
    }

    /// Returns the validation errors of an action's params.
    func mistakes(_ action: String, _ params: String) -> [String] {
        do {
            try send(action, params)
        } catch {
            if case .invalidParams(let fields)? = error as? ActionRefusal { return fields.map(\.path) }
        }
        return []
    }

    var isSettled: Bool { store.isSettled }
    var state: JSONValue { store.snapshot()["state"] ?? .null }
    func snapshot(at path: [String]) -> JSONValue { store.snapshot(at: path) }
    var list: JSONValue { store.snapshot(at: ["list"])["state"] ?? .null }
    var errors: [JSONValue] { store.snapshot(at: ["list"])["errors"].map { Array($0.elements) } ?? [] }
    var items: [JSONValue] { list["items"].map { Array($0.elements) } ?? [] }
    var names: [String] { items.compactMap { $0["value"]?["name"]?.stringValue } }
    /// The ids of the rows, in order.
    var ids: String { items.compactMap { $0["id"]?.stringValue }.joined() }
}
