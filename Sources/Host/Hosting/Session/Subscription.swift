import FHJSON
import FHJSONRPC
import FeatureKit

/// A session's subscription to an instance, or to one of its children.
final class Subscription {
    unowned let session: Session
    let instance: Instance
    let path: [String]
    /// The identity of the child, because another child may later have the same path.
    let place: AnyObject?
    /// The newest revision that was queued or sent.
    private(set) var revision: Int
    /// The position of the newest queued update in the session's outbox.
    var waiting: Outbox.Ticket?
    private var updates: UpdateKind
    /// The snapshot that the session has.
    ///
    /// If it is nil, the snapshot is unknown and no patch can be made.
    private var shown: JSONOutline?
    /// The revision at which the child was removed; nil while it exists.
    private var lastRevision: Int?

    init(session: Session, instance: Instance, path: [String]) {
        self.session = session
        self.instance = instance
        self.path = path
        updates = session.settings.updates
        place = instance.store.place(at: path)
        revision = 0
        revision = newest
    }

    /// The newest revision of the subscribed child.
    private var newest: Int { instance.backend.revision(at: path) }

    /// True if the newest revision has been queued or sent.
    var isUpToDate: Bool { lastRevision == nil && revision == newest }

    /// Records that an answer contains the newest snapshot, and sets the kind of later updates.
    func show(then updates: UpdateKind?) {
        if let updates { self.updates = updates }
        let isShown = isUpToDate && instance.store.has(path: path)
        shown = self.updates == .patch && isShown ? outline : nil
    }

    private var outline: JSONOutline {
        JSONOutline { instance.writeSnapshot(to: &$0, path: path, viewer: session) }
    }

    /// Marks the child as removed.
    ///
    /// The next update is the last one.
    ///
    /// A later child at the same path needs another subscription.
    func end() {
        lastRevision = instance.store.revision
    }

    /// Withdraws the queued updates that follow a revision.
    ///
    /// The next update is a complete snapshot.
    func takeBack(to revision: Int) {
        self.revision = revision
        shown = nil
    }

    /// Writes the notification that is due.
    ///
    /// It represents all revisions since the last notification.
    func writeUpdate(_ encoder: MessageEncoder, to json: inout JSONWriter) {
        let base = revision
        if let lastRevision {
            revision = lastRevision
            return encoder.notification("state/closed", to: &json) { json in
                instance.writeClosed(to: &json, path: path, revision: lastRevision, reason: "gone")
            }
        }
        revision = newest
        if updates == .patch, writePatch(from: base, encoder, to: &json) { return }
        let count = revision - base
        let start = json.count
        encoder.notification("state/snapshot", to: &json) { json in
            instance.writeSnapshot(to: &json, path: path, viewer: session, conflated: count > 1 ? count : nil)
        }
        guard let length = WrittenFrame.takeBack(from: start, in: &json) else { return }
        // The next update that is short enough for a frame also contains the content of this update.
        takeBack(to: base)
        session.outbox.onTooLong(length)
    }

    /// Writes the patch between the snapshot that the session has and the newest snapshot.
    ///
    /// Returns false if no patch can be made, or if the patch would be longer than a snapshot.
    private func writePatch(from base: Int, _ encoder: MessageEncoder, to json: inout JSONWriter) -> Bool {
        guard let shown else {
            shown = outline
            return false
        }
        guard revision == base + 1 else {
            shown.replace { instance.writeSnapshot(to: &$0, path: path, viewer: session) }
            return false
        }
        let start = json.count
        var isShorter = false
        encoder.notification("state/patch", to: &json) { json in
            let start = json.count
            isShorter = instance.writePatch(of: shown, from: base, to: revision, path: path, viewer: session, &json)
            isShorter = isShorter && shown.isLonger(than: json.count - start)
        }
        if !isShorter { json.truncate(to: start) }
        return isShorter
    }
}
