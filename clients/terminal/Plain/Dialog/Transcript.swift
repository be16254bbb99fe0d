import FHJSON

/// The text that a dialog writes: whole lines, and a prompt behind them while the dialog waits for a line.
///
/// The text contains no control characters except line breaks, because it can quote texts of other parties.
struct Transcript {
    private var unwritten = ""
    /// True if the text ends with a prompt that no line has followed yet.
    private(set) var isPrompting = false

    /// Adds a text of one or several lines.
    mutating func say(_ text: String) {
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            unwritten += Self.visible(line) + "\n"
        }
    }

    /// Adds texts, each of one or several lines.
    mutating func say(_ texts: [String]) {
        for text in texts { say(text) }
    }

    /// Adds a prompt, which ends without a line break.
    mutating func prompt(_ text: String) {
        unwritten += Self.visible(text)
        isPrompting = true
    }

    /// Ends the line of the prompt.
    ///
    /// - Parameter line: the line of the user; nil if the terminal has already shown it behind the prompt.
    mutating func endPrompt(with line: String?) {
        if let line { unwritten += Self.visible(line) + "\n" }
        isPrompting = false
    }

    /// Removes and returns the text that was added since the last call.
    mutating func take() -> String {
        defer { unwritten = "" }
        return unwritten
    }

    private static func visible(_ line: some StringProtocol) -> String {
        TerminalText.line(String(line.map { $0 == "\t" ? " " : $0 }))
    }
}

/// Texts of other parties within the lines of a dialog.
enum PlainText {
    /// Returns a text in one line.
    static func line(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Returns a text whose lines after the first one are indented, so that none of them looks like a line of the
    /// dialog itself.
    static func indented(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\n  ")
    }

    /// Returns a text in one line and in quotes; `empty` for an empty text.
    static func quoted(_ text: String) -> String { text.isEmpty ? "empty" : "“\(line(text))”" }

    /// Returns a text that ends like a sentence.
    static func sentence(_ text: String) -> String {
        guard let last = text.last, !".!?:…".contains(last) else { return text }
        return text + "."
    }

    /// Returns a number with a noun, such as `1 row` or `5 rows`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
