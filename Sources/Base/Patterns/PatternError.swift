/// The error for an invalid pattern.
public struct PatternError: Error, Hashable, Sendable {
    /// The description of the error, as a phrase without a full stop.
    public let message: String
    /// The position of the error, in Unicode scalars from the start.
    public let offset: Int

    init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }
}
