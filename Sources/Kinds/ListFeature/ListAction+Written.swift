// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension ListAction {
    /// The names and params schemas derived from ``examples``, in the same order.
    static let written: [(name: String, schema: StaticString?)] = [
        ("load", nil),
        ("refresh", nil),
        ("loadMore", nil),
        ("itemAppeared", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
        ("setWindow", ##"{"type":"object","properties":{"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["offset","limit"],"additionalProperties":false}"##),
        ("setFilter", ##"{"type":"object","properties":{"filter":{"anyOf":[{"type":"null"},{"type":"string"},{"type":"object","properties":{"id":{"type":"string"},"text":{"type":"string"}},"additionalProperties":false}]}},"additionalProperties":false}"##),
        ("setSort", ##"{"type":"object","properties":{"sort":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"descending":{"type":"boolean"}},"required":["key"],"additionalProperties":false}}},"required":["sort"],"additionalProperties":false}"##),
        ("insertItem", ##"{"type":"object","properties":{"value":{"type":"object"},"beforeId":{"type":"string"}},"required":["value"],"additionalProperties":false}"##),
        ("insertItems", ##"{"type":"object","properties":{"values":{"type":"array","items":{"type":"object"}},"beforeId":{"type":"string"}},"required":["values"],"additionalProperties":false}"##),
        ("updateItem", ##"{"type":"object","properties":{"id":{"type":"string"},"patch":{"type":"object"},"ifVersion":{"type":"string"}},"required":["id","patch"],"additionalProperties":false}"##),
        ("updateItems", ##"{"type":"object","properties":{"ids":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"object","properties":{"all":{"const":true},"except":{"type":"array","items":{"type":"string"}}},"required":["all"],"additionalProperties":false}]},"all":{"type":"boolean"},"except":{"type":"array","items":{"type":"string"}},"selection":{"type":"boolean"},"patch":{"type":"object"}},"required":["patch"],"additionalProperties":false}"##),
        ("toggleItem", ##"{"type":"object","properties":{"id":{"type":"string"},"selection":{"type":"boolean"},"key":{"type":"string"}},"required":["key"],"additionalProperties":false}"##),
        ("deleteItems", ##"{"type":"object","properties":{"ids":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"object","properties":{"all":{"const":true},"except":{"type":"array","items":{"type":"string"}}},"required":["all"],"additionalProperties":false}]},"all":{"type":"boolean"},"except":{"type":"array","items":{"type":"string"}},"selection":{"type":"boolean"}},"additionalProperties":false}"##),
        ("moveItems", ##"{"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"}},"selection":{"type":"boolean"},"beforeId":{"type":"string"}},"additionalProperties":false}"##),
        ("accept", ##"{"type":"object","properties":{"action":{"type":"string"},"ids":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"object","properties":{"all":{"const":true},"except":{"type":"array","items":{"type":"string"}}},"required":["all"],"additionalProperties":false}]},"all":{"type":"boolean"},"except":{"type":"array","items":{"type":"string"}},"selection":{"type":"boolean"},"value":{"type":"object"},"confirmed":{"type":"boolean"}},"required":["action"],"additionalProperties":false}"##),
        ("undo", nil),
        ("redo", nil),
        ("select", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
        ("toggleSelection", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
        ("selectRange", ##"{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}},"required":["from","to"],"additionalProperties":false}"##),
        ("selectAll", nil),
        ("clearSelection", nil),
        ("setActive", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
        ("moveActive", ##"{"type":"object","properties":{"by":{"type":"integer"}},"required":["by"],"additionalProperties":false}"##),
        ("goTo", ##"{"type":"object","properties":{"offset":{"type":"integer"}},"required":["offset"],"additionalProperties":false}"##),
        ("openItem", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}"##),
    ]
}
