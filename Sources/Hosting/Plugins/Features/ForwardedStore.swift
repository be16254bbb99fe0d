import FeatureKit
import JSON
import JSONRPC

/// An instance whose state a plugin has: the newest snapshots, with the host's own revisions.
///
/// What front ends do with it is forwarded. When the plugin fails, what it showed last stays, with an error and
/// `retry`, which opens the feature anew.
final class ForwardedStore: AnyStore {
    /// How far it has come.
    enum Phase: Equatable {
        /// The plugin is asked to open it; what else is asked goes behind that.
        case opening
        case open
        /// The plugin failed.
        case failed
        /// The plugin failed, and is asked to open it again.
        case reopening
    }

    /// What one place shows.
    struct Shown {
        let snapshot: PluginSnapshot
        /// The host's revision.
        var revision: Int
        var cause: Cause
        /// Tells the place from another that comes under the same path.
        let place: Place
    }

    final class Place {}

    unowned let plugin: Plugin
    /// What the plugin calls the feature.
    let feature: String
    /// The instance, here and there.
    let name: String
    /// Numbers instances in the order in which they were opened.
    let number: Int
    private let params: JSONText
    private let fixture: String?
    var phase = Phase.opening
    var revision = -1
    /// What the host's revisions are more than the plugin's.
    private(set) var offset = 0
    /// By path; the empty one is the instance itself.
    var shown: [[String]: Shown] = [:]
    /// Those of them that are not there any more.
    var gone: Set<[String]> = []
    /// Why it failed, until that is mended or dismissed.
    var failure: PluginError?
    var failureCount = 0
    var opening: ForwardedRequest?
    /// Whether it is opened by `feature/run`, whose snapshots come before the answer.
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

    /// Whether what is asked of it goes to the plugin.
    var isForwarding: Bool { phase == .opening || phase == .open }

    // MARK: Opening

    /// Notes what asks the plugin to open it, or to run it.
    ///
    /// - Parameter isRun: whether its snapshots come before the answer.
    func beginOpening(_ request: ForwardedRequest, isRun: Bool = false) {
        opening = request
        self.isRun = isRun
    }

    /// Takes the snapshot that it was opened with, or why it was not.
    func open(with result: JSONValue) throws(RPCError) {
        opening = nil
        begin(with: try snapshot(result["snapshot"], at: []))
        // Who runs it may wait for that.
        onRevision()
    }

    /// Asks the plugin, behind what was asked before.
    func ask(_ request: ForwardedRequest) { plugin.ask(request) }

    /// Takes back what nobody waits for any more.
    func cancel(_ request: ForwardedRequest) { plugin.cancel(request) }

    /// What opens or runs it.
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

    /// Reads a snapshot that came with an answer; a wrong one fails the plugin.
    ///
    /// - Parameter path: the place that was asked for.
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
        // Places within it are others than before.
        gone.formUnion(shown.keys)
        offset = phase == .opening ? 0 : revision + 1 - snapshot.revision
        phase = .open
        failure = nil
        show(snapshot, from: nil)
    }

    // MARK: What the plugin says

    /// Takes a snapshot that was sent.
    ///
    /// - Returns: what is wrong with it, as what follows the plugin's name in a sentence.
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
        guard snapshot.revision <= PluginSnapshot.maxRevision - offset else { return "counts revisions too far" }
        show(snapshot, from: sender, at: known.place)
        onRevision()
        return nil
    }

    /// Notes what a subscription begins with.
    func begin(at path: [String], with snapshot: PluginSnapshot) {
        if phase == .opening, path.isEmpty {
            begin(with: snapshot)
        } else if gone.contains(path) || shown[path].map({ $0.revision - offset < snapshot.revision }) ?? true {
            show(snapshot, from: nil, at: gone.contains(path) ? nil : shown[path]?.place)
        }
    }

    /// The child has gone; what it showed last stays until nobody is subscribed to it.
    func end(at path: [String]) {
        if shown[path] != nil, gone.insert(path).inserted { onRevision() }
    }

    /// Nobody is subscribed to a child any more.
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
        ask(ForwardedRequest("state/unsubscribe", params) { _ in })
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
        // Each revision has one cause, whatever place is looked at, and whoever sent it may have his answer by now.
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

    // MARK: What a host does with every store

    func place(at path: [String]) -> AnyObject? { gone.contains(path) ? nil : shown[path]?.place }

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
    func keepCauses() {}

    /// Writes what the host knows; what is under way there is the plugin's own.
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
