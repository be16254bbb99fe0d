public import JSON

/// One message from a peer, as far as JSON-RPC 2.0 goes; methods and their params are not looked into.
public enum Incoming: Sendable {
    /// A call that must get exactly one answer, with this id: also where the id is null.
    case request(id: RequestID, method: String, params: JSONValue?)

    /// A call that gets no answer.
    case notification(method: String, params: JSONValue?)

    /// The answer to one of this side's own requests. It is never answered itself.
    ///
    /// A malformed one with a readable id is a failure, so that whoever waits for it learns of it.
    case response(id: RequestID, Result<JSONValue, PeerError>)

    /// What is neither of these; it must be answered with this error and id.
    case invalid(RPCError, id: RequestID)

    /// Several messages in order, at least one; each is whatever it would be alone, never a batch.
    case batch(Batch)

    /// Whether it answers requests of this side's own, and nothing else.
    public var isResponse: Bool {
        switch self {
        case .response: true
        case .batch(let members): members.allSatisfy(\.isResponse)
        default: false
        }
    }
}
