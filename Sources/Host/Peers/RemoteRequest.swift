import FHJSON
import FHJSONRPC
import FeatureKit

/// A request to a plugin on behalf of a client.
///
/// Belongs to the core thread.
package final class RemoteRequest {
    /// The outcome of a request.
    package enum Answer {
        case result(JSONValue)
        /// The plugin has answered with an error.
        case error(PeerError)
        /// The plugin has failed.
        case failure(Failure)

        /// The error for the client; an internal error if the outcome is a result.
        ///
        /// - Parameter offset: the number that is added to a revision of the plugin to get the host's revision.
        package func error(offset: Int) -> RPCError {
            switch self {
            case .result: RPCError(.internalError)
            case .error(let error): RPCError(forwarded: error, offset: offset)
            case .failure(let failure): RPCError(forwarded: failure)
            }
        }
    }

    package let method: String
    /// The params, an object.
    package let params: JSONText
    /// The sender, if the request is an action; otherwise nil.
    package let sender: Sender?
    /// Called once with the outcome, unless the request is cancelled.
    package let whenDone: (Answer) -> Void

    package init(_ method: String, _ params: JSONText, from sender: Sender? = nil, whenDone: @escaping (Answer) -> Void)
    {
        self.method = method
        self.params = params
        self.sender = sender
        self.whenDone = whenDone
    }
}

extension RPCError {
    /// The maximum number of bytes of the details of a plugin's error.
    ///
    /// Longer details are omitted.
    private static let longestDetails = 64 << 10

    /// Creates the error for the client from an error of a plugin.
    ///
    /// - Parameter offset: the number that is added to a revision of the plugin to get the host's revision.
    package init(forwarded error: PeerError, offset: Int) {
        let data = error.data ?? .null
        let isShort = JSONText(data).bytes.count <= Self.longestDetails
        let told = (isShort ? data : .null).members.filter { $0.key != "kind" && $0.key != "retryable" }
        let details = told.map { key, value in
            let revision = key == "revision" ? value.intValue : nil
            return Detail(key, revision.map { .integer($0 &+ offset) } ?? JSONText(value))
        }
        self.init(error.code, error.reason, retryable: data["retryable"]?.boolValue, details: details)
    }

    /// Creates the client's error for a request whose plugin failed before it answered.
    ///
    /// It is unknown whether the plugin has performed the request.
    package init(forwarded failure: Failure) {
        self.init(.sourceFailed, failure.message, retryable: false)
    }
}
