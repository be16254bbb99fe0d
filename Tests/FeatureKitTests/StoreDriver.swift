import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A store on a virtual clock, used with actions and snapshots like by a client.
final class StoreDriver<F: Feature> {
    let clock = VirtualClock()
    let store: Store<F>

    init(_ feature: F, _ configuration: PresentationConfiguration = .init(), keys: KeySequence = .init()) {
        store = Store(presenting: Presenting(feature, configuration, keys: keys), StoreEnvironment(clock: clock) {})
        store.start()
    }

    func send(_ action: String, _ params: String = "{}", at path: [String] = []) throws {
        try store.send(action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    func snapshot(_ path: [String] = []) -> JSONValue { store.snapshot(at: path) }

    func state(_ path: [String] = []) -> JSONValue? { snapshot(path)["state"] }

    /// Returns the log of the child at a path.
    func log(_ path: [String]) -> [String] { state(path)?["log"]?.elements.compactMap(\.stringValue) ?? [] }

    /// The effects that the newest revision has cancelled.
    var cancelled: [String] { snapshot()["cause"]?["cancelled"]?.elements.compactMap(\.stringValue) ?? [] }

    /// The cause of the newest revision, as `path/action`.
    var cause: String {
        let cause = snapshot()["cause"]
        let path = cause?["path"]?.elements.compactMap(\.stringValue) ?? []
        return (path + [cause?["action"]?.stringValue ?? ""]).joined(separator: "/")
    }

    func expectGone(
        _ action: String, _ params: String = "{}", at path: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let revision = store.revision
        #expect(throws: ActionRefusal.unavailable("gone"), sourceLocation: sourceLocation) {
            try send(action, params, at: path)
        }
        #expect(store.revision == revision, sourceLocation: sourceLocation)
    }
}
