import FHJSON
import FHJSONRPC
import FeatureKit

/// An open feature: its store, its subscriptions, and the requests that wait for it.
final class Instance {
    let name: String
    /// The position in the order of opening; never reused.
    let number: Int
    /// The id of the feature.
    let feature: String
    let params: JSONText
    /// The name of the fixture that it was opened with; nil for none.
    let fixture: String?
    let store: any AnyStore
    /// The store as a forwarded one; nil unless a plugin has the state.
    let forwarded: ForwardedStore?
    /// The calls that are forwarded to the plugin and not answered yet, by call number.
    var forwardedCalls: [Int: ForwardedCall] = [:]
    /// By call number: a function that ends a forwarded run as cancelled.
    var forwardedRuns: [Int: () -> Void] = [:]
    /// True if the instance stays open without subscribers.
    var isKept: Bool
    var subscriptions: [Subscription] = []
    /// The requests that wait for the instance to settle, by call number.
    var waits: [Int: Wait] = [:]
    /// The runs that wait for the outcome of the instance, in the order of their calls.
    private var runs: [Run] = []
    /// The recent actions with a `requestId`.
    var sentRequests = SentRequests()
    /// The common start of all its snapshots.
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

    /// The error of requests that wait for the instance when it is closed.
    var closedError: RPCError { RPCError(.unknownInstance, "the instance \(name) was closed") }

    /// Removes and returns the waits, in the order of their calls.
    func takeWaits() -> [Wait] {
        defer { waits = [:] }
        return waits.values.sorted { $0.call.number < $1.call.number }
    }

    /// Removes and returns the forwarded calls, in their order.
    func takeForwardedCalls() -> [ForwardedCall] {
        defer { forwardedCalls = [:] }
        return forwardedCalls.values.sorted { $0.call.number < $1.call.number }
    }

    /// Removes and returns the functions that end forwarded runs, in the order of the runs.
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

    /// Removes a run; returns false if it was removed before.
    func remove(_ run: Run) -> Bool {
        guard let index = runs.firstIndex(where: { $0 === run }) else { return false }
        runs.remove(at: index)
        if runs.isEmpty { store.onOutput = nil }
        return true
    }

    /// Removes and returns the runs.
    func takeRuns() -> [Run] {
        defer { runs = [] }
        return runs
    }

    /// Writes the snapshot for a session.
    func writeSnapshot(to json: inout JSONWriter, path: [String], viewer: Session, conflated: Int? = nil) {
        store.writeSnapshot(
            to: &json, head: head, path: path, viewer: viewer.number, reducesMotion: viewer.settings.reducesMotion,
            conflated: conflated)
    }

    /// Writes the params of `state/patch`: the difference between the snapshot that a session has and the newest one.
    ///
    /// - Returns: false if the difference can't be expressed as a patch.
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

    /// The subscription of a session to a path; nil if there is none.
    func subscription(of session: Session, path: [String]) -> Subscription? {
        subscriptions.first { $0.session === session && $0.path == path }
    }

    /// Sends the newest snapshot to every subscriber, and ends the subscriptions to removed children.
    func publish() {
        // Ends come first: sending a snapshot can release queued updates of any subscription.
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
