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

    /// All of them, with their schemas written down: deriving them took a tenth of the time to the first answer.
    static let set = ActionSet<CommonAction>([
        (.retry(id: "e1"), "retry", retrySchema),
        (.dismissError(id: "e1"), "dismissError", idSchema),
        (.setTaskId(id: "42"), "setTaskId", idSchema),
        (.reset, "reset", nil),
    ])

    private static let retrySchema: StaticString =
        #"{"type":"object","properties":{"id":{"type":"string"}},"additionalProperties":false}"#
    private static let idSchema: StaticString =
        #"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"#
}
