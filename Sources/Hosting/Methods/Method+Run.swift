import FeatureKit
import JSON
import JSONRPC

/// `feature/run`: a dialog as one request.
extension Method {
    @Sendable static func featureRun(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let host = call.session.host
        try checkUpdates(params)
        let timeoutMs = try params.timeoutMs()
        // Nobody would hear the outcome of a notification.
        if call.id == nil { return }
        let (instance, isNew) = try open(params, for: call)
        if host.subscribe(call.session, to: instance, path: []) {
            fixUpdates(of: instance, for: call.session)
            // Where `feature/open` answers with a snapshot, the answer is yet to come here.
            call.session.outbox.send { encoder, writer in
                encoder.notification("state/snapshot", to: &writer) { json in
                    instance.writeSnapshot(to: &json, path: [], viewer: call.session)
                }
            }
        }
        _ = Run(call, of: instance, endsInstance: isNew, timeoutMs: timeoutMs)
        instance.store.start()
    }
}
