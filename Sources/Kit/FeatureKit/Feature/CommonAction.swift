/// The actions that every feature has in addition to its own.
///
/// A feature's own action with the same name takes precedence.
enum CommonAction: Codable, Sendable {
    /// Repeats the operation that caused an error; without an id, the operation that caused the newest error.
    case retry(id: String?)
    /// Removes an error.
    case dismissError(id: String)
    /// Restarts the lifetime task if the id differs.
    case setTaskId(id: String)
    /// Cancels all effects and returns to the initial state.
    case reset

    /// All common actions with predefined schemas.
    ///
    /// Deriving the schemas at each start took a tenth of the time to the first answer.
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
