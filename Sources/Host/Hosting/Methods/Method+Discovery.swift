import CFHOpenRPC
import FHJSON
import FHJSONRPC

/// `rpc.discover`: the OpenRPC document of the host.
extension Method {
    /// Answers with the document as one line.
    ///
    /// The document is parsed for each request, and not when the host starts, so that the start takes no longer.
    @Sendable static func rpcDiscover(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let text = UnsafeRawBufferPointer(start: openrpc_document(), count: openrpc_document_length())
        guard let document = try? JSONValue(parsing: text) else {
            throw RPCError(.internalError, "the OpenRPC document of this host is no JSON")
        }
        call.answer { $0.value(document) }
    }
}
