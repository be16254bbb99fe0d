import FeatureKit
import JSON
import JSONRPC

/// One session's wish to hear of an instance, or of one child of it.
final class Subscription {
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
        shown = self.updates == .patch && isShown ? outline : nil
    }

    private var outline: JSONOutline {
        JSONOutline { instance.writeSnapshot(to: &$0, path: path, viewer: session) }
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

    /// Writes the notification that is due now: it stands for all revisions since the one before it.
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
        // The next one that can be read stands for this one too.
        takeBack(to: base)
        session.outbox.onTooLong(length)
    }

    /// Writes what leads from what was shown last to what is shown now; false where nothing was written, because what is
    /// shown is not longer.
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
