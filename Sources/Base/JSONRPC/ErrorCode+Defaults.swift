/// The default members of an error, by code.
extension ErrorCode {
    /// The name in camelCase that is sent as `data.kind`.
    ///
    /// For a code that is not in `all`, the name is `other`.
    public var kind: String { defaults.kind }

    /// The default message.
    public var message: String { defaults.message }

    /// True if the same request can succeed when it is sent again later.
    public var retryable: Bool {
        switch self {
        case .requestCancelled, .actionUnavailable, .busy, .sourceFailed: true
        default: false
        }
    }

    private var defaults: (kind: String, message: String) {
        switch self {
        case .parseError: ("parseError", "not JSON; expected one JSON text in UTF-8")
        case .invalidRequest: ("invalidRequest", "not a request that may be sent now")
        case .methodNotFound: ("methodNotFound", "no such method; the specification lists the methods")
        case .invalidParams: ("invalidParams", "the params don't fit the method; the specification has their schema")
        case .internalError: ("internalError", "the host failed; its log says why")
        case .requestCancelled: ("requestCancelled", "cancelled by $/cancelRequest")
        case .unknownFeature: ("unknownFeature", "no such feature; feature/list lists the features")
        case .unknownInstance: ("unknownInstance", "no such instance; it was never opened, or is closed")
        case .unknownAction: ("unknownAction", "no such action; data.known lists the feature's actions")
        case .invalidActionParams: ("invalidActionParams", "the action's params don't fit; data.fields says where")
        case .actionUnavailable: ("actionUnavailable", "the action is refused in this state; data.reason says why")
        case .staleRevision: ("staleRevision", "ifRevision is not the current revision, which is data.revision")
        case .busy: ("busy", "the host is at its limit; wait for an answer or close an instance")
        case .versionUnsupported: ("versionUnsupported", "no common protocol version; data.supported lists the host's")
        case .sourceFailed: ("sourceFailed", "a source or plugin failed, or the host is ending")
        case .clockNotVirtual: ("clockNotVirtual", "the clock is the real one; start the host with --clock virtual")
        default: ("other", "error \(rawValue)")
        }
    }
}
