import FeatureKit
import JSON
import JSONRPC

/// An open feature: its store, who subscribes to it, and who waits for it.
final class Instance {
    let name: String
    /// Numbers instances in the order in which they were opened; never used twice.
    let number: Int
    let feature: FeatureRegistration
    let params: JSONText
    /// The example that it began as.
    let fixture: String?
    let store: any AnyStore
    /// Whether it lives on without subscribers.
    var isKept: Bool
    var subscriptions: [Subscription] = []
    /// Who waits for it to settle, by the numbers of their calls.
    var waits: [Int: Wait] = [:]
    /// Who waits for its outcome, in the order in which they came.
    private var runs: [Run] = []
    /// What all its snapshots begin with.
    let head: SnapshotHead

    init(
        name: String, number: Int, feature: FeatureRegistration, params: JSONText, fixture: String?,
        store: any AnyStore, isKept: Bool
    ) {
        self.name = name
        self.number = number
        self.feature = feature
        self.params = params
        self.fixture = fixture
        self.store = store
        self.isKept = isKept
        head = SnapshotHead(instance: name, feature: feature.id, kind: feature.kind)
    }

    /// What those get who wait when it is closed.
    var closedError: RPCError { RPCError(.unknownInstance, "the instance \(name) was closed") }

    /// Takes the waits, in the order in which they came.
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

    /// Sends the newest snapshot to every subscriber, and ends the subscriptions to children that are gone.
    func publish() {
        for subscription in subscriptions {
            let isGone = !subscription.path.isEmpty && store.place(at: subscription.path) !== subscription.place
            if isGone { subscription.end() }
            subscription.session.outbox.send(update: subscription)
            if isGone { subscription.session.host.unsubscribe(subscription) }
        }
    }
}

/// One session's wish to hear of an instance, or of one child of it.
final class Subscription {
    unowned let session: Session
    let instance: Instance
    let path: [String]
    /// What it is of: the path may come to lead elsewhere.
    let place: AnyObject?
    /// The newest revision whose snapshot is on its way or was sent.
    var revision: Int
    /// The place in the session's outbox of the newest update that waits.
    var waiting: Outbox.Ticket?
    /// The revision with which the child went; nil while it is there.
    private var lastRevision: Int?

    init(session: Session, instance: Instance, path: [String]) {
        self.session = session
        self.instance = instance
        self.path = path
        place = instance.store.place(at: path)
        revision = instance.store.revision
    }

    /// Whether the newest revision has been written.
    var isUpToDate: Bool { revision == instance.store.revision }

    /// Says that the child is gone: what is written next is the last.
    ///
    /// Another child may come under the same path; it wants another subscription.
    func end() {
        lastRevision = instance.store.revision
    }

    /// The notification that is to be written: the newest snapshot, or that there will be none.
    var method: String { lastRevision == nil ? "state/snapshot" : "state/closed" }

    /// Writes that notification's params.
    func writeParams(to json: inout JSONWriter) {
        guard let lastRevision else { return writeSnapshot(to: &json) }
        revision = lastRevision
        instance.writeClosed(to: &json, path: path, revision: lastRevision, reason: "gone")
    }

    /// Writes the newest snapshot, which stands for all revisions since the one before it.
    private func writeSnapshot(to json: inout JSONWriter) {
        let newest = instance.store.revision
        let count = newest - revision
        revision = newest
        instance.writeSnapshot(
            to: &json, path: path, viewer: session, conflated: count > 1 ? count : nil)
    }
}
