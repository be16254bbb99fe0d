// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension FlowAction {
    /// The names and params schemas derived from ``examples``, in the same order.
    static let written: [(name: String, schema: StaticString?)] = [
        ("push", ##"{"type":"object","properties":{"route":{"type":"string"},"params":{"type":"object"}},"required":["route"],"additionalProperties":false}"##),
        ("pop", ##"{"type":"object","properties":{"count":{"type":"integer"}},"additionalProperties":false}"##),
        ("popTo", ##"{"type":"object","properties":{"key":{"type":"string"}},"required":["key"],"additionalProperties":false}"##),
        ("popToRoot", nil),
        ("replace", ##"{"type":"object","properties":{"routes":{"type":"array","items":{"type":"object","properties":{"route":{"type":"string"},"params":{"type":"object"}},"required":["route"],"additionalProperties":false}}},"required":["routes"],"additionalProperties":false}"##),
        ("complete", ##"{"type":"object","properties":{"output":{}},"additionalProperties":false}"##),
        ("cancel", nil),
        ("fail", ##"{"type":"object","properties":{"message":{"type":"string"},"code":{"type":"string"}},"required":["message"],"additionalProperties":false}"##),
        ("next", nil),
        ("back", nil),
        ("skip", nil),
        ("restoreDraft", nil),
        ("discardDraft", nil),
    ]
}
