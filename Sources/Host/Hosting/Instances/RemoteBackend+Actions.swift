import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// Actions and dialogs that are forwarded to a plugin.
extension RemoteBackend {
    func send(_ action: SentAction, _ call: Call) throws(RPCError) {
        guard store.isForwarding else { return try local.send(action, call) }
        let params: JSONValue
        do throws(ActionRefusal) {
            params = try action.checkedParams()
        } catch {
            throw RPCError(error, of: action.name, in: instance.name)
        }
        let asked = JSONText.build { json in
            json.beginObject()
            json.field("instance", instance.name)
            if !action.path.isEmpty { json.field("path", action.path) }
            json.field("action", action.name)
            json.field("params", params)
            if let ifRevision = action.ifRevision { json.field("ifRevision", ifRevision &- store.offset) }
            if action.awaitsSettled {
                json.field("await", "settled")
                json.field("timeoutMs", action.timeoutMs)
            }
            json.endObject()
        }
        let sender = Sender(session: call.session.number, request: .init(call.id))
        if let identity = action.identity { return send(action, asked, call, identity, from: sender) }
        forward(call, "feature/send", asked, from: sender) { backend, result in
            let uses = call.session.host.listing.commands
            uses?.note(sent: action.name, action.params, in: backend.instance.opening.feature)
            backend.answer(call, result)
        } whenRefused: { [trace = call.session.host.trace] backend, error in
            trace?.refused(action.name, action.path, in: backend.instance, error.code, reason: nil)
        }
    }

    /// Forwards an action with a `requestId`, and stores the answer even if no client waits for the answer.
    private func send(
        _ action: SentAction, _ params: JSONText, _ call: Call, _ identity: SentRequest, from sender: Sender
    ) {
        let first = RemoteCall(call, of: self, attaching: nil, keepsRequest: true)
        let request = RemoteRequest("feature/send", params, from: sender) {
            [self, instance, trace = call.session.host.trace] answer in
            let waiting = instance.sentRequests.end(identity).filter { $0.end() }
            switch answer {
            case .result(let result):
                let known = settled(result)
                instance.sentRequests.note(identity, known)
                let uses = call.session.host.listing.commands
                uses?.note(sent: action.name, action.params, in: instance.opening.feature)
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
        store.ask(request)
    }

    /// Answers a call with the answer to an equal request that is already forwarded.
    func join(_ call: Call, _ identity: SentRequest, _ request: RemoteRequest) {
        let forwarded = RemoteCall(call, of: self, attaching: nil, keepsRequest: true)
        forwarded.begin(request)
        instance.sentRequests.join(identity, forwarded)
    }

    func run(_ call: Call, isNew: Bool, timeoutMs: Int?, _ updates: UpdateKind?) throws(RPCError) {
        guard store.isForwarding else {
            throw RPCError(.unavailable("pluginFailed"), of: "feature/run", in: instance.name)
        }
        call.isOutOfOrder = true
        let host = call.session.host
        let request = RemoteRequest("feature/run", store.openParams(timeoutMs: timeoutMs)) {
            [self, instance] answer in
            runs[call.number] = nil
            // The calls are answered before the instance is closed, so that they fail with the error of the plugin.
            if case .failure(let failure) = answer { failCalls(RPCError(forwarded: failure)) }
            if isNew { host.close(store) }
            if call.isAnswered { return withExtendedLifetime(instance) {} }
            switch answer {
            case .result(let outcome): call.answer { $0.value(outcome) }
            case .error, .failure: call.fail(answer.error(offset: store.offset))
            }
        }
        call.onCancel = { [self] in
            runs[call.number] = nil
            store.cancel(request)
            if isNew { host.close(store) }
        }
        runs[call.number] = { [store] in
            store.cancel(request)
            call.answer { $0.raw(#"{"outcome":"cancelled"}"#) }
        }
        if isNew { store.beginOpening(request, isRun: true) }
        Method.subscribe(call.session, to: instance, updates) {
            // An instance that is still opening notifies the session once it is open.
            if store.has(path: []) { Method.tell(call.session, of: instance) }
        }
        store.ask(request)
    }
}
