import JSON
import JSONRPC
import OrderedCollections

/// Sessions that don't read, on the virtual clock: nothing of what they are told may be left out, and what is kept for
/// them is bounded, so that they hold up what would make it grow.
extension Host {
    /// Whether a session is to read before anything moves on.
    var isHeldUp: Bool { virtualTime != nil && sessions.contains { $0.outbox.isOverfull } }

    /// Whether a message would change what such a session is told of.
    func holdsUp(_ message: Incoming) -> Bool {
        guard isHeldUp else { return false }
        switch message {
        case .request(_, let method, let params), .notification(let method, let params):
            return holdsUp(method, params)
        // One of its members may.
        case .batch: return true
        case .response, .invalid: return false
        }
    }

    private func holdsUp(_ method: String, _ params: JSONValue?) -> Bool {
        switch method {
        case "clock/advance": return true
        case "feature/send", "feature/run", "feature/close":
            let instance = params?["instance"]?.stringValue.flatMap { instances[ExactText($0)] }
            return instance?.subscriptions.contains { $0.session.outbox.isOverfull } ?? false
        default: return false
        }
    }
}
