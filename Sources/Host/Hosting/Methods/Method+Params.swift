import FHJSON
import FHJSONRPC
import FeatureKit

/// The param names of each request, to reject unknown params.
extension Method {
    private static let ofInstances = ["instance", "path"]
    private static let ofOpening = ["feature", "params", "instance", "path", "keep", "updates", "fixture"]
    private static let ofRuns = ["feature", "params", "instance", "fixture", "updates", "timeoutMs"]
    private static let ofActions = [
        "instance", "path", "action", "params", "ifRevision", "await", "timeoutMs", "requestId",
    ]
    private static let ofWaits = ["instance", "timeoutMs"]
    private static let ofSubscriptions = ["instance", "path", "updates"]

    /// The names of the params of a request; nil if unknown params are ignored.
    ///
    /// `initialize` accepts any param, since later versions of a client may send new ones.
    private static func params(of name: String) -> [String]? {
        switch name {
        case "feature/send": ofActions
        case "feature/open": ofOpening
        case "feature/snapshot", "state/unsubscribe": ofInstances
        case "feature/settle": ofWaits
        case "feature/close", "host/inspect": ["instance"]
        case "feature/run": ofRuns
        case "state/subscribe": ofSubscriptions
        case "clock/advance": ["ms"]
        case "feature/list", "host/plugins", "rpc.discover", "shutdown", "ping": []
        default: nil
        }
    }

    /// Rejects params that a request doesn't have.
    static func checkParams(_ params: JSONValue, of name: String) throws(RPCError) {
        guard params.count > 0, let known = Self.params(of: name) else { return }
        for (member, _) in params.members where !known.contains(member) {
            throw RPCError(unknownParam: member, of: name, known: known)
        }
    }
}

extension RPCError {
    /// Creates the error for a param that a method doesn't have.
    init(unknownParam name: String, of method: String, known: [String]) {
        let advice = LikelyName.advice(for: name, among: known, whenEmpty: "It has none.")
        self.init(
            .invalidParams, "\(method) has no param \(LikelyName.shown(name)). \(advice)",
            details: [.init("param", .string(name)), .init("known", JSONText.build { $0.value(known) })])
    }

    /// Creates the error for a feature that neither the host nor a plugin has.
    init(unknownFeature id: String, in host: Host) {
        let known = host.catalog.features.map(\.id) + host.plugins.featureNames
        let advice = LikelyName.advice(for: id, among: known, whenEmpty: "There is none.")
        self.init(.unknownFeature, "there is no feature \(LikelyName.shown(id)). \(advice)")
    }
}
