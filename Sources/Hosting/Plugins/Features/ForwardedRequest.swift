import FeatureKit
import JSON
import JSONRPC

/// What is asked of a plugin for a front end that waits, on its way there and back.
///
/// Belongs to the core thread.
final class ForwardedRequest {
    /// What came of it.
    enum Answer {
        case result(JSONValue)
        /// The plugin refuses.
        case error(PeerError)
        /// The plugin is not there any more.
        case failure(Failure)

        /// What the client gets where it is no result.
        func error(offset: Int) -> RPCError {
            switch self {
            case .result: RPCError(.internalError)
            case .error(let error): RPCError(forwarded: error, offset: offset)
            case .failure(let failure): RPCError(forwarded: failure)
            }
        }
    }

    let method: String
    /// An object.
    let params: JSONText
    /// Who has sent it, where it is an action.
    let sender: Sender?
    /// Called once, unless it is cancelled.
    let whenDone: (Answer) -> Void

    init(_ method: String, _ params: JSONText, from sender: Sender? = nil, whenDone: @escaping (Answer) -> Void) {
        self.method = method
        self.params = params
        self.sender = sender
        self.whenDone = whenDone
    }
}

extension RPCError {
    /// The most bytes of what a plugin tells programs of a refusal.
    private static let longestDetails = 64 << 10

    /// What a plugin refused, or failed at, as the front end is told.
    ///
    /// - Parameter offset: what the host's revisions are more than the plugin's.
    init(forwarded error: PeerError, offset: Int) {
        let data = error.data ?? .null
        let isShort = JSONText(data).bytes.count <= Self.longestDetails
        let told = (isShort ? data : .null).members.filter { $0.key != "kind" && $0.key != "retryable" }
        let details = told.map { key, value in
            let revision = key == "revision" ? value.intValue : nil
            return Detail(key, revision.map { .integer($0 &+ offset) } ?? JSONText(value))
        }
        self.init(error.code, error.reason, retryable: data["retryable"]?.boolValue, details: details)
    }

    /// The plugin failed before it answered; what it had done by then nobody knows.
    init(forwarded failure: Failure) {
        self.init(.sourceFailed, failure.message, retryable: false)
    }
}
