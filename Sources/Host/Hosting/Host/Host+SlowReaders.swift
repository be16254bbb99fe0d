import FHJSON
import FHJSONRPC
import OrderedCollections

/// Back-pressure from slow readers under the virtual clock.
///
/// Under the virtual clock, no update may be dropped, but the queued output must stay bounded. So a slow reader blocks
/// everything that would add to its output.
extension Host {
    /// True if a slow reader has to read before virtual time can move or more input can be handled.
    var isHeldUp: Bool { virtualTime != nil && sessions.contains { $0.outbox.isOverfull } }

    /// True if a message would add updates to the output of an overfull session.
    func holdsUp(_ message: Incoming) -> Bool {
        guard isHeldUp else { return false }
        switch message {
        case .request(_, let method, let params), .notification(let method, let params):
            return holdsUp(method, params)
        // A member of the batch may add updates.
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
