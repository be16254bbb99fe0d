import FHJSON
import FHJSONRPC
import FeatureKit

/// `feature/run`: a dialog as one request.
extension Method {
    @Sendable static func featureRun(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let updates = try UpdateKind.read(params["updates"])
        let timeoutMs = try params.timeoutMs()
        // A notification gets no answer, so the outcome would be lost.
        if call.id == nil { return }
        let (instance, isNew) = try open(params, for: call)
        try instance.backend.run(call, isNew: isNew, timeoutMs: timeoutMs, updates)
    }

    /// Subscribes a session to an instance.
    ///
    /// Calls `tell` if the session was not subscribed before.
    static func subscribe(
        _ session: Session, to instance: Instance, _ updates: UpdateKind?, _ tell: () -> Void
    ) {
        let isKnown = instance.subscription(of: session, path: []) != nil
        let subscription = session.host.subscribe(session, to: instance, path: [])
        if !isKnown { tell() }
        subscription.show(then: updates)
    }

    /// Sends the newest snapshot to a session, although there is no new revision.
    static func tell(_ session: Session, of instance: Instance) {
        fixUpdates(of: instance, for: session)
        session.outbox.send { encoder, writer in
            encoder.notification("state/snapshot", to: &writer) { json in
                instance.writeSnapshot(to: &json, path: [], viewer: session)
            }
        }
    }
}
