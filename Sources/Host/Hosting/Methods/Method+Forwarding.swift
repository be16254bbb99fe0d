import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import OrderedCollections

/// Requests about instances whose state a plugin has.
extension Method {
    /// Opens a new instance, or attaches to an existing one.
    static func openForwarded(
        _ call: Call, _ instance: Instance, isNew: Bool, path: [String], isKept: Bool, _ updates: UpdateKind?
    ) {
        guard isNew, let store = instance.forwarded else {
            return attachForwarded(call, to: instance, path: path, isKept: isKept, updates)
        }
        let opening = request(call, "feature/open", of: instance, store.openParams(), attaching: path) {
            store, result throws(RPCError) in
            try store.open(with: result)
            if !path.isEmpty { return attachForwarded(call, to: instance, path: path, isKept: isKept, updates) }
            instance.isKept = instance.isKept || isKept
            attach(call, to: instance, path: [], updates)
        } whenRefused: { error in
            call.session.host.discard(instance, error)
        }
        store.beginOpening(opening)
        store.ask(opening)
    }

    /// Subscribes the session after all its earlier requests are answered.
    static func attachForwarded(
        _ call: Call, to instance: Instance, path: [String], isKept: Bool = false, _ updates: UpdateKind?
    ) {
        let method = path.isEmpty ? "feature/snapshot" : "state/subscribe"
        forward(call, method, of: instance, place(instance, path), attaching: path) { store, result throws(RPCError) in
            let snapshot = try store.snapshot(path.isEmpty ? result : result["snapshot"], at: path)
            store.begin(at: path, with: snapshot)
            instance.isKept = instance.isKept || isKept
            attach(call, to: instance, path: path, updates)
        }
    }

    /// Unsubscribes the session after its pending subscriptions to the path are answered.
    static func unsubscribeForwarded(_ call: Call, _ instance: Instance, path: [String], _ end: @escaping () -> Void) {
        let before = instance.forwardedCalls.values.filter { $0.call.session === call.session && $0.attaching == path }
        guard let last = before.max(by: { $0.call.number < $1.call.number }) else { return end() }
        last.andThen { if !call.isAnswered { end() } }
    }

    /// Forwards an action.
    static func sendForwarded(
        _ call: Call, to instance: Instance, _ action: String, _ params: JSONValue, path: [String], ifRevision: Int?,
        awaitsSettled: Bool, timeoutMs: Int, _ identity: SentRequest?
    ) {
        let offset = instance.forwarded?.offset ?? 0
        let asked = JSONText.build { json in
            json.beginObject()
            json.field("instance", instance.name)
            if !path.isEmpty { json.field("path", path) }
            json.field("action", action)
            json.field("params", params)
            if let ifRevision { json.field("ifRevision", ifRevision &- offset) }
            if awaitsSettled {
                json.field("await", "settled")
                json.field("timeoutMs", timeoutMs)
            }
            json.endObject()
        }
        let sender = Sender(session: call.session.number, request: .init(call.id))
        if let identity { return sendForwarded(call, to: instance, asked, identity, from: sender) }
        forward(call, "feature/send", of: instance, asked, from: sender) { store, result in
            answer(call, store, result)
        } whenRefused: { [trace = call.session.host.trace] error in
            trace?.refused(action, path, in: instance, error.code, reason: nil)
        }
    }

    /// Forwards a wait for an instance to settle.
    static func settleForwarded(_ call: Call, _ instance: Instance, timeoutMs: Int) {
        let params = JSONText.build { json in
            json.beginObject()
            json.field("instance", instance.name)
            json.field("timeoutMs", timeoutMs)
            json.endObject()
        }
        forward(call, "feature/settle", of: instance, params) { store, result in answer(call, store, result) }
    }

    /// Forwards a request for the newest snapshot.
    static func snapshotForwarded(_ call: Call, _ instance: Instance, path: [String]) {
        forward(call, "feature/snapshot", of: instance, place(instance, path)) { store, result throws(RPCError) in
            let snapshot = try store.snapshot(result, at: path)
            fixUpdates(of: instance, for: call.session)
            call.answer { store.write(snapshot, to: &$0, head: instance.head, viewer: call.session) }
        }
    }

