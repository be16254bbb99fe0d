import JSON

/// What a front end may ask of a list.
public enum ListAction: Codable, Sendable {
    case load
    case refresh
    case loadMore
    case itemAppeared(id: String)
    case setWindow(Window)
    case insertItem(value: JSONObject, beforeId: String?)
    case updateItem(id: String, patch: JSONObject)
    case toggleItem(id: String, key: String)
    case deleteItems(ids: [String])
    case moveItems(ids: [String], beforeId: String?)
    case select(id: String)
    case toggleSelection(id: String)
    case selectRange(from: String, to: String)
    case selectAll
    case clearSelection
    case setActive(id: String)
    case moveActive(by: Int)

    static let examples: [ListAction] = [
        .load, .refresh, .loadMore, .itemAppeared(id: "7"), .setWindow(Window(offset: 0, limit: 50)),
        .insertItem(value: JSONObject(), beforeId: "3"), .updateItem(id: "7", patch: JSONObject()),
        .toggleItem(id: "7", key: "done"), .deleteItems(ids: ["7"]), .moveItems(ids: ["7"], beforeId: "3"),
        .select(id: "7"), .toggleSelection(id: "7"), .selectRange(from: "3", to: "7"), .selectAll, .clearSelection,
        .setActive(id: "7"), .moveActive(by: 1),
    ]

    /// What a person who holds down a key sends many times a second.
    static let shortcuts: [String: @Sendable (JSONValue) -> ListAction?] = [
        "setActive": { $0["id"]?.stringValue.map { .setActive(id: $0) } },
        "select": { $0["id"]?.stringValue.map { .select(id: $0) } },
        "moveActive": { $0["by"]?.intValue.map { .moveActive(by: $0) } },
    ]
}

/// The part of the list that a front end shows.
public struct Window: Codable, Sendable, Equatable {
    /// The largest `limit`: a snapshot must stay something that a front end can draw.
    public static let largestLimit = 10_000

    /// How many rows come before it.
    public let offset: Int
    /// How many rows it has at most.
    public let limit: Int

    /// Makes a window.
    public init(offset: Int, limit: Int) {
        self.offset = offset
        self.limit = limit
    }

    /// Reads a window; an offset below 0 or a limit outside 1 … 10,000 is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        offset = try container.decode(Int.self, forKey: .offset)
        limit = try container.decode(Int.self, forKey: .limit)
        // A schema is derived by decoding zeros.
        if container.allKeys.isEmpty { return }
        guard offset >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .offset, in: container, debugDescription: "offset is 0 or more, not \(offset)")
        }
        guard (1...Self.largestLimit).contains(limit) else {
            throw DecodingError.dataCorruptedError(
                forKey: .limit, in: container, debugDescription: "limit is 1 to \(Self.largestLimit), not \(limit)")
        }
    }

    /// The window that lies within `count` rows and is full where that is possible.
    func clamped(to count: Int) -> Window {
        Window(offset: max(0, min(offset, count - limit)), limit: limit)
    }
}
