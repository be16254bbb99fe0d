/// The code of a JSON-RPC error.
///
/// Unknown codes are preserved, because a peer can define its own codes.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: Int

    /// Creates a code from its number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The input is not JSON, or not a frame.
    public static let parseError = ErrorCode(rawValue: -32700)
    /// The input is JSON, but not a request that is valid now.
    public static let invalidRequest = ErrorCode(rawValue: -32600)
    /// The method does not exist.
    public static let methodNotFound = ErrorCode(rawValue: -32601)
    /// The params don't match the method.
    public static let invalidParams = ErrorCode(rawValue: -32602)
    /// The host has an internal error.
    public static let internalError = ErrorCode(rawValue: -32603)
    /// The client cancelled the request before it was answered.
    public static let requestCancelled = ErrorCode(rawValue: -32800)
    /// The feature does not exist in the catalog.
    public static let unknownFeature = ErrorCode(rawValue: -31001)
    /// The instance was never opened, or is closed.
    public static let unknownInstance = ErrorCode(rawValue: -31002)
    /// The feature has no such action; `data.known` lists the actions that it has.
    public static let unknownAction = ErrorCode(rawValue: -31003)
    /// The params don't match the action; `data.fields` has the validation errors.
    public static let invalidActionParams = ErrorCode(rawValue: -31004)
    /// The action can't be applied in the current state; `data.reason` names the reason.
    public static let actionUnavailable = ErrorCode(rawValue: -31005)
    /// `ifRevision` is not the current revision.
    ///
    /// The current revision is in `data.revision`.
    public static let staleRevision = ErrorCode(rawValue: -31006)
    /// A limit on sessions, requests or instances is reached.
    public static let busy = ErrorCode(rawValue: -31007)
    /// Client and host have no common protocol version; `data.supported` lists the host's versions.
    public static let versionUnsupported = ErrorCode(rawValue: -31008)
    /// The session ended before the request was done, or a source or plugin failed and no state can show the failure.
    public static let sourceFailed = ErrorCode(rawValue: -31009)
    /// `clock/advance` was sent to a host whose clock is not virtual.
    public static let clockNotVirtual = ErrorCode(rawValue: -31010)

    /// All codes of the protocol, in the order of the table in the specification.
    public static let all: [ErrorCode] = [
        .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
        .unknownFeature, .unknownInstance, .unknownAction, .invalidActionParams, .actionUnavailable, .staleRevision,
        .busy, .versionUnsupported, .sourceFailed, .clockNotVirtual,
    ]
}
