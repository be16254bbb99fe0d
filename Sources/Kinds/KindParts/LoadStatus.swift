import FHJSON
import FeatureKit

/// The status of a load, which a state contains as the members `status` and `errorId`.
public enum LoadStatus: Sendable, Equatable {
    case idle
    case loading
    case failed(errorID: String)

    /// True if the last load has failed.
    public var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }

    /// The member `phase` of a state: `loaded` if there is content, otherwise `idle`, `loading` or `failed`.
    public func phase(hasContent: Bool) -> String {
        if hasContent { return "loaded" }
        switch self {
        case .idle: return "idle"
        case .loading: return "loading"
        case .failed: return "failed"
        }
    }

    /// Writes the member `status` and, for a failure whose error is still shown, `errorId`.
    public func write(to json: inout JSONWriter, _ errors: ErrorList) {
        switch self {
        case .idle: json.raw(#""status":"idle""#)
        case .loading: json.raw(#""status":"loading""#)
        case .failed(let errorID):
            json.raw(#""status":"failed""#)
            // The load stays failed even if the user has dismissed its error.
            if errors.find(errorID) != nil { json.field("errorId", errorID) }
        }
    }
}
