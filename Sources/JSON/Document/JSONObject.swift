/// A value that is an object: for action payloads that take any members.
public struct JSONObject: Sendable, Hashable, Codable {
    /// The object.
    public let value: JSONValue

    /// The empty object.
    public init() {
        value = .emptyObject
    }

    /// Nil where the value is of another kind.
    public init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        self.value = value
    }

    /// Reads an object; any other value is a type mismatch.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        guard value.kind == .object else {
            throw DecodingError.typeMismatch(
                Self.self,
                .init(codingPath: decoder.codingPath, debugDescription: "an object expected, found \(value.kind)"))
        }
        self.value = value
    }

    /// Writes the object.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
