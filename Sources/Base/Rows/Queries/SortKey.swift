import FHJSON

/// A sort key: a member of the rows and a direction.
///
/// It is encoded as `{"key":…,"descending":…}`. The member `descending` is optional.
public struct SortKey: Codable, Sendable, Hashable {
    /// The name of the member, or a JSON Pointer if it begins with `/`.
    public let key: String
    /// True if greater values come first.
    public let isDescending: Bool
    /// True if strings are compared as the numbers that they spell.
    ///
    /// ``encode(to:)`` omits this property, because the type of the column determines it.
    public let isNumber: Bool

    /// Makes a key.
    public init(_ key: String, isDescending: Bool = false, isNumber: Bool = false) {
        self.key = key
        self.isDescending = isDescending
        self.isNumber = isNumber
    }

    /// True if both keys have the same member name, the same direction and the same ``isNumber``.
    ///
    /// The names are compared byte by byte.
    public static func == (a: SortKey, b: SortKey) -> Bool {
        isSameText(a.key, b.key) && a.isDescending == b.isDescending && a.isNumber == b.isNumber
    }

    /// Hashes all properties.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(key))
        hasher.combine(isDescending)
        hasher.combine(isNumber)
    }

    private enum CodingKeys: String, CodingKey {
        case key
        case descending
    }

    /// Decodes a key, with false for ``isNumber``.
    ///
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        key = try values.decode(String.self, forKey: .key)
        isDescending = try values.decodeIfPresent(Bool.self, forKey: .descending) ?? false
        isNumber = false
    }

    /// Encodes the key, without ``isNumber``.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        try values.encode(isDescending, forKey: .descending)
    }
}
