public import JSON

/// An error answer of this protocol (JSON-RPC 2.0 §5.1).
///
/// The message says what was wrong, where, and what would be right. It never quotes what may be a secret.
public struct RPCError: Error, Sendable, Hashable {
    /// One more member of `data`.
    public struct Detail: Sendable, Hashable {
        /// The member's key; neither `kind` nor `retryable`.
        public var name: String
        /// The member's value.
        public var value: JSONText

        /// The member `name` with `value`.
        public init(_ name: String, _ value: JSONText) {
            self.name = name
            self.value = value
        }
    }

    /// What kind of error it is.
    public var code: ErrorCode
    /// One sentence for a person.
    public var message: String
    /// Whether the same request, sent again later and unchanged, may succeed.
    public var retryable: Bool
    /// The members of `data` after `kind` and `retryable`, in this order.
    public var details: [Detail]

    /// An error; the code's own message and `retryable` stand in for those that are nil.
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
