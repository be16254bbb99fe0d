/// The number that says what kind of error an answer is.
///
/// Codes that this list does not know are kept as they are: a peer may have its own.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public let rawValue: Int

    /// The code with this number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// What arrived is not JSON, or not a frame.
    public static let parseError = ErrorCode(rawValue: -32700)
    /// What arrived is JSON, but not a request that may be sent now.
    public static let invalidRequest = ErrorCode(rawValue: -32600)
    /// There is no such method.
    public static let methodNotFound = ErrorCode(rawValue: -32601)
    /// The params don't fit the method.
    public static let invalidParams = ErrorCode(rawValue: -32602)
    /// The host failed where it should not.
    public static let internalError = ErrorCode(rawValue: -32603)
    /// The front end cancelled the request, and the cancellation won.
    public static let requestCancelled = ErrorCode(rawValue: -32800)
    /// The catalog has no such feature.
    public static let unknownFeature = ErrorCode(rawValue: -31001)
    /// The instance was never opened, or is closed.
    public static let unknownInstance = ErrorCode(rawValue: -31002)
    /// The feature has no such action; `data.known` lists those that it has.
    public static let unknownAction = ErrorCode(rawValue: -31003)
    /// The action's params don't fit; `data.fields` says where.
    public static let invalidActionParams = ErrorCode(rawValue: -31004)
    /// The action is refused in this state; `data.reason` says why.
    public static let actionUnavailable = ErrorCode(rawValue: -31005)
    /// `ifRevision` differs; `data.revision` is the current one.
    public static let staleRevision = ErrorCode(rawValue: -31006)
    /// A limit on waits or instances is reached.
    public static let busy = ErrorCode(rawValue: -31007)
    /// No protocol version in common; `data.supported` lists the host's.
    public static let versionUnsupported = ErrorCode(rawValue: -31008)
    /// A source or plugin failed, or the host is ending, where no state can show it.
    public static let sourceFailed = ErrorCode(rawValue: -31009)
    /// `clock/advance` on the real clock.
    public static let clockNotVirtual = ErrorCode(rawValue: -31010)

    /// Every code of the protocol, in the order of its table.
    public static let all: [ErrorCode] = [
        .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
        .unknownFeature, .unknownInstance, .unknownAction, .invalidActionParams, .actionUnavailable, .staleRevision,
        .busy, .versionUnsupported, .sourceFailed, .clockNotVirtual,
    ]
}
