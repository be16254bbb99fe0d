public import FHJSON

/// The error in a peer's answer to a request that this process has sent.
public struct PeerError: Error, Sendable, Hashable {
    /// The code, which may not be in `ErrorCode.all`.
    public var code: ErrorCode
    /// The message from the peer.
    public var message: String
    /// The `data` member; nil if it is absent.
    public var data: JSONValue?

    /// Creates an error.
    public init(code: ErrorCode, message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// Reads the `error` member of an answer.
    ///
    /// An invalid member becomes an `internalError`.
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
