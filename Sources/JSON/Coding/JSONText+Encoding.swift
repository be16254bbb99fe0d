extension JSONText {
    /// The text of a value in memory, whose encoding can't fail; traps where its own code says that it does.
    public static func encoding(_ value: some Encodable) -> JSONText {
        do {
            return try JSONEncoding.text(value)
        } catch {
            preconditionFailure("\(type(of: value)) does not encode: \(error)")
        }
    }
}
