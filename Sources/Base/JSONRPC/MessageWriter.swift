public import FHJSON

/// Writes messages as JSON values without framing.
///
/// This is used for the members of a batch.
///
/// `MessageEncoder` adds the framing. A `body` writes exactly one value. If it throws, the caller has to remove the
/// partial message.
public enum MessageWriter {
    /// Writes `{"jsonrpc":"2.0","id":…,"result":…}`.
    @inlinable
    public static func result<E: Error>(
        id: RequestID, to writer: inout JSONWriter, _ body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        beginAnswer(id, &writer)
        writer.key("result")
        try end(&writer, body)
    }

    /// Writes `{"jsonrpc":"2.0","id":…,"error":…}`.
    public static func error(_ error: RPCError, id: RequestID, to writer: inout JSONWriter) {
        beginAnswer(id, &writer)
        writer.key("error")
        end(&writer) { error.write(to: &$0) }
    }

    /// Writes `{"jsonrpc":"2.0","method":…,"params":…}`.
    @inlinable
    public static func notification<E: Error>(
        _ method: String, to writer: inout JSONWriter, params body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        beginCall(method, id: nil, &writer)
        writer.key("params")
        try end(&writer, body)
    }

    /// Writes `{"jsonrpc":"2.0","method":…}`.
    public static func notification(_ method: String, to writer: inout JSONWriter) {
        beginCall(method, id: nil, &writer)
        writer.endObject()
    }

    /// Writes `{"jsonrpc":"2.0","id":…,"method":…,"params":…}`.
    @inlinable
    public static func request<E: Error>(
        id: Int, method: String, to writer: inout JSONWriter, params body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        beginCall(method, id: id, &writer)
        writer.key("params")
        try end(&writer, body)
    }

    /// Writes `{"jsonrpc":"2.0","id":…,"method":…}`.
    public static func request(id: Int, method: String, to writer: inout JSONWriter) {
        beginCall(method, id: id, &writer)
        writer.endObject()
    }

    @usableFromInline
    static func beginAnswer(_ id: RequestID, _ writer: inout JSONWriter) {
        begin(&writer, #"{"jsonrpc":"2.0","id":"#)
        id.write(to: &writer)
    }

    @usableFromInline
    static func beginCall(_ method: String, id: Int?, _ writer: inout JSONWriter) {
        if let id {
            begin(&writer, #"{"jsonrpc":"2.0","id":"#)
            writer.value(id)
            writer.key("method")
        } else {
            begin(&writer, #"{"jsonrpc":"2.0","method":"#)
        }
        writer.value(method)
    }

    @inlinable
    static func end<E: Error>(
        _ writer: inout JSONWriter, _ body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        let before = writer.count
        try body(&writer)
        assert(writer.count > before, "a message's body writes one value")
        writer.endObject()
    }

    /// Writes the start of a message, up to its first variable value.
    private static func begin(_ writer: inout JSONWriter, _ text: StaticString) {
        writer.beginValue()
        writer.appendBytes(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        writer.resetComma()
    }
}
