/// A JSON value that is an object.
///
/// It is used for action payloads with arbitrary members.
public struct JSONObject: Sendable, Hashable, Codable {
    /// The object as a value.
    public let value: JSONValue

    /// Makes an empty object.
    public init() {
        value = .emptyObject
    }

    /// Wraps an object; nil for a value of another kind.
    public init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        self.value = value
    }

    /// Decodes an object.
    ///
    /// Throws a type mismatch for any other value.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        guard value.kind == .object else {
            throw DecodingError.typeMismatch(
                Self.self,
                .init(codingPath: decoder.codingPath, debugDescription: "an object expected, found \(value.kind)"))
        }
        self.value = value
    }

    /// Encodes the object.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
