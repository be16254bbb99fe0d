import FHJSONRPC
import FHPeers

/// The backend of an instance, which has the state of the instance.
///
/// It is either in this host or forwards to a plugin.
///
/// A method reads its params, and lets the backend answer its call, immediately or later. Isolated to the core thread.
protocol InstanceBackend: AnyObject {
    /// Subscribes the session to the path, and answers with the snapshot at the path.
    ///
    /// If the feature is new, starts it first.
    ///
    /// - Throws: `actionUnavailable` if there is nothing at the path. A new instance is then closed.
    func open(_ call: Call, isNew: Bool, path: [String], isKept: Bool, _ updates: UpdateKind?) throws(RPCError)

    /// Subscribes the session to the path, and answers with the snapshot at the path.
    func subscribe(_ call: Call, path: [String], _ updates: UpdateKind?) throws(RPCError)

    /// Calls `end` after the session's earlier requests about the path are answered.
    func unsubscribe(_ call: Call, path: [String], _ end: @escaping () -> Void)

    /// Answers with the newest snapshot at the path.
    func snapshot(_ call: Call, path: [String]) throws(RPCError)

    /// Applies an action, and answers its call.
    func send(_ action: SentAction, _ call: Call) throws(RPCError)

    /// Answers when the instance has settled.
    ///
    /// - Parameter identity: the earlier action for which the call waits; nil if it waits only for the instance.
    func settle(_ call: Call, timeoutMs: Int, _ identity: SentRequest?)

    /// Runs the feature as a dialog, and answers with its outcome.
    func run(_ call: Call, isNew: Bool, timeoutMs: Int?, _ updates: UpdateKind?) throws(RPCError)

    /// The revision of the newest snapshot at a path.
    func revision(at path: [String]) -> Int

    /// True if no request waits for the backend.
    var isIdle: Bool { get }

    /// True if the instance is being opened again after a failure. Then it has no clock to move.
    var isReopening: Bool { get }

    /// Cancels the pending requests of a session, because the session has ended.
    func abandonCalls(of session: Session)

    /// Fails all calls that wait, because the instance is closed.
    func failCalls(_ error: RPCError)

    /// Removes the dialogs that wait. Returns functions that answer the dialogs as cancelled.
    func takeRuns() -> [() -> Void]

    /// Ends the host's subscription to a path if no client has a subscription to it or has requested one.
    func leaveUnwatched(_ path: [String])
}
