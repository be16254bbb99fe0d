/// The actions that every feature has in addition to its declared actions.
///
/// If a feature declares an action with one of these names, the declared action takes precedence.
enum CommonAction: Codable, Sendable {
    /// Repeats the operation that caused the error with this id or, if the id is nil, the newest error.
    case retry(id: String?)
    /// Removes the error with this id.
    case dismissError(id: String)
    /// Cancels the effect with this id.
    case cancelEffect(id: String)
    /// Undoes what the notice with this id is about.
    case undoNotice(id: String)
    /// Removes the notice with this id.
    case dismissNotice(id: String)
    /// Sets the id of the feature's lifetime task, and restarts the task if the id has changed.
    case setTaskId(id: String)
    /// Cancels the feature's effects, sets its initial state, and starts the feature again.
    case reset

    /// All common actions with predefined schemas.
    ///
    /// Deriving the schemas instead took a tenth of the time from a host's start to its first answer.
    static let set = ActionSet<CommonAction>([
        (.retry(id: "e1"), "retry", retrySchema),
        (.dismissError(id: "e1"), "dismissError", idSchema),
        (.cancelEffect(id: "perform-1"), "cancelEffect", idSchema),
        (.undoNotice(id: "n1"), "undoNotice", idSchema),
        (.dismissNotice(id: "n1"), "dismissNotice", idSchema),
        (.setTaskId(id: "42"), "setTaskId", idSchema),
        (.reset, "reset", nil),
    ])

    private static let retrySchema: StaticString =
        #"{"type":"object","properties":{"id":{"type":"string"}},"additionalProperties":false}"#
    private static let idSchema: StaticString =
        #"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"#
}
