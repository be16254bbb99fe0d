import FHJSONRPC
import FHPeers

/// Answers the requests about one instance.
///
/// The state of the instance is either in this host or in a plugin, to which the backend forwards the requests.
///
/// A function of ``Method`` reads the params of a request. The backend then answers the request, immediately or later.
/// Isolated to the core thread.
protocol InstanceBackend: AnyObject {
    /// Subscribes the session to the path, and answers with the snapshot at the path.
    ///
    /// If the instance is new, starts its feature first.
    ///
    /// - Throws: `actionUnavailable` if there is nothing at the path. A new instance is then closed.
    func open(_ call: Call, isNew: Bool, path: [String], isKept: Bool, _ updates: UpdateKind?) throws(RPCError)

    /// Subscribes the session to the path, and answers with the snapshot at the path.
    func subscribe(_ call: Call, path: [String], _ updates: UpdateKind?) throws(RPCError)

    /// Calls `end` after the session's earlier requests to subscribe to the path are answered.
    func unsubscribe(_ call: Call, path: [String], _ end: @escaping () -> Void)

    /// Answers with the newest snapshot at the path.
    func snapshot(_ call: Call, path: [String]) throws(RPCError)

    /// Calls `body` with the features that the user sees: the one at the path, and those that contain it.
    ///
    /// - Throws: `actionUnavailable` if there is nothing at the path.
    func commandContexts(
        _ call: Call, path: [String], _ body: @escaping ([CommandContext]) -> Void
    ) throws(RPCError)

    /// Applies an action, and answers its call.
    func send(_ action: SentAction, _ call: Call) throws(RPCError)

    /// Answers when the instance has settled.
    ///
    /// - Parameter identity: the action to which the answer belongs, if the action has a `requestId`; otherwise nil.
    func settle(_ call: Call, timeoutMs: Int, _ identity: SentRequest?)

    /// Runs the feature as a dialog, and answers with its outcome.
    func run(_ call: Call, isNew: Bool, timeoutMs: Int?, _ updates: UpdateKind?) throws(RPCError)

    /// The revision of the newest snapshot at a path.
    func revision(at path: [String]) -> Int

    /// True if no call or run waits for an answer of a plugin.
    var isIdle: Bool { get }

    /// True if the instance is being opened again after a failure of its plugin.
    ///
    /// Such an instance settles without an advance of virtual time.
    var isReopening: Bool { get }

    /// Cancels the pending requests of a session, because the session has ended.
    func abandonCalls(of session: Session)

    /// Fails all calls that wait for an answer of a plugin.
    func failCalls(_ error: RPCError)

    /// Removes the forwarded runs, and returns functions that answer the runs as cancelled.
    func takeRuns() -> [() -> Void]

    /// Ends the host's subscription to a path in a plugin, if no session is subscribed, or about to be subscribed, to
    /// the path.
    func leaveUnwatched(_ path: [String])
}
