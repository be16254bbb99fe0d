extension JSONWriter {
    /// Encodes a value whose encoding can't fail.
    ///
    /// Traps if the value's own `encode(to:)` throws.
    public mutating func encodeAlways(_ value: some Encodable) {
        do {
            try encode(value)
        } catch {
            preconditionFailure("\(type(of: value)) does not encode: \(error)")
        }
    }
}

extension JSONText {
    /// Encodes a value whose encoding can't fail as text.
    ///
    /// Traps if the value's own `encode(to:)` throws.
    public static func encoding(_ value: some Encodable) -> JSONText {
        .build { $0.encodeAlways(value) }
    }
}
