/// Why a text is no pattern.
public struct PatternError: Error, Hashable, Sendable {
    /// What is wrong, as a phrase without a full stop.
    public let message: String
    /// Where it is wrong: how many Unicode scalars stand before it.
    public let offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}
