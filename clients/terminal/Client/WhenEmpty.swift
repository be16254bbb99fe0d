import FHJSON

/// The author's text for a list or a search whose source has no rows, with its button.
public struct WhenEmpty {
    /// The text.
    public let text: String
    /// The button; nil for none.
    public let button: OfferedAction?

    /// Reads the state of a list or a search; nil if there are rows, or if the author has declared no text.
    public init?(_ node: Node) {
        let whenEmpty = node.state.object("whenEmpty")
        text = whenEmpty.text("text")
        if text.isEmpty { return nil }
        button = whenEmpty.value("button").map { node.offered($0) }
    }
}
