import JSON

/// Watches all that one side says in a session, and notes what it may not do whatever it was asked.
protocol Watcher: AnyObject {
    /// What was found.
    var faults: [Fault] { get }
    /// The requirements that were looked at, met or not.
    var tried: Set<String> { get }

    /// Notes what was sent, so that answers can be told from what nobody asked for.
    func noteSent(_ message: JSONValue)

    /// Notes that something was sent whose ids nobody knows.
    func noteSentText()

    /// Looks at a frame.
    func note(_ frame: JSONValue)

    /// Whether something is not answered that has to be.
    var isOwed: Bool { get }

    /// The session has ended in order: what is not answered now will never be.
    func noteEnd()

    /// The newest snapshot of an instance that was told.
    func newest(of instance: String) -> JSONValue?

    /// The snapshot that a patch has led to; nil where it has led to none.
    func snapshot(after patch: JSONValue) -> JSONValue?

    /// The params by which the snapshots are asked for that are known by patches alone.
    var toldByPatches: [JSONValue] { get }
}

extension Watcher {
    func snapshot(after patch: JSONValue) -> JSONValue? { nil }

    var toldByPatches: [JSONValue] { [] }
}
