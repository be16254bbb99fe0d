import FHJSON
import FHListFeature
import FHViewFeature
import FeatureKit
import FeatureTesting
import Testing

/// A feature with panes that is used with actions and snapshots, like by a client.
final class PaneDriver<F: Feature> {
    let clock = VirtualClock()
    let store: Store<F>
    private let work = StoreWork()

    init(_ make: (KeySequence) -> F) {
        let keys = KeySequence()
        store = Store(
            presenting: Presenting(make(keys), .init(), keys: keys),
            StoreEnvironment(clock: clock, wake: work.wake))
    }

    func start() async {
        store.start()
        await settle()
    }

    func send(_ action: String, _ params: String = "{}", at path: [String] = []) throws {
        try store.send(action, JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    /// Returns the reason why an action is refused; nil if it was applied.
    func refusal(_ action: String, _ params: String = "{}", at path: [String] = []) throws -> String? {
        let params = try JSONValue(parsing: params)
        do throws(ActionRefusal) {
            try store.send(action, params, path: path, from: Sender(session: 1, request: .none))
            return nil
        } catch {
            if case .unavailable(let reason, _) = error { return reason }
            return "\(error)"
        }
    }

    /// Applies the results of all work that doesn't wait for the clock or for a test.
    func settle() async {
        store.collect()
        while store.activity.oldestWork != nil, await work.deliverOldest(of: store) {}
    }

    /// Applies the next result of any work.
    func turn() async { await work.deliverAny(of: store) }

    func advance(_ milliseconds: Int) async {
        clock.advance(by: milliseconds)
        store.collect()
        store.deliver()
    }

    var snapshot: JSONValue { store.snapshot() }
    var state: JSONValue { snapshot["state"] ?? .null }
    var errors: [JSONValue] { snapshot["errors"].map { Array($0.elements) } ?? [] }

    /// The entry of the feature in a pane; nil if the pane is empty.
    func pane(_ name: String) -> JSONValue? { state[name]?.elements.first }

    /// The path of the feature in a pane.
    func path(_ name: String) -> [String] { [name, pane(name)?["id"]?.stringValue ?? "none"] }

    /// The ids of the rows in a pane that shows a list.
    func rows(_ name: String) -> [String] {
        (pane(name)?["child"]?["state"]?["items"] ?? .null).elements.compactMap { $0["id"]?.stringValue }
    }
}

/// Opens lists over one source each, which it makes by the param `of`.
func lists(_ source: @escaping @Sendable (String) -> any DataSource) -> FeatureLink {
    FeatureLink("lists") { params, keys throws(ActionRefusal) in
        guard let name = params["of"].map({ $0.stringValue ?? JSONText($0).string }) else {
            throw .invalidParams([.init(path: "/of", code: "required", message: "is missing")])
        }
        let configuration = ListConfiguration(title: name, source: source(name), ids: IDGenerator(seed: 1))
        return AnyFeature(
            Presenting(List(configuration, keys: keys), .init(), keys: keys), id: "lists", title: "Rows of \(name)",
            params: JSONText(params))
    }
}

extension Page {
    /// A page with rows of these ids.
    static func of(_ ids: String...) -> Page {
        Page(
            rows: ids.map { SourceRow(id: $0, value: .object("id", .string($0))) }, endReached: true,
            totalCount: ids.count)
    }
}
