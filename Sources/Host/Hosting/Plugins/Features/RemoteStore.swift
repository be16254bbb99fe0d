import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// The store of an instance whose state is in a plugin.
///
/// The store has the newest snapshots, with revisions that the host counts.
///
/// Requests are forwarded to the plugin. After a failure of the plugin, the last snapshot is kept and shows an error.
/// The action `retry` then opens the feature again.
final class RemoteStore: AnyStore {
    /// The lifecycle of the instance.
    enum Phase: Equatable {
        /// The open request is not answered yet. Other requests are queued after it.
        case opening
        case open
        /// The plugin has failed.
        case failed
        /// The plugin has failed, and a new open request is not answered yet.
        case reopening
    }

    /// The newest snapshot at one path.
    struct Shown {
        let snapshot: PluginSnapshot
        /// The revision as counted by the host.
        var revision: Int
        var cause: Cause
        /// The identity of the child.
        ///
        /// A later child at the same path has another identity.
        let place: Place
    }

    final class Place {}

    unowned let plugin: Plugin
    /// The plugin's id of the feature.
    let feature: String
    /// The name of the instance, which is the same in the host and in the plugin.
    let name: String
    /// The position in the order of opening.
    let number: Int
    private let params: JSONText
    private let fixture: String?
    var phase = Phase.opening
    var revision = -1
    /// The number that is added to a revision of the plugin to get the host's revision.
    private(set) var offset = 0
    /// The newest snapshot at each path.
    ///
    /// The empty path is the instance itself.
    var shown: [[String]: Shown] = [:]
    /// The paths in `shown` whose snapshot is of a child that the plugin no longer has.
    ///
    /// The last snapshot of such a child is kept until the child has no subscribers.
    var gone: Set<[String]> = []
    /// The last failure, until it is repaired or dismissed; otherwise nil.
    var failure: PluginError?
    var failureCount = 0
    var opening: RemoteRequest?
    /// True if the instance is opened by `feature/run`.
    ///
    /// Then snapshots arrive before the answer to `feature/run`.
    private var isRun = false

    var onRevision: () -> Void = {}
    var onOutput: ((Output) -> Void)?
    var observer: (any StoreObserver)?

    init(
        _ feature: String, of plugin: Plugin, named name: String, number: Int, params: JSONText, fixture: String?
    ) {
        self.plugin = plugin
        self.feature = feature
        self.name = name
        self.number = number
        self.params = params
        self.fixture = fixture
        plugin.instances[name] = self
    }

    /// True if requests are forwarded to the plugin.
    var isForwarding: Bool { phase == .opening || phase == .open }

    // MARK: Opening

    /// Stores the request that opens or runs the instance.
    ///
    /// - Parameter isRun: true if the request is `feature/run`, so that snapshots arrive before its answer.
    func beginOpening(_ request: RemoteRequest, isRun: Bool = false) {
        opening = request
        self.isRun = isRun
    }

    /// Reads the answer to the open request, with the first snapshot.
    func open(with result: JSONValue) throws(RPCError) {
        opening = nil
        begin(with: try snapshot(result["snapshot"], at: []))
        // A session that runs the feature may wait for the first snapshot.
        onRevision()
    }

    /// Sends a request to the plugin after all earlier requests.
    func ask(_ request: RemoteRequest) { plugin.ask(request) }

    /// Cancels a request whose answer is no longer needed.
    func cancel(_ request: RemoteRequest) { plugin.cancel(request) }

