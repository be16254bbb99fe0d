import JSON

/// Whether something is being loaded, for the members of a state that say so.
public enum LoadStatus: Sendable, Equatable {
    case idle
    case loading
    case failed(errorID: String)

    /// Whether the last load has failed.
    public var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// Writes the members `status` and, of a failure whose error is still shown, `errorId`.
    public func write(to json: inout JSONWriter, _ errors: ErrorList) {
        switch self {
        case .idle: json.raw(#""status":"idle""#)
        case .loading: json.raw(#""status":"loading""#)
        case .failed(let errorID):
            json.raw(#""status":"failed""#)
            // A person may have dismissed the error of a load that failed all the same.
            if errors.find(errorID) != nil { json.field("errorId", errorID) }
        }
    }
}
