import FHJSON
import FHJSONRPC
import FeatureKit
import OrderedCollections

/// `feature/…`: the catalog, and opening, reading and closing instances.
extension Method {
    @Sendable static func featureList(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let host = call.session.host
        host.plugins.whenListed {
            if call.isAnswered { return }
            let catalog = host.listing.text(with: host.plugins)
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
        call.session.host.listing.commands?.note(opened: instance.opening.feature)
        try instance.backend.open(call, isNew: isNew, path: path, isKept: isKept, updates)
    }

    /// Opens the instance that the params describe, or returns it if it is already open.
    ///
    /// The caller starts the instance and subscribes to it.
    static func open(
        _ params: JSONValue, for call: Call, isKept: Bool = false
    ) throws(RPCError) -> (instance: Instance, isNew: Bool) {
        let host = call.session.host
        let given = try params.string("feature")
        let isKnown = host.catalog[given] != nil || host.plugins.place(of: given) != nil
        let address = isKnown ? nil : FeatureAddress(given)
        let id = address?.feature ?? given
        let feature = host.catalog[id]
        if feature == nil, host.plugins.place(of: id) == nil {
            throw RPCError(unknownFeature: id, in: host)
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
        var arguments = try params.object("params")
        if let address { arguments = address.params.value.merged(with: arguments).value }
        if arguments.isDeeper(than: SourceRow.deepestLevel) { throw RPCError(param: "params", SourceRow.tooDeep) }
        let name = try params.optionalString("instance")
        if name == "" { throw RPCError(param: "instance", "must not be empty") }
        guard let known = name.flatMap({ host.instances[$0] }) else {
            let instance =
                if let feature {
                    try host.open(feature, named: name, arguments, fixture: fixture, isKept: isKept)
                } else {
                    try host.openForwarded(id, named: name, arguments, fixture: fixture)
                }
            return (instance, true)
        }
        let opening = known.opening
        if opening.feature != id || opening.params.value != arguments || opening.fixture != fixture {
            throw RPCError(
                param: "instance", "\(known.name) is open already, as \(opening.feature) or with other params")
        }
        return (known, false)
    }

    /// Subscribes the session and answers with the newest snapshot.
    ///
    /// This happens both after opening an instance and after attaching to one.
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

    /// Fixes the content of a session's queued updates of an instance to the instance's current state.
    ///
    /// The updates are sent before an answer with a snapshot, so they must not be newer than the answer.
    static func fixUpdates(of instance: Instance, for session: Session) {
        for known in instance.subscriptions where known.session === session { session.outbox.fix(known) }
    }

    @Sendable static func featureSnapshot(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let instance = try instance(params, call)
        try instance.backend.snapshot(call, path: try params.path())
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
        guard let instance = call.session.host.instances[name] else {
            let open = call.session.host.instances.values.map(\.name)
            let likely = LikelyName.of(name, among: open).map { ". Did you mean \($0)?" } ?? ""
            throw RPCError(
                .unknownInstance,
                "there is no instance \(LikelyName.shown(name)): it was never opened, or is closed\(likely)")
        }
        return instance
    }
}
