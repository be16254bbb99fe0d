import FeatureKit
import JSON
import JSONRPC
import OrderedCollections

/// `feature/…`: what can be opened, and what is done with what is open.
extension Method {
    @Sendable static func featureList(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let host = call.session.host
        host.plugins.whenListed {
            if call.isAnswered { return }
            let catalog = host.catalogText
            call.answer { json in
                json.beginObject()
                json.field("features", catalog)
                json.endObject()
            }
        }
    }

    @Sendable static func featureOpen(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let updates = try UpdateKind.read(params["updates"])
        let path = try params.path()
        let isKept = try params.optionalBool("keep") ?? false
        let (instance, isNew) = try open(params, for: call, isKept: isKept)
        if instance.forwarded?.isForwarding == true {
            return openForwarded(call, instance, isNew: isNew, path: path, isKept: isKept, updates)
        }
        guard instance.store.has(path: path) else {
            if isNew { call.session.host.close(instance, reason: "unsubscribed") }
            throw noChild(path, in: instance)
        }
        instance.isKept = instance.isKept || isKept
        // The start comes before the subscription: the answer carries all that it brings.
        instance.store.start()
        attach(call, to: instance, path: path, updates)
    }

    /// Makes the instance that the params ask for, or finds it open; it is neither started nor subscribed to.
    static func open(
        _ params: JSONValue, for call: Call, isKept: Bool = false
    ) throws(RPCError) -> (instance: Instance, isNew: Bool) {
        let host = call.session.host
        let id = try params.string("feature")
        let feature = host.catalog[id]
        if feature == nil, host.plugins.place(of: id) == nil {
            throw RPCError(.unknownFeature, "there is no feature \(id); \(host.catalog.summary)")
        }
        let fixture = try params.optionalString("fixture")
        if let feature, let fixture, !feature.fixtures.contains(fixture) {
            let known = feature.fixtures.joined(separator: ", ")
            throw RPCError(
                param: "fixture",
                known.isEmpty
                    ? "names nothing: \(id) has no fixtures"
                    : "must name a fixture of \(id), \(known), not \(fixture)")
        }
        let arguments = try params.object("params")
        let name = try params.optionalString("instance")
        if name == "" { throw RPCError(param: "instance", "must not be empty") }
        guard let known = name.flatMap({ host.instances[ExactText($0)] }) else {
            let instance =
                if let feature {
                    try host.open(feature, named: name, arguments, fixture: fixture, isKept: isKept)
                } else {
                    try host.openForwarded(id, named: name, arguments, fixture: fixture)
                }
            return (instance, true)
        }
        if known.feature != id || known.params.value != arguments || known.fixture != fixture {
            throw RPCError(
                param: "instance", "\(known.name) is open already, as \(known.feature) or with other params")
        }
        return (known, false)
    }

    /// Subscribes the session and answers with the newest snapshot: opening and attaching are the same from here on.
    static func attach(_ call: Call, to instance: Instance, path: [String], _ updates: UpdateKind?) {
        fixUpdates(of: instance, for: call.session)
        call.session.host.subscribe(call.session, to: instance, path: path).show(then: updates)
        call.answer { json in
            json.beginObject()
            json.field("instance", instance.name)
            json.field("revision", instance.store.revision)
            json.key("snapshot")
            instance.writeSnapshot(to: &json, path: path, viewer: call.session)
            json.endObject()
        }
    }

    /// What waits for a slow reader comes before an answer with a snapshot, so it must not be newer.
    static func fixUpdates(of instance: Instance, for session: Session) {
        for known in instance.subscriptions where known.session === session { session.outbox.fix(known) }
    }

    @Sendable static func featureSend(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        let store = instance.store
        let action = try params.string("action")
        let awaitsSettled = try settles(params)
        let timeoutMs = try timeout(params, call)
        let path = try params.path()
        let ifRevision = try params.optionalInt("ifRevision")
        if instance.forwarded?.isForwarding == true {
            return sendForwarded(
                call, to: instance, action, try forwardedParams(params, of: action, in: instance), path: path,
                ifRevision: ifRevision, awaitsSettled: awaitsSettled, timeoutMs: timeoutMs)
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
        if awaitsSettled, !store.isSettled {
            // What was sent may have taken the last subscription away, and with it the instance.
            guard call.session.host.instances[ExactText(instance.name)] === instance else { throw instance.closedError }
            wait(call, for: instance, timeoutMs)
        } else {
            call.answer { $0.writeSettled(store.isSettled, at: store.revision) }
        }
    }

    private static func actionParams(_ params: JSONValue) throws(ActionRefusal) -> JSONValue {
        do {
            return try Params.object(params["params"])
        } catch {
            let field = ActionRefusal.Field(path: "", code: "type", message: "an action's params are an object")
            throw .invalidParams([field])
        }
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

    /// How long a wait lasts; checked before anything is done.
    private static func timeout(_ params: JSONValue, _ call: Call) throws(RPCError) -> Int {
        try params.timeoutMs() ?? call.session.host.limits.defaultTimeoutMs
    }

    private static func wait(_ call: Call, for instance: Instance, _ timeoutMs: Int) {
        if instance.store.isSettled || call.id == nil {
            call.answer { $0.writeSettled(true, at: instance.store.revision) }
        } else {
            _ = Wait(call, on: instance, timeoutMs: timeoutMs)
        }
    }

    @Sendable static func featureSnapshot(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        if instance.forwarded?.isForwarding == true {
            return snapshotForwarded(call, instance, path: try params.path())
        }
        let path = try path(params, in: instance)
        fixUpdates(of: instance, for: call.session)
        call.answer { instance.writeSnapshot(to: &$0, path: path, viewer: call.session) }
    }

    @Sendable static func featureClose(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        call.session.host.close(instance, reason: "closed")
        call.answer { $0.null() }
    }

    // MARK: Params

    /// The instance that the params name.
    static func instance(_ params: JSONValue, _ call: Call) throws(RPCError) -> Instance {
        let name = try params.string("instance")
        guard let instance = call.session.host.instances[ExactText(name)] else {
            throw RPCError(.unknownInstance, "there is no instance \(name): it was never opened, or is closed")
        }
        return instance
    }

    /// The child that the params name.
    static func path(_ params: JSONValue, in instance: Instance) throws(RPCError) -> [String] {
        let path = try params.path()
        guard instance.store.has(path: path) else { throw noChild(path, in: instance) }
        return path
    }

    private static func noChild(_ path: [String], in instance: Instance) -> RPCError {
        RPCError(.unavailable("gone"), of: path.joined(separator: "/"), in: instance.name)
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
