/// A short message for users about something that was done; it goes by itself.
public struct Notice: Sendable, Equatable {
    /// The meaning of a notice, by which clients draw it.
    public enum Tone: String, Sendable, CaseIterable {
        case neutral, success, warning
    }

    /// The message, a sentence or a part of one.
    public let text: String
    /// The meaning.
    public let tone: Tone

    /// Makes a notice.
    public init(_ text: String, tone: Tone = .success) {
        self.text = text
        self.tone = tone
    }
}
