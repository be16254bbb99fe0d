/// The format of a text, which determines the spans of its lines.
public enum TextFormat: String, Sendable, CaseIterable {
    /// No markup; links and places in files are found.
    case plain
    /// Control sequences of ECMA-48 for colours and attributes.
    case ansi
    /// The output of `diff -u` or `git diff`.
    case diff
    /// CommonMark with the extensions of GitHub.
    case markdown
    /// JSON.
    case json

    /// True if the spans of a line may depend on the lines before it.
    var dependsOnEarlierLines: Bool { self == .ansi || self == .diff || self == .markdown }

    /// True if the spans of a line may depend on every other line, so that the whole text is read at once.
    var needsWholeText: Bool { self == .markdown }

    /// True if the text has headings, to which `goTo` can move.
    var hasHeadings: Bool { self == .diff || self == .markdown }
}
