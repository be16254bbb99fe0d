// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension SearchAction {
    /// The names and params schemas derived from ``examples``, in the same order.
    static let written: [(name: String, schema: StaticString?)] = [
        ("setQuery", ##"{"type":"object","properties":{"query":{"type":"string"},"isComposing":{"type":"boolean"}},"required":["query"],"additionalProperties":false}"##),
        ("submitQuery", nil),
        ("clearQuery", nil),
        ("cancel", nil),
        ("setFilter", ##"{"type":"object","properties":{"filter":{"anyOf":[{"type":"null"},{"type":"string"},{"type":"object","properties":{"id":{"type":"string"},"text":{"type":"string"}},"additionalProperties":false}]}},"additionalProperties":false}"##),
        ("setWindow", ##"{"type":"object","properties":{"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["offset","limit"],"additionalProperties":false}"##),
        ("loadMore", nil),
        ("setActive", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
        ("moveActive", ##"{"type":"object","properties":{"by":{"type":"integer"}},"required":["by"],"additionalProperties":false}"##),
        ("toggleSelection", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
        ("clearSelection", nil),
        ("accept", ##"{"type":"object","properties":{"id":{"type":"string"},"ids":{"type":"array","items":{"type":"string"}},"action":{"type":"string"},"value":{"type":"object"},"confirmed":{"type":"boolean"}},"additionalProperties":false}"##),
    ]
}
