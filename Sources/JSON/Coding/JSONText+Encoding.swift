extension JSONWriter {
    /// Encodes a value in memory, which can't fail; traps where its own code says that it does.
    public mutating func encodeAlways(_ value: some Encodable) {
        do {
            try encode(value)
        } catch {
            preconditionFailure("\(type(of: value)) does not encode: \(error)")
        }
    }
}

extension JSONText {
    /// The text of a value in memory, whose encoding can't fail; traps where its own code says that it does.
    public static func encoding(_ value: some Encodable) -> JSONText {
        .build { $0.encodeAlways(value) }
    }
}
