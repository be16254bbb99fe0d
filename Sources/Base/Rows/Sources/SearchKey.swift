import FHJSON

/// A member of rows in which searches look for matches.
public struct SearchKey: Sendable, Equatable {
    /// The maximum number of keys of a search.
    public static let largestCount = 16
    /// The valid weights.
    public static let weights = 1...100

    /// The name of the member, or a JSON Pointer if it begins with `/`.
    public let key: String
    /// The factor for the score of a match in this member.
    ///
    /// It must be one of ``weights``.
    public let weight: Int

    /// Makes a key.
    public init(_ key: String, weight: Int = 1) {
        self.key = key
        self.weight = weight
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

    /// Reads a list of at most ``largestCount`` keys; returns nil for any other value.
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
