import FHJSON
import FHJSONRPC
import FeatureKit

/// An open feature: its store, its subscriptions, and the requests that wait for it.
final class Instance {
    /// The content of the request that opened the instance.
    struct Opening {
        let feature: String
        let params: JSONText
        /// The name of the fixture; nil if the request names no fixture.
        let fixture: String?
    }

    let name: String
    /// The position in the order of opening.
    ///
    /// No position is used twice.
    let number: Int
    let opening: Opening
    let store: any AnyStore
    /// The backend that answers the requests about the instance.
    private(set) lazy var backend: any InstanceBackend =
        if let remote = store as? RemoteStore { RemoteBackend(self, remote) } else { LocalBackend(self) }
    /// True if the instance stays open without subscribers.
    var isKept: Bool
    var subscriptions: [Subscription] = []
    /// The requests that wait for the instance to settle, by call number.
    var waits: [Int: Wait] = [:]
    /// The runs that wait for the outcome of the instance, in the order in which their calls were received.
    private var runs: [Run] = []
    /// The recent actions with a `requestId`.
    var sentRequests = SentRequests()
    /// The members at the start of each snapshot of the instance.
    let head: SnapshotHead
    /// The time of relative times; nil before the first snapshot.
    private var time: RevisionTime?

    init(
        name: String, number: Int, _ opening: Opening, kind: FeatureKind?, store: any AnyStore, isKept: Bool
    ) {
        self.name = name
        self.number = number
        self.opening = opening
        self.store = store
        self.isKept = isKept
        head = SnapshotHead(instance: name, feature: opening.feature, kind: kind)
    }

    /// The error of requests that wait for the instance when it is closed.
    var closedError: RPCError { RPCError(.unknownInstance, "the instance \(name) was closed") }

    /// Removes and returns the waits, in the order in which their calls were received.
    func takeWaits() -> [Wait] {
        defer { waits = [:] }
        return waits.values.sorted { $0.call.number < $1.call.number }
    }

    func add(_ run: Run) {
        runs.append(run)
        store.onOutput = { [unowned self] output in
            guard let outcome = Run.Outcome(output) else { return }
            for run in runs { run.come(to: outcome) }
        }
    }

    /// Removes a run.
    ///
    /// Returns false if it was already removed.
    func remove(_ run: Run) -> Bool {
        guard let index = runs.firstIndex(where: { $0 === run }) else { return false }
        runs.remove(at: index)
        if runs.isEmpty { store.onOutput = nil }
        return true
    }

    func takeRuns() -> [Run] {
        defer { runs = [] }
        return runs
    }

    /// Writes the snapshot for a session.
    func writeSnapshot(to json: inout JSONWriter, path: [String], viewer: Session, conflated: Int? = nil) {
        let time = time ?? RevisionTime(viewer.host.clocks.wall) { [unowned store] in store.revision }
        self.time = time
        json.context = viewer.reader(at: time)
        defer { json.context = nil }
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
        // Subscriptions to removed children end before any snapshot is sent. Sending can encode the queued updates of
        // every subscription, and a removed child may have no snapshot.
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
