import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers

/// The lifecycle of a session: `initialize`, `ping`, `shutdown`, `exit`, `$/cancelRequest`.
extension Method {
    /// The protocol version of this host.
    static let protocolVersion = "1"
    /// The interval for checking that a client's process exists, in milliseconds.
    private static let processInterval = 1_000

    @Sendable static func initialize(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let session = call.session
        guard session.handshake.isNew else {
            throw RPCError(.invalidRequest, "initialize must be the first request of a session")
        }
        guard call.batch == nil else {
            throw RPCError(.invalidRequest, "initialize must not be in a batch")
        }
        session.handshake = .initialized
        try checkVersion(params)
        try checkClientInfo(params)
        _ = try params.object("capabilities")
        let reducesMotion = try params.optionalBool("reducedMotion") ?? false
        let offered = try sources(params)
        let locale = try params.optionalString("locale")
        let timeZone = try params.optionalString("timeZone")
        let updates = try UpdateKind.read(params["capabilities"]?["updates"], param: "capabilities")
        if let id = try params.optionalInt("processId") { watch(id, for: session) }
        session.settings.reducesMotion = reducesMotion
        session.settings.reader = session.host.options.readers?(locale, timeZone)
        if let updates { session.settings.updates = updates }
        let host = session.host
        let asked = host.clientSources.offer(offered, by: session)
        call.answer { json in
            json.beginObject()
            json.field("protocolVersion", protocolVersion)
            json.key("hostInfo")
            json.beginObject()
            json.field("name", host.role?.name ?? "featurehost")
            json.field("version", host.role?.version ?? Host.version)
            json.endObject()
            json.key("capabilities")
            json.beginObject()
            if host.hasFeatures {
                json.field("updates", UpdateKind.offered)
                json.field("virtualClock", host.virtualTime != nil)
                json.field("requestIds", true)
            }
            json.field("features", host.hasFeatures)
            json.field("sources", host.role?.kinds ?? asked)
            json.endObject()
            if locale != nil || timeZone != nil {
                json.field("locale", session.settings.reader?.localeName ?? "C")
                json.field("timeZone", session.settings.reader?.zoneName ?? "UTC")
            }
            if let untrusted = host.catalog.untrusted {
                json.key("untrusted")
                untrusted.write(to: &json)
            }
            if host.hasFeatures {
                json.key("limits")
                host.limits.write(to: &json)
                json.field("features", host.listing.text(with: host.plugins))
            }
            json.endObject()
        }
        host.noteInitialized()
    }

    /// The names of the sources that the client offers.
    private static func sources(_ params: JSONValue) throws(RPCError) -> Set<ExactText> {
        guard let member = params["capabilities"]?["sources"], !member.isNull else { return [] }
        let names = member.isArray ? member.elements.map(\.stringValue) : [nil]
        guard !names.contains(nil) else {
            throw RPCError(param: "capabilities", "must have an array of strings as its sources such as [\"buffers\"]")
        }
        return Set<ExactText>(texts: names.compactMap(\.self))
    }

    private static func checkVersion(_ params: JSONValue) throws(RPCError) {
        guard let versions = params["protocolVersions"], !versions.isNull else { return }
        guard versions.isArray, versions.elements.allSatisfy({ $0.stringValue != nil }) else {
            throw RPCError(param: "protocolVersions", "must be an array of strings such as [\"1\"]")
        }
        if versions.elements.contains(where: { $0.stringValue == protocolVersion }) { return }
        let supported = JSONText.build { json in
            json.beginArray()
            json.value(protocolVersion)
            json.endArray()
        }
        throw RPCError(
            .versionUnsupported, "this host speaks version \(protocolVersion) of the protocol",
            details: [.init("supported", supported)])
    }

    private static func checkClientInfo(_ params: JSONValue) throws(RPCError) {
        for (key, value) in try params.object("clientInfo").members
        where ["name", "version"].contains(key) && value.stringValue == nil {
            throw RPCError(param: "clientInfo", "must have a string as its \(key)")
        }
    }

    /// Ends the session when the client's process has ended.
    private static func watch(_ id: Int, for session: Session) {
        session.settings.processWatch = session.host.time.schedule(afterMilliseconds: processInterval) {
            [weak session] in
            guard let session else { return }
            if isThere(id, for: session) { return watch(id, for: session) }
            session.end(status: 1)
            // If the session has already ended, its remaining output has no reader any more.
            session.ending.status = 1
            session.outbox.abandon()
        }
    }

    /// True if the client's process exists.
    ///
    /// In a replay, true if the process existed at this point of the recording.
    private static func isThere(_ id: Int, for session: Session) -> Bool {
        guard let tape = session.host.tape else { return processExists(id) }
        tape.gate()
        if tape.isReplay { return tape.next("gone", where: { $0["gone"]?.intValue == session.number }) == nil }
        if processExists(id) { return true }
        tape.note("gone", session.number)
        return false
    }

    @Sendable static func initialized(_ call: Call, _ params: JSONValue) throws(RPCError) {}

    @Sendable static func ping(_ call: Call, _ params: JSONValue) throws(RPCError) {
        call.answer { $0.null() }
    }

    @Sendable static func shutdown(_ call: Call, _ params: JSONValue) throws(RPCError) {
        call.session.handshake.noteShutdown()
        call.answer { $0.null() }
    }

    @Sendable static func exit(_ call: Call, _ params: JSONValue) throws(RPCError) {
        if call.batch != nil { return }
        call.session.exit()
    }

    @Sendable static func cancelRequest(_ call: Call, _ params: JSONValue) throws(RPCError) {
        if let id = params["id"].flatMap({ RequestID($0) }) { call.session.cancel(id) }
    }
}
