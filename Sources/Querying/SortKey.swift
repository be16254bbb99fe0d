import JSON

/// What rows are sorted by: one of their members, and in which direction.
///
/// On the wire it is `{"key":…,"descending":…}`, where `descending` may be absent.
public struct SortKey: Codable, Sendable, Hashable {
    /// The member.
    public let key: String
    /// Whether what is greater stands first.
    public let isDescending: Bool
    /// Whether text that says a number is read as this number; not on the wire, since it is the column that knows.
    public let isNumber: Bool

    /// Makes a key.
    public init(_ key: String, isDescending: Bool = false, isNumber: Bool = false) {
        self.key = key
        self.isDescending = isDescending
        self.isNumber = isNumber
    }

    /// Whether both are of the same member, code point by code point, and lead to the same order.
    public static func == (a: SortKey, b: SortKey) -> Bool {
        isSameText(a.key, b.key) && a.isDescending == b.isDescending && a.isNumber == b.isNumber
    }

    /// Feeds all that tells keys apart into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(key))
        hasher.combine(isDescending)
        hasher.combine(isNumber)
    }

    private enum CodingKeys: String, CodingKey {
        case key
        case descending
    }

    /// Reads the wire's form.
    ///
    /// - Throws: what the decoder throws.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        key = try values.decode(String.self, forKey: .key)
        isDescending = try values.decodeIfPresent(Bool.self, forKey: .descending) ?? false
        isNumber = false
    }

    /// Writes the wire's form.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        try values.encode(isDescending, forKey: .descending)
    }
}
