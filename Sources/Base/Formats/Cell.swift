/// A value as a client draws it: a text, and hints about its appearance.
public struct Cell: Sendable, Equatable {
    /// The text in one line; empty if nothing is drawn.
    public var text: String
    /// The meaning of the value; nil for an ordinary value.
    public var tone: Tone?
    /// The name of an icon that is drawn before the text; nil for none.
    public var icon: String?
    /// The URL that the value stands for; nil if there is none.
    public var link: String?

    /// Makes a cell.
    public init(_ text: String, tone: Tone? = nil, icon: String? = nil, link: String? = nil) {
        self.text = text
        self.tone = tone
        self.icon = icon
        self.link = link
    }
}

/// The meaning of a value or a row, from which a client chooses a colour.
public enum Tone: String, Sendable, CaseIterable {
    case success, warning, error, info, accent, dim
}
