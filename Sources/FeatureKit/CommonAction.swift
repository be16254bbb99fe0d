/// What every feature understands beside its own actions; a feature's own action of the same name comes first.
enum CommonAction: Codable, Sendable {
    /// Reruns the operation that an error came from; without an id, the newest error's.
    case retry(id: String?)
    /// Takes an error away.
    case dismissError(id: String)
    /// Restarts the lifetime task when the id differs.
    case setTaskId(id: String)
    /// Cancels everything and begins anew.
    case reset

    static let set = ActionSet<CommonAction>([
        .retry(id: "e1"), .dismissError(id: "e1"), .setTaskId(id: "42"), .reset,
    ])
}
