// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension FormAction {
    /// What would be derived of ``examples``, in their order: names, and schemas of what has params.
    static let written: [(name: String, schema: StaticString?)] = [
        ("setValue", ##"{"type":"object","properties":{"path":{"type":"string"},"value":{}},"required":["path","value"]}"##),
        ("setValues", ##"{"type":"object","properties":{"values":{"type":"object"}},"required":["values"]}"##),
        ("setSecret", ##"{"type":"object","properties":{"path":{"type":"string"},"value":{"type":"string"}},"required":["path","value"]}"##),
        ("focus", ##"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"##),
        ("blur", ##"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}"##),
        ("validate", nil),
        ("submit", ##"{"type":"object","properties":{"requestId":{"type":"string"}}}"##),
        ("cancelSubmit", nil),
        ("reset", nil),
        ("rebase", ##"{"type":"object","properties":{"values":{"type":"object"}},"required":["values"]}"##),
        ("insertItem", ##"{"type":"object","properties":{"path":{"type":"string"},"value":{"type":"object"},"beforeId":{"type":"string"}},"required":["path"]}"##),
        ("removeItem", ##"{"type":"object","properties":{"path":{"type":"string"},"id":{"type":"string"}},"required":["path","id"]}"##),
        ("moveItem", ##"{"type":"object","properties":{"path":{"type":"string"},"id":{"type":"string"},"beforeId":{"type":"string"}},"required":["path","id"]}"##),
        ("searchOptions", ##"{"type":"object","properties":{"path":{"type":"string"},"query":{"type":"string"}},"required":["path","query"]}"##),
        ("nextStep", nil),
        ("previousStep", nil),
        ("restoreDraft", nil),
        ("discardDraft", nil),
        ("cancel", nil),
        ("discard", nil),
    ]
}
