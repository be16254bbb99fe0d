import FHJSON
import FeatureKit
import FeatureTesting
import Testing

/// A store of screens on the test's clock, with a snapshot of each revision.
final class ScreenStore {
    static let sheet = ["presentation"]

    let clock = VirtualClock()
    let store: Store<Screen>
    /// The snapshot of the instance in each revision.
    private(set) var snapshots: [JSONValue] = []
    private var wakes: AsyncStream<Void>.Iterator

    /// Makes a store.
    ///
    /// - Parameter configuration: The configuration of the root; by default ``Screen/configuration(_:)``.
    init(_ effects: [String: Effect<Screen.Action>] = [:], _ configuration: PresentationConfiguration? = nil) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        wakes = stream.makeAsyncIterator()
        store = Store(
            presenting: Presenting(Screen(effects), configuration ?? Screen.configuration(effects)),
            StoreEnvironment(clock: clock) { continuation.yield() })
        store.onRevision = { [unowned self] in snapshots.append(snapshot) }
    }

    func send(_ action: String, _ params: String = "{}", at path: [String] = []) throws {
        try store.send(action, try JSONValue(parsing: params), path: path, from: Sender(session: 1, request: .none))
    }

    /// Presents a modal over the feature at a path.
    ///
    /// - Returns: The key of the presented feature.
    @discardableResult
    func present(_ modal: String, _ more: String = "", at path: [String] = []) throws -> String {
        try send("present", #"{"modal":"\#(modal)"\#(more)}"#, at: path)
        return key(at: path) ?? ""
    }

    func dismiss(_ key: String, at path: [String] = []) throws { try send("dismiss", #"{"key":"\#(key)"}"#, at: path) }

    func press(_ button: String, _ key: String, at path: [String] = []) throws {
        try send("pressButton", #"{"key":"\#(key)","buttonId":"\#(button)"}"#, at: path)
    }

    /// Sets or removes the unsaved changes of a screen.
    func setDirty(_ isDirty: Bool = true, at path: [String]) throws {
        try send("setDirty", #"{"isDirty":\#(isDirty)}"#, at: path)
    }

    /// Expects that an action is refused and changes nothing.
    func expectRefusal(
        _ reason: String, _ action: String, _ params: String = "{}", at path: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = (store.revision, snapshot)
        #expect(throws: ActionRefusal.unavailable(reason), sourceLocation: sourceLocation) {
            try send(action, params, at: path)
        }
        #expect(store.revision == before.0, sourceLocation: sourceLocation)
        #expect(snapshot == before.1, sourceLocation: sourceLocation)
    }

    /// Waits until an effect has delivered.
    func pass() async {
        var iterator = wakes
        await iterator.next()
        wakes = iterator
        store.deliver()
    }

    // MARK: The shown state

    var snapshot: JSONValue { snapshot(path: []) }

    /// The params with which the presented screen was opened, without the version of the row.
    var openedWith: JSONValue? {
        snapshot(path: Self.sheet)["state"]?["params"]?.merged(with: JSONText.object("version", .null).value).value
    }

    func snapshot(path: [String]) -> JSONValue { store.snapshot(at: path) }

    /// Returns the key of the feature presented over the feature at a path; nil if there is none.
    func key(at path: [String] = []) -> String? {
        snapshot(path: path)["presentation"]?["key"]?.stringValue
    }

    func queue(at path: [String] = []) -> [String] {
        snapshot(path: path)["queue"]?.elements.compactMap { $0["key"]?.stringValue } ?? []
    }

    func log(at path: [String] = []) -> [String] {
        snapshot(path: path)["state"]?["log"]?.elements.compactMap(\.stringValue) ?? []
    }

    /// Returns the codes of the shown errors.
    func errors(at path: [String] = []) -> [String] {
        snapshot(path: path)["errors"]?.elements.compactMap { $0["code"]?.stringValue } ?? []
    }

    /// Returns the cause of each revision, beginning with `first`, as `path/action origin`.
    func causes(from first: Int = 1) -> [String] {
        snapshots.dropFirst(first - 1).map { snapshot in
            let cause = snapshot["cause"]
            let path = cause?["path"]?.elements.compactMap(\.stringValue) ?? []
            let names = path + [cause?["action"]?.stringValue ?? ""]
            return names.joined(separator: "/") + " " + (cause?["origin"]?.stringValue ?? "")
        }
    }

    /// Returns the wire ids of the effects that the revision of a snapshot has cancelled.
    func cancelled(in snapshot: JSONValue?) -> [String] {
        snapshot?["cause"]?["cancelled"]?.elements.compactMap(\.stringValue) ?? []
    }

    /// Returns the wire ids of the running effects at a path and below.
    func effects(at path: [String] = []) -> [String] {
        snapshot(path: path)["effects"]?.elements.compactMap { $0["id"]?.stringValue } ?? []
    }
}

extension JSONValue? {
    /// The elements of an array; empty if there is no value.
    var list: [JSONValue] { map { Array($0.elements) } ?? [] }
}
