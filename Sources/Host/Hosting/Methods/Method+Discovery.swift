import CFHOpenRPC
import FHJSON
import FHJSONRPC

/// `rpc.discover`: the OpenRPC document of the host.
extension Method {
    /// Answers with the document as one line.
    ///
    /// The document is parsed for each request, not at the start of the host, so that the host starts faster.
    @Sendable static func rpcDiscover(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let text = UnsafeRawBufferPointer(start: openrpc_document(), count: openrpc_document_length())
        guard let document = try? JSONValue(parsing: text) else {
            throw RPCError(.internalError, "the OpenRPC document of this host is no JSON")
        }
        call.answer { $0.value(document) }
    }
}
