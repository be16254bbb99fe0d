import FHJSON
import FHRowCollections
import FeatureKit

/// The actions that a client can send to a list.
public enum ListAction: Codable, Sendable {
    case load
    case refresh
    case loadMore
    case itemAppeared(id: String)
    case setWindow(Window)
    case setFilter(filter: FilterChoice?)
    case setSort(sort: [SortKey])
    case insertItem(value: JSONObject, beforeId: String?)
    case insertItems(values: [JSONObject], beforeId: String?)
    case updateItem(id: String, patch: JSONObject, ifVersion: String? = nil)
    case updateItems(
        ids: RowIDs?, all: Bool? = nil, except: [String]? = nil, selection: Bool? = nil, patch: JSONObject)
    case toggleItem(id: String?, selection: Bool? = nil, key: String)
    case deleteItems(ids: RowIDs?, all: Bool? = nil, except: [String]? = nil, selection: Bool? = nil)
    case moveItems(ids: [String]?, selection: Bool? = nil, beforeId: String?)
    case accept(
        action: String, ids: RowIDs?, all: Bool? = nil, except: [String]? = nil, selection: Bool? = nil,
        value: JSONObject? = nil, confirmed: Bool? = nil)
    case undo
    case redo
    case select(id: String)
    case toggleSelection(id: String)
    case selectRange(from: String, to: String)
    case selectAll
    case clearSelection
    case setActive(id: String)
    case moveActive(by: Int)
    case goTo(offset: Int)
    case openItem(id: String)

    static let examples: [ListAction] = [
        .load, .refresh, .loadMore, .itemAppeared(id: "7"), .setWindow(Window(offset: 0, limit: 50)),
        .setFilter(filter: FilterChoice(text: "milk")), .setSort(sort: [SortKey("name")]),
        .insertItem(value: JSONObject(), beforeId: "3"),
        .insertItems(values: [JSONObject()], beforeId: "3"),
        .updateItem(id: "7", patch: JSONObject(), ifVersion: "5kQ"),
        .updateItems(ids: ["7"], all: true, except: ["3"], selection: true, patch: JSONObject()),
        .toggleItem(id: "7", selection: true, key: "done"),
        .deleteItems(ids: ["7"], all: true, except: ["3"], selection: true),
        .moveItems(ids: ["7"], selection: true, beforeId: "3"),
        .accept(
            action: "kill", ids: ["7"], all: true, except: ["3"], selection: true, value: JSONObject(), confirmed: true),
        .undo, .redo, .select(id: "7"), .toggleSelection(id: "7"), .selectRange(from: "3", to: "7"), .selectAll,
        .clearSelection,
        .setActive(id: "7"), .moveActive(by: 1), .goTo(offset: -1), .openItem(id: "7"),
    ]

    /// Fast decoders for actions that a client sends many times a second while the user scrolls, ticks, drags or holds
    /// down a key.
    static let shortcuts: [String: @Sendable (JSONValue) -> ListAction?] = [
        "setActive": { $0["id"]?.stringValue.map { .setActive(id: $0) } },
        "select": { $0["id"]?.stringValue.map { .select(id: $0) } },
        "moveActive": { $0["by"]?.intValue.map { .moveActive(by: $0) } },
        "setWindow": { Window($0).map { .setWindow($0) } },
        "toggleItem": { params in
            guard params.count == 2, let id = params["id"]?.stringValue, let key = params["key"]?.stringValue else {
                return nil
            }
            return .toggleItem(id: id, key: key)
        },
        "moveItems": { params in
            guard let list = params["ids"], list.isArray else { return nil }
            let ids = list.elements.compactMap(\.stringValue)
            let before = params["beforeId"]
            guard ids.count == list.count, before?.kind ?? .string == .string, params["selection"] == nil else {
                return nil
            }
            return .moveItems(ids: ids, beforeId: before?.stringValue)
        },
    ]
}
