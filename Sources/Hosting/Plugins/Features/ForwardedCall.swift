import JSONRPC

/// A front end's request that a plugin answers.
///
/// Belongs to the core thread.
final class ForwardedCall {
    let call: Call
    let instance: Instance
    /// The place that the session is to be subscribed to with the answer; nil where that is not what it asks for.
    let attaching: [String]?
    /// True where the plugin's answer is wanted also if this call is cancelled: the request has an id of its own.
    private let keepsRequest: Bool
    private var request: ForwardedRequest?
    private var followers: [() -> Void] = []

    init(_ call: Call, of instance: Instance, attaching: [String]?, keepsRequest: Bool = false) {
        self.keepsRequest = keepsRequest
        self.call = call
        self.instance = instance
        self.attaching = attaching
    }

    /// Notes what is asked.
    func begin(_ request: ForwardedRequest) {
        self.request = request
        instance.forwardedCalls[call.number] = self
        call.onCancel = { [self] in abandon() }
    }

    /// Takes it back: nobody waits for the answer any more.
    func abandon() {
        guard cancel() else { return }
        call.session.host.noteAbandoned(self)
        goOn()
    }

    /// Has something done behind it.
    func andThen(_ body: @escaping () -> Void) { followers.append(body) }

    /// Does what was to be done behind it, or leaves that to what the same call still waits for.
    func goOn() {
        if let next = instance.forwardedCalls[call.number], next !== self {
            next.followers += followers
            followers = []
        }
        let bodies = followers
        followers = []
        for body in bodies { body() }
    }

    /// Notes the answer; false where nobody waits for it any more.
    func end() -> Bool {
        if request == nil { return false }
        request = nil
        instance.forwardedCalls[call.number] = nil
        call.onCancel = {}
        return true
    }

    /// Answers with an error: the instance is closed.
    func fail(_ error: RPCError) {
        guard cancel() else { return }
        call.fail(error)
        goOn()
    }

    private func cancel() -> Bool {
        guard let request else { return false }
        _ = end()
        if !keepsRequest { instance.forwarded?.cancel(request) }
        return true
    }
}
