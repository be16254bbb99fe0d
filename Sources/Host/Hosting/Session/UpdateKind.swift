import FHJSON
import FHJSONRPC

/// The kind of a subscription's updates.
enum UpdateKind: String {
    /// Complete snapshots.
    case snapshot
    /// JSON patches, if they are shorter than snapshots.
    case patch

    /// The kinds that a host supports, for the capabilities of the host.
    static let offered = JSONText.build { json in
        json.value([UpdateKind.snapshot, .patch].map(\.rawValue))
    }

    /// Reads the member `updates` of params or capabilities; nil if it is absent.
    ///
    /// - Parameter param: the name of the param, for the error.
    static func read(_ member: JSONValue?, param: String = "updates") throws(RPCError) -> UpdateKind? {
        guard let member, !member.isNull else { return nil }
        if let kind = member.stringValue.flatMap(UpdateKind.init) { return kind }
        let wanted = #"be "snapshot" or "patch""#
        throw RPCError(param: param, param == "updates" ? "must \(wanted)" : "has updates that must \(wanted)")
    }
}
