// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension TextAction {
    /// The names and params schemas derived from ``examples``, in the same order.
    static let written: [(name: String, schema: StaticString?)] = [
        ("refresh", nil),
        ("setWindow", ##"{"type":"object","properties":{"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["offset","limit"],"additionalProperties":false}"##),
        ("find", ##"{"type":"object","properties":{"text":{"type":"string"},"regex":{"type":"boolean"},"direction":{"enum":["next","previous"]}},"additionalProperties":false}"##),
        ("goTo", ##"{"type":"object","properties":{"line":{"type":"integer"},"by":{"type":"integer"},"to":{"enum":["start","end","nextHeading","previousHeading","nextHunk","previousHunk"]}},"additionalProperties":false}"##),
        ("setWrap", ##"{"type":"object","properties":{"wrap":{"type":"boolean"}},"required":["wrap"],"additionalProperties":false}"##),
        ("copy", ##"{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"additionalProperties":false}"##),
        ("acceptSpan", ##"{"type":"object","properties":{"line":{"type":"integer"},"start":{"type":"integer"}},"additionalProperties":false}"##),
    ]
}
