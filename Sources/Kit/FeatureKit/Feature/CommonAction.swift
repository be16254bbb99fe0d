/// The actions that every feature has beside its own; a feature's own action with the same name takes precedence.
enum CommonAction: Codable, Sendable {
    /// Repeats the operation that an error came from; without an id, that of the newest error.
    case retry(id: String?)
    /// Removes an error.
    case dismissError(id: String)
    /// Restarts the lifetime task if the id differs.
    case setTaskId(id: String)
    /// Cancels all effects and returns to the initial state.
    case reset

    /// All common actions with predefined schemas: deriving them took a tenth of the time to the first answer.
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
