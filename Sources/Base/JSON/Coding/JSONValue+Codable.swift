extension JSONValue: Codable {
    /// Decodes any JSON value.
    ///
    /// This works only with `JSONDecoding`.
    public init(from decoder: any Decoder) throws {
        self = try (decoder as? ValueDecoder).orForeign(decoder.codingPath).decode(JSONValue.self)
    }

    /// Encodes the value unchanged.
    ///
    /// This works only with `JSONEncoding`.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else { throw foreign(self, encoder.codingPath) }
        try encoder.encode(self)
    }
}

extension JSONText: Codable {
    /// Decodes any JSON value.
    ///
    /// This works only with `JSONDecoding`.
    public init(from decoder: any Decoder) throws {
        self = try (decoder as? ValueDecoder).orForeign(decoder.codingPath).decode(JSONText.self)
    }

    /// Encodes the value unchanged.
    ///
    /// This works only with `JSONEncoding`.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else { throw foreign(self, encoder.codingPath) }
        try encoder.encode(self)
    }
}

extension ValueDecoder? {
    fileprivate func orForeign(_ path: [any CodingKey]) throws -> ValueDecoder {
        guard let self else {
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "only JSONDecoding knows JSON"))
        }
        return self
    }
}

private func foreign(_ value: any Encodable, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(value, .init(codingPath: path, debugDescription: "only JSONEncoding knows JSON"))
}
