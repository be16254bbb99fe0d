import FeatureKit
import JSON

/// One session's wish to hear of an instance, or of one child of it.
final class Subscription {
    /// A notification that is to be written.
    enum Update {
        /// The newest snapshot, and how many revisions it stands for where these are more than one.
        case snapshot(conflated: Int?)
        /// What leads from the snapshot of the revision before it to the newest one, as params.
        case patch(JSONText)
        /// There will be none any more.
        case closed

        var method: String {
            switch self {
            case .snapshot: "state/snapshot"
            case .patch: "state/patch"
            case .closed: "state/closed"
            }
        }
    }

    unowned let session: Session
    let instance: Instance
    let path: [String]
    /// What it is of: the path may come to lead elsewhere.
    let place: AnyObject?
    /// The newest revision whose update is on its way or was sent.
    private(set) var revision: Int
    /// The place in the session's outbox of the newest update that waits.
    var waiting: Outbox.Ticket?
    private var updates: UpdateKind
    /// What the session has been shown of that revision; nil where that is not known, so that a patch can't begin there.
    private var shown: JSONOutline?
    /// The revision with which the child went; nil while it is there.
    private var lastRevision: Int?

    init(session: Session, instance: Instance, path: [String]) {
        self.session = session
        self.instance = instance
        self.path = path
        updates = session.updates
        place = instance.store.place(at: path)
        revision = 0
        revision = newest
    }

    /// The newest revision of what it is of.
    private var newest: Int { instance.forwarded?.revision(at: path) ?? instance.store.revision }

    /// Whether the newest revision has been written.
    var isUpToDate: Bool { lastRevision == nil && revision == newest }

    /// Notes that the session is shown the newest snapshot by an answer, and how it wants to hear of later ones.
    func show(then updates: UpdateKind?) {
        if let updates { self.updates = updates }
        let isShown = isUpToDate && instance.store.has(path: path)
        shown = self.updates == .patch && isShown ? instance.outline(path: path, viewer: session) : nil
    }

    /// Says that the child is gone: what is written next is the last.
    ///
    /// Another child may come under the same path; it wants another subscription.
    func end() {
        lastRevision = instance.store.revision
    }

    /// Takes back what was to be written, which was to lead from this revision on: the next one is a whole snapshot.
    func takeBack(to revision: Int) {
        self.revision = revision
        shown = nil
    }

    /// What is to be written now: it stands for all revisions since the one before it.
    func takeUpdate() -> Update {
        let base = revision
        if let lastRevision {
            revision = lastRevision
            return .closed
        }
        revision = newest
        let count = revision - base
        if updates == .patch, let params = takePatch(from: base) { return .patch(params) }
        return .snapshot(conflated: count > 1 ? count : nil)
    }

    /// The params that lead from what was shown last to what is shown now; nil where those of the whole are not longer.
    private func takePatch(from base: Int) -> JSONText? {
        let newer = instance.outline(path: path, viewer: session)
        defer { shown = newer }
        guard revision == base + 1, let shown, let patch = shown.patch(to: newer) else { return nil }
        let params = JSONText.build(capacity: patch.bytes.count + 1 << 7) { json in
            instance.writePatch(patch, from: base, to: revision, path: path, in: &json)
        }
        return newer.isLonger(than: params) ? params : nil
    }

    /// Writes the params of an update that was taken.
    func write(_ update: Update, to json: inout JSONWriter) {
        switch update {
        case .snapshot(let conflated):
            instance.writeSnapshot(to: &json, path: path, viewer: session, conflated: conflated)
        case .patch(let params): json.value(params)
        case .closed: instance.writeClosed(to: &json, path: path, revision: revision, reason: "gone")
        }
    }
}
