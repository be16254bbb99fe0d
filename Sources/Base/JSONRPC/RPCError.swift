public import FHJSON

/// An error in an answer (JSON-RPC 2.0 §5.1).
///
/// The message says what is wrong, where, and what to do. It never quotes a value that may be secret.
public struct RPCError: Error, Sendable, Hashable {
    /// An additional member of `data`.
    public struct Detail: Sendable, Hashable {
        /// The key, which is neither `kind` nor `retryable`.
        public var name: String
        /// The value.
        public var value: JSONText

        /// Creates the member `name` with `value`.
        public init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// The code.
    public var code: ErrorCode
    /// The message for users, one sentence.
    public var message: String
    /// True if the same request can succeed when it is sent again later.
    public var retryable: Bool
    /// The members of `data` after `kind` and `retryable`, in this order.
    public var details: [Detail]

    /// Creates an error.
    ///
    /// By default, the code determines the message and `retryable`.
    public init(_ code: ErrorCode, _ message: String? = nil, retryable: Bool? = nil, details: [Detail] = []) {
        self.code = code
        self.message = message ?? code.message
        self.retryable = retryable ?? code.retryable
        self.details = details
    }

    /// Writes the object `{"code", "message", "data": {"kind", "retryable", …}}`.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("code", code.rawValue)
        writer.field("message", message)
        writer.key("data")
        writer.beginObject()
        writer.field("kind", code.kind)
        writer.field("retryable", retryable)
        for detail in details {
            writer.key(detail.name)
            writer.value(detail.value)
        }
        writer.endObject()
        writer.endObject()
    }
}
