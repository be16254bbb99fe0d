import FeatureKit
import JSON
import JSONRPC

/// An open feature: its store, who subscribes to it, and who waits for it.
final class Instance {
    let name: String
    /// Numbers instances in the order in which they were opened; never used twice.
    let number: Int
    /// The id of its feature.
    let feature: String
    let params: JSONText
    /// The example that it began as.
    let fixture: String?
    let store: any AnyStore
    /// The store, where a plugin has the state.
    let forwarded: ForwardedStore?
    /// What is forwarded to the plugin and not answered yet, by the numbers of the calls.
    var forwardedCalls: [Int: ForwardedCall] = [:]
    /// What ends the runs that a plugin has, as cancelled.
    var forwardedRuns: [Int: () -> Void] = [:]
    /// Whether it lives on without subscribers.
    var isKept: Bool
    var subscriptions: [Subscription] = []
    /// Who waits for it to settle, by the numbers of their calls.
    var waits: [Int: Wait] = [:]
    /// Who waits for its outcome, in the order in which they came.
    private var runs: [Run] = []
    /// The actions that were sent with a `requestId`.
    var sentRequests = SentRequests()
    /// What all its snapshots begin with.
    let head: SnapshotHead

    init(
        name: String, number: Int, feature: String, kind: FeatureKind?, params: JSONText, fixture: String?,
        store: any AnyStore, isKept: Bool
    ) {
        self.name = name
        self.number = number
        self.feature = feature
        self.params = params
        self.fixture = fixture
        self.store = store
        forwarded = store as? ForwardedStore
        self.isKept = isKept
        head = SnapshotHead(instance: name, feature: feature, kind: kind)
    }

    /// What those get who wait when it is closed.
    var closedError: RPCError { RPCError(.unknownInstance, "the instance \(name) was closed") }

    /// Takes the waits, in the order in which they came.
    func takeWaits() -> [Wait] {
        defer { waits = [:] }
        return waits.values.sorted { $0.call.number < $1.call.number }
    }

    /// Takes what is forwarded, in the order in which it came.
    func takeForwardedCalls() -> [ForwardedCall] {
        defer { forwardedCalls = [:] }
        return forwardedCalls.values.sorted { $0.call.number < $1.call.number }
    }

    /// Takes what ends the runs that a plugin has, in the order in which they came.
    func takeForwardedRuns() -> [() -> Void] {
        defer { forwardedRuns = [:] }
        return forwardedRuns.sorted { $0.key < $1.key }.map(\.value)
    }

    func add(_ run: Run) {
        runs.append(run)
        store.onOutput = { [unowned self] output in
            guard let outcome = Run.Outcome(output) else { return }
            for run in runs { run.come(to: outcome) }
        }
    }

    /// Lets go who waits for the outcome; false if they were let go before.
    func remove(_ run: Run) -> Bool {
        guard let index = runs.firstIndex(where: { $0 === run }) else { return false }
        runs.remove(at: index)
        if runs.isEmpty { store.onOutput = nil }
        return true
    }

    /// Takes who waits for the outcome.
    func takeRuns() -> [Run] {
        defer { runs = [] }
        return runs
    }

    /// Writes a snapshot for one session.
    func writeSnapshot(to json: inout JSONWriter, path: [String], viewer: Session, conflated: Int? = nil) {
        store.writeSnapshot(
            to: &json, head: head, path: path, viewer: viewer.number, reducesMotion: viewer.reducesMotion,
            conflated: conflated)
    }

    /// Writes the params of `state/patch`: what leads from what a session was shown to what it is shown now.
    ///
    /// - Returns: false where that can't be said.
    func writePatch(
        of shown: JSONOutline, from base: Int, to revision: Int, path: [String], viewer: Session,
        _ json: inout JSONWriter
    ) -> Bool {
        json.beginObject()
        json.field("instance", name)
        if !path.isEmpty { json.field("path", path) }
        json.field("revision", revision)
        json.field("base", base)
        json.key("patch")
        let isWritten = shown.writePatch(to: &json) { writeSnapshot(to: &$0, path: path, viewer: viewer) }
        json.endObject()
        return isWritten
    }

    /// Writes the params of `state/closed`.
    func writeClosed(to json: inout JSONWriter, path: [String], revision: Int, reason: String) {
        json.beginObject()
        json.field("instance", name)
        if !path.isEmpty {
            json.field("path", path)
        }
        json.field("revision", revision)
        json.field("reason", reason)
        json.endObject()
    }

    /// The subscription of a session to what is at a path; nil if there is none.
    func subscription(of session: Session, path: [String]) -> Subscription? {
        subscriptions.first { $0.session === session && $0.path == path }
    }

    /// Sends the newest snapshot to every subscriber, and ends the subscriptions to children that are gone.
    func publish() {
        // Before anything is sent: what is sent may be followed by what has waited, of any of them.
        var gone: [Subscription] = []
        for subscription in subscriptions where !subscription.path.isEmpty {
            if store.place(at: subscription.path) === subscription.place { continue }
            subscription.end()
            gone.append(subscription)
        }
        for subscription in subscriptions { subscription.session.outbox.send(update: subscription) }
        for subscription in gone { subscription.session.host.unsubscribe(subscription) }
    }
}
