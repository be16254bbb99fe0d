import FHJSON
import FHJSONRPC
import OrderedCollections

/// Back-pressure by slow readers under the virtual clock.
///
/// No update may be dropped then, and the queued output is bounded, so a slow reader stops whatever would add to it.
extension Host {
    /// True if a session has to read its output before virtual time or input may proceed.
    var isHeldUp: Bool { virtualTime != nil && sessions.contains { $0.outbox.isOverfull } }

    /// True if a message would add updates to the output of an overfull session.
    func holdsUp(_ message: Incoming) -> Bool {
        guard isHeldUp else { return false }
        switch message {
        case .request(_, let method, let params), .notification(let method, let params):
            return holdsUp(method, params)
        // One of its members may do so.
        case .batch: return true
        case .response, .invalid: return false
        }
    }

    private func holdsUp(_ method: String, _ params: JSONValue?) -> Bool {
        switch method {
        case "clock/advance": return true
        case "feature/send", "feature/run", "feature/close":
            let instance = params?["instance"]?.stringValue.flatMap { instances[$0] }
            return instance?.subscriptions.contains { $0.session.outbox.isOverfull } ?? false
        default: return false
        }
    }
}
