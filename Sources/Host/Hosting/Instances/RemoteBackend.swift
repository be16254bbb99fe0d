import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// Forwards the requests about an instance to the plugin that has its state.
///
/// After a failure of the plugin, the requests are answered from the last snapshot in the store.
final class RemoteBackend: InstanceBackend {
    unowned let instance: Instance
    let store: RemoteStore
    /// The backend that answers after a failure of the plugin.
    let local: LocalBackend
    /// The unanswered calls that are forwarded to the plugin, by call number.
    var calls: [Int: RemoteCall] = [:]
    /// Functions that end a forwarded run as cancelled, by call number.
    var runs: [Int: () -> Void] = [:]

    init(_ instance: Instance, _ store: RemoteStore) {
        self.instance = instance
        self.store = store
        local = LocalBackend(instance)
    }

    func open(
        _ call: Call, isNew: Bool, path: [String], isKept: Bool, _ updates: UpdateKind?
    ) throws(RPCError) {
        guard store.isForwarding else {
            return try local.open(call, isNew: isNew, path: path, isKept: isKept, updates)
        }
        guard isNew else { return attach(call, path: path, isKept: isKept, updates) }
        let opening = request(call, "feature/open", store.openParams(), attaching: path) {
            backend, result throws(RPCError) in
            try backend.store.open(with: result)
            if !path.isEmpty { return backend.attach(call, path: path, isKept: isKept, updates) }
            backend.instance.isKept = backend.instance.isKept || isKept
            Method.attach(call, to: backend.instance, path: [], updates)
        } whenRefused: { backend, error in
            backend.discard(error, call.session.host)
        }
        store.beginOpening(opening)
        store.ask(opening)
    }

    /// Removes an instance that the plugin refused to open, and fails the waiting calls.
    private func discard(_ error: RPCError, _ host: Host) {
        guard host.instances.contains(instance) else { return }
        failCalls(error)
        host.close(instance, reason: "closed")
    }

    func subscribe(_ call: Call, path: [String], _ updates: UpdateKind?) throws(RPCError) {
        guard store.isForwarding else { return try local.subscribe(call, path: path, updates) }
        attach(call, path: path, isKept: false, updates)
    }

    /// Requests the snapshot at a path from the plugin, and then subscribes the session to the path.
    private func attach(_ call: Call, path: [String], isKept: Bool, _ updates: UpdateKind?) {
        let method = path.isEmpty ? "feature/snapshot" : "state/subscribe"
        forward(call, method, params(at: path), attaching: path) { backend, result throws(RPCError) in
            let (instance, store) = (backend.instance, backend.store)
            let snapshot = try store.snapshot(path.isEmpty ? result : result["snapshot"], at: path)
            store.begin(at: path, with: snapshot)
            instance.isKept = instance.isKept || isKept
            Method.attach(call, to: instance, path: path, updates)
        }
    }

    func unsubscribe(_ call: Call, path: [String], _ end: @escaping () -> Void) {
        let before = calls.values.filter { $0.call.session === call.session && $0.attaching == path }
        guard let last = before.max(by: { $0.call.number < $1.call.number }) else { return end() }
        last.andThen { if !call.isAnswered { end() } }
    }

    func snapshot(_ call: Call, path: [String]) throws(RPCError) {
        guard store.isForwarding else { return try local.snapshot(call, path: path) }
        forward(call, "feature/snapshot", params(at: path)) { backend, result throws(RPCError) in
            let instance = backend.instance
            let snapshot = try backend.store.snapshot(result, at: path)
            Method.fixUpdates(of: instance, for: call.session)
            call.answer { backend.store.write(snapshot, to: &$0, head: instance.head, viewer: call.session) }
        }
    }

    func commandContexts(
        _ call: Call, path: [String], _ body: @escaping ([CommandContext]) -> Void
    ) throws(RPCError) {
        guard store.isForwarding else { return try local.commandContexts(call, path: path, body) }
        forward(call, "feature/snapshot", params(at: path)) { backend, result throws(RPCError) in
            let (instance, store) = (backend.instance, backend.store)
            let snapshot = try store.snapshot(result, at: path)
            let text = JSONText.build { store.write(snapshot, to: &$0, head: instance.head, viewer: call.session) }
            let inner = CommandContext(
                instance: instance.name, path: path, rootFeature: instance.opening.feature, snapshot: text.value,
                actions: Set(store.actionNames(at: path)))
            // The plugin is not asked again for the features around this one.
            let places = CommandContext.places(around: path).dropFirst()
            body([inner] + backend.local.contexts(call, Array(places)))
        }
    }

