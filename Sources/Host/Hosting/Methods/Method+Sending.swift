import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import OrderedCollections

/// The handlers of `feature/send`, which sends an action, and of `feature/settle`, which waits for an instance.
extension Method {
    @Sendable static func featureSend(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        let name = try params.string("action")
        let awaitsSettled = try settles(params)
        let timeoutMs = try timeout(params, call)
        let path = try params.path()
        let action = SentAction(
            name: name, params: params["params"], path: path, ifRevision: try params.optionalInt("ifRevision"),
            awaitsSettled: awaitsSettled, timeoutMs: timeoutMs,
            identity: try SentRequest(params, action: name, path: path))
        if let identity = action.identity, let result = try instance.sentRequests.result(of: identity) {
            return answerAgain(call, of: instance, action, identity, result)
        }
        try instance.backend.send(action, call)
    }

    /// Answers a request that was sent before, without applying its action again.
    private static func answerAgain(
        _ call: Call, of instance: Instance, _ action: SentAction, _ identity: SentRequest,
        _ result: SentRequests.Result
    ) {
        switch result {
        case .known(let answer) where action.awaitsSettled && !answer.isSettled:
            instance.backend.settle(call, timeoutMs: action.timeoutMs, identity)
        case .known(let answer): call.answer { $0.writeSettled(answer.isSettled, at: answer.revision) }
        case .underWay(let request, let backend): backend.join(call, identity, request)
        }
    }

    private static func settles(_ params: JSONValue) throws(RPCError) -> Bool {
        guard let until = try params.optionalString("await") else { return false }
        switch until {
        case "action": return false
        case "settled": return true
        default: throw RPCError(param: "await", "must be \"action\" or \"settled\", not \"\(until)\"")
        }
    }

    @Sendable static func featureSettle(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        let timeoutMs = try timeout(params, call)
        instance.backend.settle(call, timeoutMs: timeoutMs, nil)
    }

    /// The timeout of a wait, in milliseconds.
    ///
    /// It is read before the action is applied, so that an action with an invalid timeout has no effect.
    private static func timeout(_ params: JSONValue, _ call: Call) throws(RPCError) -> Int {
        try params.timeoutMs() ?? call.session.host.limits.defaultTimeoutMs
    }
}

extension Sender.Request {
    init(_ id: RequestID?) {
        switch id {
        case nil: self = .none
        case .null: self = .null
        case .integer(let id): self = .integer(id)
        case .string(let id): self = .string(id.text)
        }
    }
}
