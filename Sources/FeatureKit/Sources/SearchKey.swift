import JSON

/// A member of a row that searches match.
public struct SearchKey: Sendable, Equatable {
    /// How many a search has at most.
    public static let largestCount = 16
    /// The weights that a key may have.
    public static let weights = 1...100

    /// The member, or a JSON Pointer where it begins with `/`.
    public let key: String
    /// What the score of a match in it is multiplied by, one of ``weights``.
    public let weight: Int

    /// Names a member.
    public init(_ key: String, weight: Int = 1) {
        self.key = key
        self.weight = weight
    }

    /// The keys of a search that declares none: those of the texts, numbers and dates that columns show.
    public static func shown(by columns: [Column]) -> [SearchKey] {
        columns.filter { $0.role != .none && $0.role != .toggle && $0.type != .toggle }.prefix(largestCount)
            .map { SearchKey($0.key) }
    }

    /// Writes a list of keys as one value.
    public static func write(_ keys: [SearchKey], to json: inout JSONWriter) {
        json.beginArray()
        for key in keys {
            json.beginObject()
            json.field("key", key.key)
            json.field("weight", key.weight)
            json.endObject()
        }
        json.endArray()
    }

    /// Reads a list of keys; nil where the value is something else.
    public static func list(_ value: JSONValue) -> [SearchKey]? {
        guard value.isArray, value.count <= largestCount else { return nil }
        let keys = value.elements.compactMap { element -> SearchKey? in
            guard let key = element["key"]?.stringValue, let weight = element["weight"]?.intValue,
                weights.contains(weight)
            else { return nil }
            return SearchKey(key, weight: weight)
        }
        return keys.count == value.count ? keys : nil
    }
}