    func settle(_ call: Call, timeoutMs: Int, _ identity: SentRequest?) {
        guard store.isForwarding else { return local.settle(call, timeoutMs: timeoutMs, identity) }
        let params = JSONText.build { json in
            json.beginObject()
            json.field("instance", instance.name)
            json.field("timeoutMs", timeoutMs)
            json.endObject()
        }
        forward(call, "feature/settle", params) { backend, result in backend.answer(call, result) }
    }

    func revision(at path: [String]) -> Int { store.revision(at: path) }

    var isIdle: Bool { calls.isEmpty && runs.isEmpty }
    var isReopening: Bool { store.phase == .reopening }

    func abandonCalls(of session: Session) {
        for call in Array(calls.values) where call.call.session === session { call.abandon() }
    }

    func failCalls(_ error: RPCError) {
        let failing = calls.values.sorted { $0.call.number < $1.call.number }
        calls = [:]
        for call in failing { call.fail(error) }
    }

    func takeRuns() -> [() -> Void] {
        defer { runs = [:] }
        return runs.sorted { $0.key < $1.key }.map(\.value)
    }

    func leaveUnwatched(_ path: [String]) {
        guard !instance.subscriptions.contains(where: { $0.path == path }),
            !calls.values.contains(where: { $0.attaching == path })
        else { return }
        store.leave(path)
    }

    // MARK: Forwarding

    /// Forwards a request to the plugin, and passes the result to `body`.
    ///
    /// - Parameters:
    ///   - attaching: the path to which the session is about to be subscribed; nil if there is no such path.
    ///   - whenRefused: called with the error, before the call fails, if the plugin does not return a result or `body`
    ///     throws.
    func forward(
        _ call: Call, _ method: String, _ params: JSONText, from sender: Sender? = nil,
        attaching: [String]? = nil, _ body: @escaping (RemoteBackend, JSONValue) throws(RPCError) -> Void,
        whenRefused: @escaping (RemoteBackend, RPCError) -> Void = { _, _ in }
    ) {
        store.ask(
            request(call, method, params, from: sender, attaching: attaching, body, whenRefused: whenRefused))
    }

    /// Makes a request for the plugin, without sending it.
    private func request(
        _ call: Call, _ method: String, _ params: JSONText, from sender: Sender? = nil,
        attaching: [String]? = nil, _ body: @escaping (RemoteBackend, JSONValue) throws(RPCError) -> Void,
        whenRefused: @escaping (RemoteBackend, RPCError) -> Void
    ) -> RemoteRequest {
        let forwarded = RemoteCall(call, of: self, attaching: attaching)
        // The request retains the instance until it is answered.
        let request = RemoteRequest(method, params, from: sender) { [instance] answer in
            let backend = forwarded.backend
            guard forwarded.end() else { return }
            do throws(RPCError) {
                switch answer {
                case .result(let result): try body(backend, result)
                case .error, .failure: throw answer.error(offset: backend.store.offset)
                }
            } catch {
                whenRefused(backend, error)
                call.fail(error)
                call.session.host.closeUnused(instance)
            }
            forwarded.goOn()
        }
        forwarded.begin(request)
        return request
    }

    private func params(at path: [String]) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("instance", instance.name)
            if !path.isEmpty { json.field("path", path) }
            json.endObject()
        }
    }

    /// Answers an action or a wait with the plugin's result.
    func answer(_ call: Call, _ result: JSONValue) {
        let known = settled(result)
        call.answer { $0.writeSettled(known.isSettled, at: known.revision) }
    }

    /// The result of an action or a wait, with the plugin's revision converted to the host's.
    func settled(_ result: JSONValue) -> SentRequests.Answer {
        let revision = result["revision"]?.intValue.map { $0 &+ store.offset } ?? store.revision
        return .init(revision: revision, isSettled: result["settled"]?.boolValue ?? store.isSettled)
    }
}