    /// The params of `feature/open` or `feature/run`.
    func openParams(timeoutMs: Int? = nil) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("feature", feature)
            json.field("params", params)
            if let fixture { json.field("fixture", fixture) }
            json.field("instance", name)
            if let timeoutMs { json.field("timeoutMs", timeoutMs) }
            json.endObject()
        }
    }

    /// Reads the snapshot in an answer.
    ///
    /// If the snapshot is invalid, the plugin fails.
    ///
    /// - Parameter path: the path in the request that is answered.
    func snapshot(_ value: JSONValue?, at path: [String]) throws(RPCError) -> PluginSnapshot {
        do throws(PluginSnapshot.Mistake) {
            let snapshot = try PluginSnapshot(JSONText(value ?? .null))
            guard snapshot.instance == name, snapshot.path == path else {
                throw PluginSnapshot.Mistake(what: "of another instance or place than was asked for")
            }
            return snapshot
        } catch {
            plugin.fail("answered with a snapshot \(error.what)")
            throw RPCError(forwarded: plugin.failure)
        }
    }

    private func begin(with snapshot: PluginSnapshot) {
        // The children in the new snapshot have new identities, even at the paths of earlier children.
        gone.formUnion(shown.keys)
        offset = phase == .opening ? 0 : revision + 1 - snapshot.revision
        phase = .open
        failure = nil
        show(snapshot, from: nil)
    }

    // MARK: Messages from the plugin

    /// Applies a snapshot that the plugin has sent.
    ///
    /// - Returns: the protocol error in the snapshot, as a phrase that follows the plugin's name in error messages; nil
    ///   if there is no error.
    func take(_ snapshot: PluginSnapshot, from sender: Sender?) -> String? {
        if phase == .opening, isRun, snapshot.path.isEmpty {
            begin(with: snapshot)
            onRevision()
            return nil
        }
        guard phase == .open, let known = shown[snapshot.path], !gone.contains(snapshot.path) else { return nil }
        let newest = known.revision - offset
        guard snapshot.revision > newest else {
            return "sent a snapshot of revision \(snapshot.revision) after one of revision \(newest)"
        }
        guard snapshot.revision <= PluginSnapshot.maxRevision - offset else { return "sent a too large revision" }
        show(snapshot, from: sender, at: known.place)
        onRevision()
        return nil
    }

    /// Stores the first snapshot of a subscription.
    func begin(at path: [String], with snapshot: PluginSnapshot) {
        if phase == .opening, path.isEmpty {
            begin(with: snapshot)
        } else if gone.contains(path) || shown[path].map({ $0.revision - offset < snapshot.revision }) ?? true {
            show(snapshot, from: nil, at: gone.contains(path) ? nil : shown[path]?.place)
        }
    }

    /// Marks a child as removed.
    ///
    /// The last snapshot of the child is kept until the child has no subscribers.
    func end(at path: [String]) {
        if shown[path] != nil, gone.insert(path).inserted { onRevision() }
    }

    /// Unsubscribes the host, in the plugin, from a child that has no subscribers.
    func leave(_ path: [String]) {
        if path.isEmpty { return }
        let isGone = gone.remove(path) != nil
        guard shown.removeValue(forKey: path) != nil, !isGone, phase == .open else { return }
        let params = JSONText.build { json in
            json.beginObject()
            json.field("instance", name)
            json.field("path", path)
            json.endObject()
        }
        ask(RemoteRequest("state/unsubscribe", params) { _ in })
    }

    private func show(_ snapshot: PluginSnapshot, from sender: Sender?, at place: Place? = nil) {
        let newest = snapshot.revision + offset
        let cause = cause(of: snapshot, from: sender)
        gone.remove(snapshot.path)
        shown[snapshot.path] = Shown(
            snapshot: snapshot, revision: newest, cause: cause, place: place ?? Place())
        if snapshot.path.isEmpty {
            revision = newest
            observer?.applied(StoreStep(revision: newest, cause: cause, began: []))
        }
    }

    func cause(of snapshot: PluginSnapshot, from sender: Sender?) -> Cause {
        // A revision has the same cause at all paths. When a snapshot of another path arrives, the sender's request may
        // already be answered and forgotten.
        if let whole = shown[[]], whole.revision == snapshot.revision + offset { return whole.cause }
        let cause = snapshot.cause
        let origin: Cause.Origin =
            switch cause.origin {
            case "client": sender.map { .front($0) } ?? .effect
            case "clock": .clock
            case "host": .host
            default: .effect
            }
        return Cause(action: cause.action, path: cause.path, origin: origin, cancelled: cause.cancelled)
    }

    // MARK: Other requirements of AnyStore

    func place(at path: [String]) -> AnyObject? { gone.contains(path) ? nil : shown[path]?.place }

    func actionNames(at path: [String]) -> [String] { plugin.actions(of: feature) }

    var isSaving: Bool { false }
    var activity: StoreActivity { .none }
    func start() {}
    func setWatched(_ isWatched: Bool) {}
    func deliver() {}
    func resume() -> Bool { false }
    func deliver(from effect: Int) -> Bool { false }
    func collect() {}
    var deliveries: [Delivered] { [] }
    func runs(_ effect: Int) -> Bool { false }
    func noteDropped(_ effect: Int) {}
    func deliver(exactly delivered: Delivered) -> Bool { false }
    func show(_ progress: WorkProgress, of effect: Int) {}
    // The plugin ends the work when it receives the cancellation of the forwarded request.
    func cancelEffects(startedBy revision: Int, for sender: Sender) {}
    func keepCauses() {}

    /// Writes the members of the instance in the answer to `host/inspect`.
    ///
    /// The lists of effects are empty, because the host does not know the plugin's effects.
    func writeInspection(to json: inout JSONWriter, viewer: Int) {
        json.field("revision", revision)
        json.field("settled", isSettled)
        json.raw(#""effects":[],"queued":0,"dropped":0,"starts":[],"causes":[]"#)
    }

    func close() {
        plugin.close(self, named: name, opening: opening)
        opening = nil
    }
}
