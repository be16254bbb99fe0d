public import JSON

/// An error that a peer answered one of this side's own requests with.
public struct PeerError: Error, Sendable, Hashable {
    /// The code; it need not be one of `ErrorCode.all`.
    public var code: ErrorCode
    /// The peer's message.
    public var message: String
    /// The peer's `data`, where it sent any.
    public var data: JSONValue?

    /// An error of these parts.
    public init(code: ErrorCode, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// Reads the `error` member of an answer; what is not an error object becomes an `internalError` that says so.
    init(_ value: JSONValue) {
        guard let code = value["code"], code.kind == .integer, let number = code.intValue,
            let message = value["message"]?.stringValue
        else {
            self = .malformed("the peer's \"error\" is not an object with an integer \"code\" and a string \"message\"")
            return
        }
        self.init(code: ErrorCode(rawValue: number), message: message, data: value["data"])
    }

    static func malformed(_ message: String) -> PeerError {
        PeerError(code: .internalError, message: message)
    }
}
