import FHJSON

/// Checks all messages of one side in a session against the requirements that hold in every session.
protocol Watcher: AnyObject {
    /// The violations so far.
    var faults: [Fault] { get }
    /// The ids of the checked requirements, met or not.
    var tried: Set<String> { get }

    /// Records a sent message, so that unsolicited answers are detected.
    func noteSent(_ message: JSONValue)

    /// Records that invalid text was sent, whose ids are unknown.
    func noteSentText()

    /// Checks a received frame.
    func note(_ frame: JSONValue)

    /// True if a required answer is missing.
    var isOwed: Bool { get }

    /// Records the orderly end of the session: missing answers are violations.
    func noteEnd()

    /// The newest received snapshot of an instance.
    func newest(of instance: String) -> JSONValue?

    /// The snapshot that results from a patch; nil if there is none.
    func snapshot(after patch: JSONValue) -> JSONValue?

    /// The params for requesting the snapshots that are known by patches alone.
    var toldByPatches: [JSONValue] { get }
}

extension Watcher {
    func snapshot(after patch: JSONValue) -> JSONValue? { nil }

    var toldByPatches: [JSONValue] { [] }
}
