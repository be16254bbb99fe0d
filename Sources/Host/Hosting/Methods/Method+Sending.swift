import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import OrderedCollections

/// `feature/send` and `feature/settle`: actions, and waits for an instance to settle.
extension Method {
    @Sendable static func featureSend(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        let store = instance.store
        let action = try params.string("action")
        let awaitsSettled = try settles(params)
        let timeoutMs = try timeout(params, call)
        let path = try params.path()
        let ifRevision = try params.optionalInt("ifRevision")
        let request = try SentRequest(params, action: action, path: path)
        if let request, let result = try instance.sentRequests.result(of: request) {
            return answerAgain(call, of: instance, request, result, awaitsSettled: awaitsSettled, timeoutMs: timeoutMs)
        }
        if instance.forwarded?.isForwarding == true {
            return sendForwarded(
                call, to: instance, action, try forwardedParams(params, of: action, in: instance), path: path,
                ifRevision: ifRevision, awaitsSettled: awaitsSettled, timeoutMs: timeoutMs, request)
        }
        let trace = call.session.host.trace
        if let expected = ifRevision, expected != store.revision {
            trace?.refused(action, path, in: instance, .staleRevision, reason: nil)
            throw RPCError(
                .staleRevision, "the instance \(instance.name) is at revision \(store.revision), not \(expected)",
                details: [.init("revision", .integer(store.revision))])
        }
        let sender = Sender(session: call.session.number, request: .init(call.id))
        do {
            try store.send(action, actionParams(params), path: path, from: sender)
        } catch {
            let reason: String? = if case .unavailable(let reason, _) = error { reason } else { nil }
            var explanation: String?
            if reason == "gone" {
                let isThere = store.has(path: path)
                explanation = RefusalReason.explanationOfGone(action, params["params"], at: path, isThere: isThere)
            }
            let answer = RPCError(error, of: action, in: instance.name, explanation: explanation)
            trace?.refused(action, path, in: instance, answer.code, reason: reason)
            throw answer
        }
        if let request {
            instance.sentRequests.note(request, .init(revision: store.revision, isSettled: store.isSettled))
        }
        if awaitsSettled, !store.isSettled {
            // The action may have ended the last subscription, and so closed the instance.
            guard call.session.host.instances[instance.name] === instance else { throw instance.closedError }
            wait(call, for: instance, timeoutMs, request)
        } else {
            call.answer { $0.writeSettled(store.isSettled, at: store.revision) }
        }
    }

    /// Answers a request that was sent before, without applying its action again.
    private static func answerAgain(
        _ call: Call, of instance: Instance, _ request: SentRequest, _ result: SentRequests.Result,
        awaitsSettled: Bool, timeoutMs: Int
    ) {
        switch result {
        case .known(let answer) where awaitsSettled && !answer.isSettled:
            if instance.forwarded?.isForwarding == true {
                return settleForwarded(call, instance, timeoutMs: timeoutMs)
            }
            wait(call, for: instance, timeoutMs, request)
        case .known(let answer): call.answer { $0.writeSettled(answer.isSettled, at: answer.revision) }
        case .underWay(let forwarded): joinForwarded(call, instance, request, forwarded)
        }
    }

    private static func actionParams(_ params: JSONValue) throws(ActionRefusal) -> JSONValue {
        let given: JSONValue
        do {
            given = try Params.object(params["params"])
        } catch {
            let field = ActionRefusal.Field(path: "", code: "type", message: "an action's params are an object")
            throw .invalidParams([field])
        }
        guard !given.isDeeper(than: SourceRow.deepestLevel) else {
            let message = "they are nested more than \(SourceRow.deepestLevel) deep"
            throw .invalidParams([ActionRefusal.Field(path: "", code: "depth", message: message)])
        }
        return given
    }

    private static func forwardedParams(
        _ params: JSONValue, of action: String, in instance: Instance
    ) throws(RPCError) -> JSONValue {
        do throws(ActionRefusal) {
            return try actionParams(params)
        } catch {
            throw RPCError(error, of: action, in: instance.name)
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
        if instance.forwarded?.isForwarding == true {
            return settleForwarded(call, instance, timeoutMs: timeoutMs)
        }
        wait(call, for: instance, timeoutMs)
    }

    /// The timeout of a wait; read before the action is applied, so that an invalid one has no effect.
    private static func timeout(_ params: JSONValue, _ call: Call) throws(RPCError) -> Int {
        try params.timeoutMs() ?? call.session.host.limits.defaultTimeoutMs
    }

    private static func wait(
        _ call: Call, for instance: Instance, _ timeoutMs: Int, _ request: SentRequest? = nil
    ) {
        if instance.store.isSettled || call.id == nil {
            call.answer { $0.writeSettled(true, at: instance.store.revision) }
        } else {
            _ = Wait(call, on: instance, timeoutMs: timeoutMs, request)
        }
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
