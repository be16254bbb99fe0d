import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// `feature/send` with a `requestId` to a feature of a plugin.
extension Method {
    /// Forwards an action with a `requestId`, and stores its answer even if no client waits for it.
    static func sendForwarded(
        _ call: Call, to instance: Instance, _ params: JSONText, _ identity: SentRequest, from sender: Sender
    ) {
        let first = ForwardedCall(call, of: instance, attaching: nil, keepsRequest: true)
        let request = ForwardedRequest("feature/send", params, from: sender) {
            [trace = call.session.host.trace] answer in
            let waiting = instance.sentRequests.end(identity).filter { $0.end() }
            guard let store = instance.forwarded else { return }
            switch answer {
            case .result(let result):
                let known = settled(result, store)
                instance.sentRequests.note(identity, known)
                for forwarded in waiting {
                    forwarded.call.answer { $0.writeSettled(known.isSettled, at: known.revision) }
                }
            case .error, .failure:
                let error = answer.error(offset: store.offset)
                trace?.refused(identity.content.action.text, [], in: instance, error.code, reason: nil)
                for forwarded in waiting { forwarded.call.fail(error) }
                call.session.host.closeUnused(instance)
            }
            for forwarded in waiting { forwarded.goOn() }
        }
        first.begin(request)
        instance.sentRequests.begin(identity, request, for: first)
        instance.forwarded?.ask(request)
    }

    /// Waits for the answer to an equal request that is pending.
    static func joinForwarded(
        _ call: Call, _ instance: Instance, _ identity: SentRequest, _ request: ForwardedRequest
    ) {
        let forwarded = ForwardedCall(call, of: instance, attaching: nil, keepsRequest: true)
        forwarded.begin(request)
        instance.sentRequests.join(identity, forwarded)
    }
}
