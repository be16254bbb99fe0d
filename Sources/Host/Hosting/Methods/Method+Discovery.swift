import CFHOpenRPC
import FHJSON
import FHJSONRPC
import FeatureKit

/// The methods `rpc.discover` and `host/commands`, which list what a host offers.
extension Method {
    /// Answers with the OpenRPC document as one line.
    ///
    /// The document is parsed for each request, not at the start of the host, so that the host starts faster.
    @Sendable static func rpcDiscover(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let text = UnsafeRawBufferPointer(start: openrpc_document(), count: openrpc_document_length())
        guard let document = try? JSONValue(parsing: text) else {
            throw RPCError(.internalError, "the OpenRPC document of this host is no JSON")
        }
        call.answer { $0.value(document) }
    }

    /// Answers with everything that a user can do in a feature, and the features that can be opened.
    @Sendable static func hostCommands(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let host = call.session.host
        guard let commands = host.listing.commands else {
            throw RPCError(
                .methodNotFound, "this host lists no commands", details: [.init("method", .string("host/commands"))])
        }
        let path = try params.path()
        let query = try params.optionalString("query") ?? ""
        if query.unicodeScalars.count > 1_000 { throw RPCError(param: "query", "must have at most 1,000 characters") }
        let limit = try params.optionalInt("limit") ?? 200
        guard (1...1_000).contains(limit) else { throw RPCError(param: "limit", "must be 1 to 1,000, not \(limit)") }
        let isOfInstance = try params.optionalString("instance") != nil
        if !isOfInstance, !path.isEmpty { throw RPCError(param: "path", "is for an instance; name it in instance") }
        let answer = { (contexts: [CommandContext]) in
            // The plugins may not have listed their features yet.
            host.plugins.whenListed {
                if call.isAnswered { return }
                let question = CommandQuestion(contexts: contexts, query: query, limit: limit)
                let entries = host.plugins.entries
                call.answer { commands.write(question, of: host.catalog, pluginEntries: entries, to: &$0) }
            }
        }
        guard isOfInstance else { return answer([]) }
        try instance(params, call).backend.commandContexts(call, path: path, answer)
    }
}
