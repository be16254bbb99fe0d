import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit

/// Answers the requests about an instance from its store, without forwarding them to a plugin.
///
/// The state of the instance is in this host, or was in a plugin that has failed.
final class LocalBackend: InstanceBackend {
    private unowned let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    private var store: any AnyStore { instance.store }

    func open(
        _ call: Call, isNew: Bool, path: [String], isKept: Bool, _ updates: UpdateKind?
    ) throws(RPCError) {
        do {
            try checkPath(path)
        } catch {
            if isNew { call.session.host.close(instance, reason: "unsubscribed") }
            throw error
        }
        instance.isKept = instance.isKept || isKept
        // The feature starts before the session subscribes, so that the answer includes the revisions of the start.
        store.start()
        Method.attach(call, to: instance, path: path, updates)
    }

    func subscribe(_ call: Call, path: [String], _ updates: UpdateKind?) throws(RPCError) {
        try checkPath(path)
        Method.attach(call, to: instance, path: path, updates)
    }

    func unsubscribe(_ call: Call, path: [String], _ end: @escaping () -> Void) { end() }

    func snapshot(_ call: Call, path: [String]) throws(RPCError) {
        try checkPath(path)
        Method.fixUpdates(of: instance, for: call.session)
        call.answer { instance.writeSnapshot(to: &$0, path: path, viewer: call.session) }
    }

    func commandContexts(
        _ call: Call, path: [String], _ body: @escaping ([CommandContext]) -> Void
    ) throws(RPCError) {
        try checkPath(path)
        body(contexts(call, CommandContext.places(around: path)))
    }

    /// The features at those of the paths at which the store has one.
    func contexts(_ call: Call, _ paths: [[String]]) -> [CommandContext] {
        paths.filter { store.has(path: $0) }.map { path in
            let snapshot = JSONText.build { instance.writeSnapshot(to: &$0, path: path, viewer: call.session) }
            return CommandContext(
                instance: instance.name, path: path, rootFeature: instance.opening.feature, snapshot: snapshot.value,
                actions: Set(store.actionNames(at: path)))
        }
    }

    private func checkPath(_ path: [String]) throws(RPCError) {
        if store.has(path: path) { return }
        let place = JSONText.build { $0.value(path) }
        let message = "nothing is at the path \(place) of \(instance.name) now (gone)"
        throw RPCError(.actionUnavailable, message, retryable: false, details: [.init("reason", .string("gone"))])
    }

    func send(_ action: SentAction, _ call: Call) throws(RPCError) {
        let trace = call.session.host.trace
        if let expected = action.ifRevision, expected != store.revision {
            trace?.refused(action.name, action.path, in: instance, .staleRevision, reason: nil)
            throw RPCError(
                .staleRevision, "the instance \(instance.name) is at revision \(store.revision), not \(expected)",
                details: [.init("revision", .integer(store.revision))])
        }
        let sender = Sender(session: call.session.number, request: .init(call.id))
        let revision = store.revision + 1
        do {
            try store.send(action.name, action.checkedParams(), path: action.path, from: sender)
        } catch {
            throw refused(action, error, trace)
        }
        call.session.host.listing.commands?.note(sent: action.name, action.params, in: instance.opening.feature)
        if let identity = action.identity {
            instance.sentRequests.note(identity, .init(revision: store.revision, isSettled: store.isSettled))
        }
        if action.awaitsSettled, !store.isSettled {
            // The action may have ended the last subscription, which closes the instance.
            guard call.session.host.instances.contains(instance) else { throw instance.closedError }
            settle(call, timeoutMs: action.timeoutMs, action.identity)
            call.endsWork = { [weak store] in store?.cancelEffects(startedBy: revision, for: sender.withoutRequest) }
        } else {
            call.answer { $0.writeSettled(store.isSettled, at: store.revision) }
        }
    }

    private func refused(_ action: SentAction, _ refusal: ActionRefusal, _ trace: Trace?) -> RPCError {
        let reason: String? = if case .unavailable(let reason, _) = refusal { reason } else { nil }
        var explanation: String?
        if reason == "gone" {
            let isThere = store.has(path: action.path)
            explanation = RefusalReason.explanationOfGone(
                action.name, action.params, at: action.path, isThere: isThere)
        }
        let answer = RPCError(refusal, of: action.name, in: instance.name, explanation: explanation)
        trace?.refused(action.name, action.path, in: instance, answer.code, reason: reason)
        return answer
    }

    func settle(_ call: Call, timeoutMs: Int, _ identity: SentRequest?) {
        if store.isSettled || call.id == nil {
            call.answer { $0.writeSettled(true, at: store.revision) }
        } else {
            _ = Wait(call, on: instance, timeoutMs: timeoutMs, identity)
        }
    }

    func run(_ call: Call, isNew: Bool, timeoutMs: Int?, _ updates: UpdateKind?) throws(RPCError) {
        // Unlike the answer to `feature/open`, the answer to `feature/run` has no snapshot. So the session is notified
        // of the newest snapshot.
        Method.subscribe(call.session, to: instance, updates) { Method.tell(call.session, of: instance) }
        _ = Run(call, of: instance, endsInstance: isNew, timeoutMs: timeoutMs)
        store.start()
    }

    func revision(at path: [String]) -> Int { store.revision }

    var isIdle: Bool { true }
    var isReopening: Bool { false }

    func abandonCalls(of session: Session) {}
    func failCalls(_ error: RPCError) {}
    func takeRuns() -> [() -> Void] { [] }
    func leaveUnwatched(_ path: [String]) {}
}
