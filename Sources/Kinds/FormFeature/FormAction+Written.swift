// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension FormAction {
    /// The names and params schemas derived from ``examples``, in the same order.
    static let written: [(name: String, schema: StaticString?)] = [
        ("setValue", ##"{"type":"object","properties":{"path":{"type":"string"},"value":{}},"required":["path","value"],"additionalProperties":false}"##),
        ("setValues", ##"{"type":"object","properties":{"values":{"type":"object"}},"required":["values"],"additionalProperties":false}"##),
        ("setSecret", ##"{"type":"object","properties":{"path":{"type":"string"},"value":{"type":"string"}},"required":["path","value"],"additionalProperties":false}"##),
        ("focus", ##"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}"##),
        ("blur", ##"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}"##),
        ("validate", nil),
        ("submit", ##"{"type":"object","properties":{"requestId":{"type":"string"}},"additionalProperties":false}"##),
        ("cancelSubmit", nil),
        ("reset", nil),
        ("rebase", ##"{"type":"object","properties":{"values":{"type":"object"}},"required":["values"],"additionalProperties":false}"##),
        ("keepMine", ##"{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}"##),
        ("takeTheirs", ##"{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}"##),
        ("insertItem", ##"{"type":"object","properties":{"path":{"type":"string"},"value":{"type":"object"},"beforeId":{"type":"string"}},"required":["path"],"additionalProperties":false}"##),
        ("removeItem", ##"{"type":"object","properties":{"path":{"type":"string"},"id":{"type":"string"}},"required":["path","id"],"additionalProperties":false}"##),
        ("moveItem", ##"{"type":"object","properties":{"path":{"type":"string"},"id":{"type":"string"},"beforeId":{"type":"string"}},"required":["path","id"],"additionalProperties":false}"##),
        ("searchOptions", ##"{"type":"object","properties":{"path":{"type":"string"},"query":{"type":"string"}},"required":["path","query"],"additionalProperties":false}"##),
        ("loadMoreOptions", ##"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}"##),
        ("nextStep", nil),
        ("previousStep", nil),
        ("restoreDraft", nil),
        ("discardDraft", nil),
        ("cancel", nil),
        ("discard", nil),
    ]
}