    /// Forwards a dialog.
    static func runForwarded(
        _ call: Call, _ instance: Instance, isNew: Bool, timeoutMs: Int?, _ updates: UpdateKind?
    ) {
        guard let store = instance.forwarded else { return }
        let host = call.session.host
        call.isOutOfOrder = true
        let request = ForwardedRequest("feature/run", store.openParams(timeoutMs: timeoutMs)) { answer in
            instance.forwardedRuns[call.number] = nil
            if case .failure(let failure) = answer {
                // Before the instance is closed, so that the calls fail with the error of the plugin.
                for call in instance.takeForwardedCalls() { call.fail(RPCError(forwarded: failure)) }
            }
            if isNew { host.close(store) }
            if call.isAnswered { return }
            switch answer {
            case .result(let outcome): call.answer { $0.value(outcome) }
            case .error(let error): call.fail(RPCError(forwarded: error, offset: store.offset))
            case .failure(let failure): call.fail(RPCError(forwarded: failure))
            }
        }
        call.onCancel = {
            instance.forwardedRuns[call.number] = nil
            store.cancel(request)
            if isNew { host.close(store) }
        }
        instance.forwardedRuns[call.number] = {
            store.cancel(request)
            call.answer { $0.raw(#"{"outcome":"cancelled"}"#) }
        }
        if isNew { store.beginOpening(request, isRun: true) }
        subscribe(call.session, to: instance, updates) {
            // An instance that is still opening notifies the session once it is open.
            if store.has(path: []) { tell(call.session, of: instance) }
        }
        store.ask(request)
    }

    // MARK: Forwarding

    /// Forwards a request to the plugin of an instance, and passes the result to `body`.
    ///
    /// - Parameter attaching: the path that the session is about to be subscribed to.
    private static func forward(
        _ call: Call, _ method: String, of instance: Instance, _ params: JSONText, from sender: Sender? = nil,
        attaching: [String]? = nil, _ body: @escaping (ForwardedStore, JSONValue) throws(RPCError) -> Void,
        whenRefused: @escaping (RPCError) -> Void = { _ in }
    ) {
        let request = request(
            call, method, of: instance, params, from: sender, attaching: attaching, body, whenRefused: whenRefused)
        instance.forwarded?.ask(request)
    }

    /// Makes a request for the plugin of an instance, without sending it.
    private static func request(
        _ call: Call, _ method: String, of instance: Instance, _ params: JSONText, from sender: Sender? = nil,
        attaching: [String]? = nil, _ body: @escaping (ForwardedStore, JSONValue) throws(RPCError) -> Void,
        whenRefused: @escaping (RPCError) -> Void = { _ in }
    ) -> ForwardedRequest {
        let forwarded = ForwardedCall(call, of: instance, attaching: attaching)
        let request = ForwardedRequest(method, params, from: sender) { answer in
            guard forwarded.end(), let store = instance.forwarded else { return }
            do throws(RPCError) {
                switch answer {
                case .result(let result): try body(store, result)
                case .error(let error): throw RPCError(forwarded: error, offset: store.offset)
                case .failure(let failure): throw RPCError(forwarded: failure)
                }
            } catch {
                whenRefused(error)
                call.fail(error)
                call.session.host.closeUnused(instance)
            }
            forwarded.goOn()
        }
        forwarded.begin(request)
        return request
    }

    private static func place(_ instance: Instance, _ path: [String]) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("instance", instance.name)
            if !path.isEmpty { json.field("path", path) }
            json.endObject()
        }
    }

    private static func answer(_ call: Call, _ store: ForwardedStore, _ result: JSONValue) {
        let known = settled(result, store)
        call.answer { $0.writeSettled(known.isSettled, at: known.revision) }
    }

    /// The result of an action or a wait, with the plugin's revision converted to the host's.
    static func settled(_ result: JSONValue, _ store: ForwardedStore) -> SentRequests.Answer {
        let revision = result["revision"]?.intValue.map { $0 &+ store.offset } ?? store.revision
        return .init(revision: revision, isSettled: result["settled"]?.boolValue ?? store.isSettled)
    }
}

extension Host {
    /// Closes an instance without subscribers, pending calls and runs, unless it is kept.
    func closeUnused(_ instance: Instance) {
        guard instances.contains(instance), instance.subscriptions.isEmpty, !instance.isKept,
            instance.forwardedCalls.isEmpty, instance.forwardedRuns.isEmpty
        else { return }
        close(instance, reason: "unsubscribed")
    }

    /// Closes an instance that could not be opened.
    fileprivate func discard(_ instance: Instance, _ error: RPCError) {
        guard instances.contains(instance) else { return }
        for call in instance.takeForwardedCalls() { call.fail(error) }
        close(instance, reason: "closed")
    }

    /// Releases what a call without a waiting client needed: its subscription and perhaps its instance.
    func noteAbandoned(_ call: ForwardedCall) {
        leaveUnwatched(call.instance, call.attaching ?? [])
        closeUnused(call.instance)
    }

    /// Ends the host's subscription to a path without present or pending subscriptions of clients.
    func leaveUnwatched(_ instance: Instance, _ path: [String]) {
        guard !instance.subscriptions.contains(where: { $0.path == path }),
            !instance.forwardedCalls.values.contains(where: { $0.attaching == path })
        else { return }
        instance.forwarded?.leave(path)
    }
}
