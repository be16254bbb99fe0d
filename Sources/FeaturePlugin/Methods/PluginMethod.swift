import JSON
import JSONRPC

/// The methods that the host may call, by name.
enum PluginMethod {
    /// The version of the protocol that is spoken.
    private static let protocolVersion = "1"

    /// Calls a method; what it throws is the answer.
    ///
    /// A notification is not answered, whatever is wrong with it; a request's name as one does its work.
    static func perform(_ name: String, _ params: JSONValue, _ call: SourceCall) throws(RPCError) {
        let server = call.server
        switch name {
        case "initialize": try initialize(params, call)
        case "ping": call.finish(.null)
        case "feature/list": call.finish(.result { $0.raw(#"{"features":[]}"#) })
        case "source/open": try open(params, call)
        case "shutdown":
            server.shutDown()
            call.finish(.null)
        case "exit" where call.id == nil: if call.batch == nil { server.exit() }
        case "$/cancelRequest" where call.id == nil:
            if let id = params["id"].flatMap({ RequestID($0) }) { server.cancel(id) }
        case "initialized" where call.id == nil: break
        default: try ask(name, params, call)
        }
    }

    private static func initialize(_ params: JSONValue, _ call: SourceCall) throws(RPCError) {
        guard call.batch == nil else { throw RPCError(.invalidRequest, "initialize must not be in a batch") }
        if let versions = params["protocolVersions"], !versions.isNull {
            guard versions.isArray else {
                throw RPCError(param: "protocolVersions", "must be an array of strings such as [\"1\"]")
            }
            guard versions.elements.contains(where: { $0.stringValue == protocolVersion }) else {
                let supported = JSONText.build { $0.value([protocolVersion]) }
                throw RPCError(
                    .versionUnsupported, "this plugin speaks version \(protocolVersion) of the protocol",
                    details: [.init("supported", supported)])
            }
        }
        let plugin = call.server.plugin
        call.finish(
            .result { json in
                json.beginObject()
                json.field("protocolVersion", protocolVersion)
                json.key("hostInfo")
                json.beginObject()
                json.field("name", plugin.name)
                json.field("version", plugin.version)
                json.endObject()
                json.key("capabilities")
                json.beginObject()
                json.field("features", false)
                json.field("sources", plugin.sources.names)
                json.endObject()
                json.endObject()
            })
    }

    private static func open(_ params: JSONValue, _ call: SourceCall) throws(RPCError) {
        let name = try params.string("source")
        let kind = try params.string("kind")
        let options = try params.object("options") ?? .emptyObject
        let sources = call.server.plugin.sources
        guard let factory = sources.factory(of: kind) else {
            let known = sources.names.joined(separator: ", ")
            throw RPCError(param: "kind", "names no kind of sources of this plugin; it has: \(known)")
        }
        call.server.open(name, options, by: factory, call)
    }

    private static func ask(_ name: String, _ params: JSONValue, _ call: SourceCall) throws(RPCError) {
        guard let method = sourceMethod(name) else {
            throw RPCError(.methodNotFound, "there is no method \(name)", details: [.init("method", .string(name))])
        }
        let source = try params.string("source")
        guard let served = call.server.sources[source] else {
            throw RPCError(param: "source", "names \(source), which is not open; source/open opens it")
        }
        served.perform(call, try method(params))
    }
}
