import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import OrderedCollections

/// An action with a `requestId`.
///
/// A client can send the action again, but it is applied only once.
struct SentRequest {
    /// The content of the action, which must be the same when the id is used again.
    struct Content: Equatable {
        let action: ExactText
        let path: [ExactText]
        /// The hash of the params.
        ///
        /// The params themselves are not stored, because they may contain a secret.
        let paramsHash: Int
    }

    let id: ExactText
    let content: Content

    /// Reads the member `requestId`; nil if it is absent.
    init?(_ params: JSONValue, action: String, path: [String]) throws(RPCError) {
        guard let id = try params.optionalString("requestId") else { return nil }
        if id.isEmpty { throw RPCError(param: "requestId", "must not be empty") }
        self.id = ExactText(id)
        var hasher = Hasher()
        hasher.combine(JSONText(try params.object("params")).string)
        content = Content(action: ExactText(action), path: path.map { ExactText($0) }, paramsHash: hasher.finalize())
    }
}

/// The newest successful requests of an instance by id, and the requests that a plugin has not answered yet.
struct SentRequests {
    /// The number of successful requests that are remembered.
    static let capacity = 256

    /// The result of an action.
    package struct Answer {
        let revision: Int
        let isSettled: Bool
    }

    /// The state of a request that was sent before.
    enum Result {
        case known(Answer)
        /// Forwarded to a plugin by the backend. The plugin has not answered yet.
        case underWay(RemoteRequest, RemoteBackend)
    }

    private var succeeded: OrderedDictionary<ExactText, (content: SentRequest.Content, answer: Answer)> = [:]
    private var underWay: [ExactText: UnderWay] = [:]

    private struct UnderWay {
        let content: SentRequest.Content
        let request: RemoteRequest
        let backend: RemoteBackend
        var calls: [RemoteCall]
    }

    /// The result of a request that was sent before; nil for a new request.
    ///
    /// - Throws: -32602 if the id belongs to another action.
    func result(of request: SentRequest) throws(RPCError) -> Result? {
        let known: (content: SentRequest.Content, result: Result)
        if let entry = succeeded[request.id] {
            known = (entry.content, .known(entry.answer))
        } else if let entry = underWay[request.id] {
            known = (entry.content, .underWay(entry.request, entry.backend))
        } else {
            return nil
        }
        guard known.content == request.content else {
            let action = known.content.action.text
            throw RPCError(
                param: "requestId",
                "\(request.id.text) was used for another request, \(action); use a different id for each request")
        }
        return known.result
    }

    /// Stores the answer to a request.
    mutating func note(_ request: SentRequest, _ answer: Answer) {
        succeeded[request.id] = (request.content, answer)
        if succeeded.count > Self.capacity { succeeded.removeFirst() }
    }

    /// Records that a request is forwarded to a plugin.
    mutating func begin(_ request: SentRequest, _ forwarded: RemoteRequest, for call: RemoteCall) {
        underWay[request.id] = UnderWay(
            content: request.content, request: forwarded, backend: call.backend, calls: [call])
    }

    /// Adds a call that waits for the same answer from the plugin.
    mutating func join(_ request: SentRequest, _ call: RemoteCall) { underWay[request.id]?.calls.append(call) }

    /// Ends the wait for a plugin's answer.
    ///
    /// - Returns: the calls that wait for the answer.
    mutating func end(_ request: SentRequest) -> [RemoteCall] {
        underWay.removeValue(forKey: request.id)?.calls ?? []
    }
}
