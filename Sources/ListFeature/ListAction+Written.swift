// swift-format-ignore-file
// Made by the test `WrittenActionsTests`, with `UPDATE_CATALOG=1`.

extension ListAction {
    /// What would be derived of ``examples``, in their order: names, and schemas of what has params.
    static let written: [(name: String, schema: StaticString?)] = [
        ("load", nil),
        ("refresh", nil),
        ("loadMore", nil),
        ("itemAppeared", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"##),
        ("setWindow", ##"{"type":"object","properties":{"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["offset","limit"]}"##),
        ("setFilter", ##"{"type":"object","properties":{"filter":{}}}"##),
        ("setSort", ##"{"type":"object","properties":{"sort":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"descending":{"type":"boolean"}},"required":["key"]}}},"required":["sort"]}"##),
        ("insertItem", ##"{"type":"object","properties":{"value":{"type":"object"},"beforeId":{"type":"string"}},"required":["value"]}"##),
        ("updateItem", ##"{"type":"object","properties":{"id":{"type":"string"},"patch":{"type":"object"}},"required":["id","patch"]}"##),
        ("toggleItem", ##"{"type":"object","properties":{"id":{"type":"string"},"key":{"type":"string"}},"required":["id","key"]}"##),
        ("deleteItems", ##"{"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"}}},"required":["ids"]}"##),
        ("moveItems", ##"{"type":"object","properties":{"ids":{"type":"array","items":{"type":"string"}},"beforeId":{"type":"string"}},"required":["ids"]}"##),
        ("undo", nil),
        ("redo", nil),
        ("select", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"##),
        ("toggleSelection", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"##),
        ("selectRange", ##"{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}},"required":["from","to"]}"##),
        ("selectAll", nil),
        ("clearSelection", nil),
        ("setActive", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"##),
        ("moveActive", ##"{"type":"object","properties":{"by":{"type":"integer"}},"required":["by"]}"##),
        ("openItem", ##"{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}"##),
    ]
}
