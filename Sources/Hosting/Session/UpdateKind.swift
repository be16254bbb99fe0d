import JSON
import JSONRPC

/// How a session is told what has become of an instance.
enum UpdateKind: String {
    /// By the whole of what it is shown.
    case snapshot
    /// By what has changed of it, where that is shorter.
    case patch

    /// The kinds that a host sends, as in its capabilities.
    static let offered = JSONText.build { json in
        json.value([UpdateKind.snapshot, .patch].map(\.rawValue))
    }

    /// Reads the member `updates` of params, or of capabilities; nil where there is none.
    ///
    /// - Parameter param: the param that is named where it is wrong.
    static func read(_ member: JSONValue?, param: String = "updates") throws(RPCError) -> UpdateKind? {
        guard let member, !member.isNull else { return nil }
        if let kind = member.stringValue.flatMap(UpdateKind.init) { return kind }
        let wanted = #"be "snapshot" or "patch""#
        throw RPCError(param: param, param == "updates" ? "must \(wanted)" : "has updates that must \(wanted)")
    }
}
