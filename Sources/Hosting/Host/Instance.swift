import FeatureKit
import JSON

/// An open feature: its store, who subscribes to it, and who waits for it.
final class Instance {
    let name: String
    /// Numbers instances in the order in which they were opened; never used twice.
    let number: Int
    let feature: FeatureRegistration
    let params: JSONText
    let store: any AnyStore
    /// Whether it lives on without subscribers.
    var isKept: Bool
    var subscriptions: [Subscription] = []
    /// Who waits for it to settle, by the numbers of their calls.
    var waits: [Int: Wait] = [:]
    /// What all its snapshots begin with.
    let head: JSONMembers
    /// What the snapshots of its children begin with.
    let childHead: JSONMembers

    init(
        name: String, number: Int, feature: FeatureRegistration, params: JSONText, store: any AnyStore, isKept: Bool
    ) {
        self.name = name
        self.number = number
        self.feature = feature
        self.params = params
        self.store = store
        self.isKept = isKept
        head = JSONMembers { json in
            json.field("instance", name)
            json.field("feature", feature.id)
            json.field("kind", feature.kind.rawValue)
        }
        childHead = JSONMembers { $0.field("instance", name) }
    }

    /// Takes the waits, in the order in which they came.
    func takeWaits() -> [Wait] {
        defer { waits = [:] }
        return waits.values.sorted { $0.call.number < $1.call.number }
    }

    /// Writes a snapshot for one session.
    func writeSnapshot(to json: inout JSONWriter, path: [String], viewer: Int, conflated: Int? = nil) {
        store.writeSnapshot(
            to: &json, head: path.isEmpty ? head : childHead, path: path, viewer: viewer, conflated: conflated)
    }

    /// Sends the newest snapshot to every subscriber.
    func publish() {
        for subscription in subscriptions { subscription.session.outbox.send(update: subscription) }
    }
}

/// One session's wish to hear of an instance, or of one child of it.
final class Subscription {
    unowned let session: Session
    let instance: Instance
    let path: [String]
    /// The newest revision whose snapshot is on its way or was sent.
    var revision: Int
    /// The place in the session's outbox of the newest update that waits.
    var waiting: Outbox.Ticket?

    init(session: Session, instance: Instance, path: [String]) {
        self.session = session
        self.instance = instance
        self.path = path
        revision = instance.store.revision
    }

    /// Whether the newest revision has been written.
    var isUpToDate: Bool { revision == instance.store.revision }

    /// Writes the newest snapshot, which stands for all revisions since the one before it.
    func writeSnapshot(to json: inout JSONWriter) {
        let newest = instance.store.revision
        let count = newest - revision
        revision = newest
        instance.writeSnapshot(
            to: &json, path: path, viewer: session.number, conflated: count > 1 ? count : nil)
    }
}
