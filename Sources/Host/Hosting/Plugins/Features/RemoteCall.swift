import FHJSONRPC
import FHPeers

/// A client's request that a plugin answers.
///
/// Belongs to the core thread.
final class RemoteCall {
    let call: Call
    let backend: RemoteBackend
    /// The instance, which is retained until the call is answered.
    private let instance: Instance
    /// The path to which the answer subscribes the session; nil for a request that does not subscribe.
    let attaching: [String]?
    /// True if the plugin's answer is needed even after this call is cancelled, because the request has a `requestId`.
    private let keepsRequest: Bool
    private var request: RemoteRequest?
    private var followers: [() -> Void] = []

    init(_ call: Call, of backend: RemoteBackend, attaching: [String]?, keepsRequest: Bool = false) {
        self.keepsRequest = keepsRequest
        self.call = call
        self.backend = backend
        instance = backend.instance
        self.attaching = attaching
    }

    /// Stores the request to the plugin, and registers the call.
    func begin(_ request: RemoteRequest) {
        self.request = request
        backend.calls[call.number] = self
        call.onCancel = { [self] in abandon() }
    }

    /// Cancels the call, because its client no longer waits for the answer.
    func abandon() {
        guard cancel() else { return }
        backend.leaveUnwatched(attaching ?? [])
        call.session.host.closeUnused(instance)
        goOn()
    }

    /// Adds a function that is called after the call has ended.
    func andThen(_ body: @escaping () -> Void) { followers.append(body) }

    /// Calls the functions that wait for the end of the call, or passes them to the next forwarded request of the call.
    func goOn() {
        if let next = backend.calls[call.number], next !== self {
            next.followers += followers
            followers = []
        }
        let bodies = followers
        followers = []
        for body in bodies { body() }
    }

    /// Records that the plugin has answered, or that the call is cancelled.
    ///
    /// Returns false if this was already recorded. The client then no longer waits for the answer.
    func end() -> Bool {
        if request == nil { return false }
        request = nil
        backend.calls[call.number] = nil
        call.onCancel = {}
        return true
    }

    /// Fails the call, and cancels its request to the plugin if the request has no `requestId`.
    func fail(_ error: RPCError) {
        guard cancel() else { return }
        call.fail(error)
        goOn()
    }

    private func cancel() -> Bool {
        guard let request else { return false }
        _ = end()
        if !keepsRequest { backend.store.cancel(request) }
        return true
    }
}
