public import FHJSON

/// A message from a peer, classified by the rules of JSON-RPC 2.0.
///
/// Methods and params are not validated.
public enum Incoming: Sendable {
    /// A request. It needs exactly one answer with this id, even if the id is null.
    case request(id: RequestID, method: String, params: JSONValue?)

    /// A notification. It has no answer.
    case notification(method: String, params: JSONValue?)

    /// The answer to a request that this process has sent. It is never answered.
    ///
    /// An answer with an invalid `error`, or with both a result and an error, is reported as a failure of the request.
    case response(id: RequestID, Result<JSONValue, PeerError>)

    /// An invalid message. It is answered with this error and id.
    case invalid(RPCError, id: RequestID)

    /// A batch of one or more messages, in order. A batch within a batch is invalid.
    case batch(Batch)

    /// True for a response, or for a batch that contains only responses.
    public var isResponse: Bool {
        switch self {
        case .response: true
        case .batch(let members): members.allSatisfy(\.isResponse)
        default: false
        }
    }
}
