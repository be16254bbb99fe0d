import COpenRPC
import JSON
import JSONRPC

/// `rpc.discover`: what can be asked of the host, for tools that read OpenRPC.
extension Method {
    /// The document is parsed for whoever asks, so that it costs nothing before, and is written as one line.
    @Sendable static func rpcDiscover(_ call: Call, _ params: JSONValue) throws(RPCError) {
        let text = UnsafeRawBufferPointer(start: openrpc_document(), count: openrpc_document_length())
        guard let document = try? JSONValue(parsing: text) else {
            throw RPCError(.internalError, "the OpenRPC document of this host is no JSON")
        }
        call.answer { $0.value(document) }
    }
}
