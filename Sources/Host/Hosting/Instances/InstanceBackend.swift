import FHJSONRPC
import FHPeers

/// The side that has the state of an instance: this host, or a plugin.
///
/// A method reads its params, and has the backend answer its call, now or later. Isolated to the core thread.
protocol InstanceBackend: AnyObject {
    /// Starts the feature if it is new, subscribes the session to the path, and answers with the snapshot there.
    ///
    /// - Throws: `actionUnavailable` if nothing is at the path; a new instance is then closed.
    func open(_ call: Call, isNew: Bool, path: [String], isKept: Bool, _ updates: UpdateKind?) throws(RPCError)

    /// Subscribes the session to the path, and answers with the snapshot there.
    func subscribe(_ call: Call, path: [String], _ updates: UpdateKind?) throws(RPCError)

    /// Calls `end` after the earlier requests of the session about the path are answered.
    func unsubscribe(_ call: Call, path: [String], _ end: @escaping () -> Void)

    /// Answers with the newest snapshot at the path.
    func snapshot(_ call: Call, path: [String]) throws(RPCError)

    /// Applies an action and answers.
    func send(_ action: SentAction, _ call: Call) throws(RPCError)

    /// Answers when the instance has settled.
    ///
    /// - Parameter identity: the earlier action that the call waits for; nil if it waits for the instance alone.
    func settle(_ call: Call, timeoutMs: Int, _ identity: SentRequest?)

    /// Answers a call for an action that another call has sent and that is not answered yet.
    func join(_ call: Call, _ identity: SentRequest, _ request: RemoteRequest)

    /// Runs the feature as a dialog, and answers with its outcome.
    func run(_ call: Call, isNew: Bool, timeoutMs: Int?, _ updates: UpdateKind?) throws(RPCError)

    /// The revision of the newest snapshot at a path.
    func revision(at path: [String]) -> Int

    /// True if no request waits for the backend.
    var isIdle: Bool { get }

    /// True if the instance is being opened again after a failure, so that it has no clock to move.
    var isReopening: Bool { get }

    /// Ends what a session has asked for, since the session has ended.
    func abandonCalls(of session: Session)

    /// Fails all calls that wait, since the instance is closed.
    func failCalls(_ error: RPCError)

    /// Removes the dialogs that wait, and returns functions that answer them as cancelled.
    func takeRuns() -> [() -> Void]

    /// Ends the host's subscription to a path that no client is subscribed to, now or soon.
    func leaveUnwatched(_ path: [String])
}
