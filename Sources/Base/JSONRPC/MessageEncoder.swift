public import FHJSON

/// Appends complete messages to a writer, each with the framing of the session.
///
/// A `body` writes exactly one value. If it throws, the partial frame is removed.
public struct MessageEncoder: Sendable, Hashable {
    /// The encoder of the session's framing.
    public let frames: FrameEncoder

    /// Creates an encoder for one session.
    public init(framing: Framing) {
        frames = FrameEncoder(framing: framing)
    }

    /// Appends the answer to a request, with the result that `body` writes.
    @inlinable
    public func result<E: Error>(
        id: RequestID, to writer: inout JSONWriter, _ body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        try frame(&writer) { writer throws(E) in
            try MessageWriter.result(id: id, to: &writer, body)
        }
    }

    /// Appends the answer to a request, with a result.
    public func result(_ result: JSONText, id: RequestID, to writer: inout JSONWriter) {
        self.result(id: id, to: &writer) { $0.value(result) }
    }

    /// Appends an answer with an error, to a request or to an invalid message.
    public func error(_ error: RPCError, id: RequestID, to writer: inout JSONWriter) {
        frame(&writer) { MessageWriter.error(error, id: id, to: &$0) }
    }

    /// Appends a notification with the params that `body` writes.
    @inlinable
    public func notification<E: Error>(
        _ method: String, to writer: inout JSONWriter, params body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        try frame(&writer) { writer throws(E) in
            try MessageWriter.notification(method, to: &writer, params: body)
        }
    }

    /// Appends a notification.
    public func notification(_ method: String, params: JSONText? = nil, to writer: inout JSONWriter) {
        if let params {
            notification(method, to: &writer) { $0.value(params) }
        } else {
            frame(&writer) { MessageWriter.notification(method, to: &$0) }
        }
    }

    /// Appends a request from this process, with the params that `body` writes.
    @inlinable
    public func request<E: Error>(
        id: Int, method: String, to writer: inout JSONWriter, params body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        try frame(&writer) { writer throws(E) in
            try MessageWriter.request(id: id, method: method, to: &writer, params: body)
        }
    }

    /// Appends a request from this process.
    public func request(id: Int, method: String, params: JSONText? = nil, to writer: inout JSONWriter) {
        if let params {
            request(id: id, method: method, to: &writer) { $0.value(params) }
        } else {
            frame(&writer) { MessageWriter.request(id: id, method: method, to: &$0) }
        }
    }

    /// Appends the answers to a batch as one array.
    ///
    /// Each answer is made with `MessageWriter`.
    ///
    /// If all members of a batch are notifications, there are no answers. Then nothing is written (JSON-RPC 2.0 §6).
    public func batch(_ answers: [JSONText], to writer: inout JSONWriter) {
        guard !answers.isEmpty else { return }
        frame(&writer) { writer in
            writer.beginArray()
            for answer in answers { writer.value(answer) }
            writer.endArray()
        }
    }

    @inlinable
    func frame<E: Error>(
        _ writer: inout JSONWriter, _ body: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        let mark = frames.begin(&writer)
        do throws(E) {
            try body(&writer)
        } catch {
            frames.cancel(&writer, mark)
            throw error
        }
        frames.end(&writer, mark)
    }
}
