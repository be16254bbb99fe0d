import FHJSON
import FHJSONRPC

/// `state/…`: subscriptions to an instance. `clock/…`: virtual time.
extension Method {
    @Sendable static func stateSubscribe(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        let updates = try UpdateKind.read(params["updates"])
        try instance.backend.subscribe(call, path: try params.path(), updates)
    }

    @Sendable static func stateUnsubscribe(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        let path = try params.path()
        instance.backend.unsubscribe(call, path: path) {
            let session = call.session
            if let known = instance.subscription(of: session, path: path) {
                session.outbox.fix(known)
                session.host.unsubscribe(known)
            }
            call.answer { $0.null() }
        }
    }

    @Sendable static func clockAdvance(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let host = call.session.host
        guard let time = host.virtualTime else {
            throw RPCError(.clockNotVirtual, "this host lives on real time; start it with --clock virtual")
        }
        guard let milliseconds = try params.optionalInt("ms") else {
            throw RPCError(param: "ms", "is missing; give the milliseconds to advance by, 0 included")
        }
        // A notification does not move time. Its session could not wait for an answer, so later messages could be
        // handled before or after the move.
        if call.id == nil { return }
        guard milliseconds >= 0 else { throw RPCError(param: "ms", "must be 0 or more, not \(milliseconds)") }
        time.advance(by: milliseconds, call)
        host.sessions.needPump = true
    }
}
