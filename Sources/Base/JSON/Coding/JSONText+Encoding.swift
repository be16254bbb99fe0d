extension JSONWriter {
    /// Encodes a value whose encoding can't fail.
    ///
    /// Traps if the encoding fails nevertheless.
    public mutating func encodeAlways(_ value: some Encodable) {
        do {
            try encode(value)
        } catch {
            preconditionFailure("\(type(of: value)) does not encode: \(error)")
        }
    }
}

extension JSONText {
    /// Returns the text of a value whose encoding can't fail.
    ///
    /// Traps if the encoding fails nevertheless.
    public static func encoding(_ value: some Encodable) -> JSONText {
        .build { $0.encodeAlways(value) }
    }
}
