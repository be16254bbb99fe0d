import FHJSON

/// Checks all messages of one side in a session against the requirements that hold in every session.
protocol Watcher: AnyObject {
    /// The violations so far.
    var faults: [Fault] { get }
    /// The ids of the requirements that were checked, whether they are met or not.
    var tried: Set<String> { get }

    /// Records a sent message, so that answers without a request are detected.
    func noteSent(_ message: JSONValue)

    /// Records that an invalid text was sent. Its ids are unknown.
    func noteSentText()

    /// Checks a received frame.
    func note(_ frame: JSONValue)

    /// True if a required answer is missing.
    var isOwed: Bool { get }

    /// Records the orderly end of the session. Answers that are still missing are violations.
    func noteEnd()

    /// The newest received snapshot of an instance.
    func newest(of instance: String) -> JSONValue?

    /// The snapshot that results from a patch; nil if there is none.
    func snapshot(after patch: JSONValue) -> JSONValue?

    /// The params of the `feature/snapshot` requests that check the results of patches.
    ///
    /// There is one request for each target that has had a patch since its last complete snapshot.
    var toldByPatches: [JSONValue] { get }
}

extension Watcher {
    func snapshot(after patch: JSONValue) -> JSONValue? { nil }

    var toldByPatches: [JSONValue] { [] }
}
