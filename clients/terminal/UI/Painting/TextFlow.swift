import FHTerminalScreen

/// The division of texts into lines.
public enum TextFlow {
    /// Returns a text in one line; if it is too wide, the end is replaced by `…`.
    public static func cut(_ text: String, width: Int) -> String {
        if width <= 0 { return "" }
        let text = VisibleText.visible(text)
        if TextWidth.columns(of: text) <= width { return text }
        return TextWidth.prefix(of: text, width: width - 1) + "…"
    }

    /// Returns the lines of a text, broken between words where a line is wider than a width.
    ///
    /// A word that is wider than a line is broken.
    public static func lines(of text: String, width: Int) -> [String] {
        let width = max(1, width)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            broken(VisibleText.visible(String(paragraph)), width: width)
        }
    }

    private static func broken(_ paragraph: String, width: Int) -> [String] {
        if TextWidth.columns(of: paragraph) <= width { return [paragraph] }
        var lines: [String] = []
        var line = ""
        var columns = 0
        for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            var word = String(word)
            var needed = TextWidth.columns(of: word)
            if !line.isEmpty, columns + 1 + needed > width {
                lines.append(line)
                (line, columns) = ("", 0)
            } else if !line.isEmpty {
                line += " "
                columns += 1
            }
            while needed > width {
                let head = TextWidth.prefix(of: word, width: width)
                if head.isEmpty { break }
                lines.append(String(head))
                word.removeFirst(head.count)
                needed = TextWidth.columns(of: word)
            }
            line += word
            columns += needed
        }
        return lines + [line]
    }
}
