import FHJSON
import FHRowCollections
import FeatureKit

/// The actions that a client can send to a search.
public enum SearchAction: Codable, Sendable {
    case setQuery(query: String, isComposing: Bool?)
    case submitQuery
    case clearQuery
    case cancel
    case setFilter(filter: FilterChoice?)
    case setWindow(Window)
    case loadMore
    case setActive(id: String)
    case moveActive(by: Int)
    case toggleSelection(id: String)
    case clearSelection
    case accept(
        id: String?, ids: [String]? = nil, action: String?, value: JSONObject? = nil, confirmed: Bool? = nil)

    static let examples: [SearchAction] = [
        .setQuery(query: "abc", isComposing: false), .submitQuery, .clearQuery, .cancel,
        .setFilter(filter: FilterChoice(text: "milk")), .setWindow(Window(offset: 0, limit: 50)), .loadMore,
        .setActive(id: "7"), .moveActive(by: 1), .toggleSelection(id: "7"), .clearSelection,
        .accept(id: "7", ids: ["7"], action: "open", value: JSONObject(), confirmed: true),
    ]

    /// Fast decoders for actions that a client sends many times a second while the user types, scrolls or holds down a
    /// key.
    static let shortcuts: [String: @Sendable (JSONValue) -> SearchAction?] = [
        "setQuery": { params in
            guard let query = params["query"]?.stringValue, params["isComposing"] == nil else { return nil }
            return .setQuery(query: query, isComposing: nil)
        },
        "setActive": { $0["id"]?.stringValue.map { .setActive(id: $0) } },
        "moveActive": { $0["by"]?.intValue.map { .moveActive(by: $0) } },
        "setWindow": { Window($0).map { .setWindow($0) } },
    ]
}
