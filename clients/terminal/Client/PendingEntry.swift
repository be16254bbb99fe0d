/// Determines whether a value that the user has entered is newer than the value in a snapshot of the host.
///
/// ```swift
/// pending.sent()
/// node.send("setValue", params) { pending.answered($0) }
/// if !pending.isNewer(than: node.snapshot) { editor.show(node.state.text("value")) }
/// ```
public final class PendingEntry {
    private var unanswered = 0
    /// The newest revision that an entered value has made; -1 for none.
    private var revision = -1
    /// The generation of the host that has counted the revision.
    private var generation = 0

    /// Creates the record for a value that has not been sent yet.
    public init() {}

    /// Records that a value was sent.
    public func sent() { unanswered += 1 }

    /// Records the answer to a request that sent a value.
    ///
    /// - Parameter revision: the revision that the action made; nil if the action was refused.
    public func answered(_ revision: Int?) {
        unanswered = max(0, unanswered - 1)
        self.revision = max(self.revision, revision ?? -1)
    }

    /// Returns true if the user has entered a newer value than the one in the snapshot.
    public func isNewer(than snapshot: Snapshot) -> Bool {
        // A host that replaces an ended one counts its revisions from the beginning.
        if snapshot.generation != generation { (generation, revision) = (snapshot.generation, -1) }
        return unanswered > 0 || snapshot.revision < revision
    }
}
