import FHTerminalScreen
import FHTerminalUI

/// Simple Markdown: headings, paragraphs, lists, quotes, code, rules, and styles within lines.
struct Markdown {
    static let code = Style(foreground: .palette(6))
    private static let faint = Style(.dim)

    private let source: [String]
    private let inline: MarkdownInline
    private var shown: [[StyledSpan]] = []
    private var width = 0

    init(_ text: String, hasLinks: Bool) {
        source = AnsiText.stripped(text).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map(String.init)
        inline = MarkdownInline(hasLinks: hasLinks)
    }

    /// Returns the text as styled lines, which are broken at a width.
    func lines(width: Int) -> [[StyledSpan]] {
        var copy = self
        copy.width = max(10, width)
        copy.read()
        while copy.shown.last?.isEmpty == true { copy.shown.removeLast() }
        return copy.shown
    }

    // MARK: Blocks

    private mutating func read() {
        var index = 0
        while index < source.count {
            let line = source[index]
            let trimmed = Self.trimmed(line)
            if let fence = Self.fence(trimmed) {
                index = readCode(after: index, fence)
                continue
            }
            index += 1
            if trimmed.isEmpty {
                space()
            } else if let (level, text) = Self.heading(trimmed) {
                heading(level, text)
            } else if Self.isRule(trimmed) {
                space()
                shown.append([StyledSpan(String(repeating: "─", count: min(width, 40)), Self.faint)])
                shown.append([])
            } else if trimmed.hasPrefix(">") {
                quote(trimmed)
            } else if let item = MarkdownItem(line) {
                index = readItem(item, index)
            } else {
                var text = trimmed
                while index < source.count, Self.continues(source[index]) {
                    // Two blanks at the end of a line break it.
                    text += source[index - 1].hasSuffix("  ") ? "\n" : " "
                    text += Self.trimmed(source[index])
                    index += 1
                }
                add(text)
            }
        }
    }

    /// Adds an empty line if the last line has text.
    private mutating func space() {
        if let last = shown.last, !last.isEmpty { shown.append([]) }
    }

    /// Adds a text with styles, broken between words.
    ///
    /// - Parameter first: the beginning of the first row, in place of the indent.
    private mutating func add(_ text: String, first: [StyledSpan] = [], indent: Int = 0, _ style: Style = .plain) {
        var isFirst = true
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = StyledLine(inline.spans(String(part), style))
            for row in line.wordRows(width: width - indent) {
                let blanks = indent > 0 ? [StyledSpan(String(repeating: " ", count: indent))] : []
                shown.append((isFirst ? first : blanks) + row)
                isFirst = false
            }
        }
    }

    private mutating func heading(_ level: Int, _ text: String) {
        space()
        switch level {
        case 1: add(text, Style(foreground: .palette(6), [.bold, .underline]))
        case 2: add(text, Style(foreground: .palette(6), .bold))
        default: add(text, Style(.bold))
        }
        shown.append([])
    }

    private mutating func quote(_ text: String) {
        var text = Substring(text)
        var bars: [StyledSpan] = []
        while text.first == ">" {
            bars.append(StyledSpan("│ ", Self.faint))
            text = text.dropFirst().drop { $0 == " " }
        }
        let line = StyledLine(inline.spans(String(text), Style(.italic)))
        for row in line.wordRows(width: width - 2 * bars.count) { shown.append(bars + row) }
    }

    /// Reads an item of a list, and returns the index of the line after it.
    private mutating func readItem(_ item: MarkdownItem, _ next: Int) -> Int {
        var next = next
        var text = item.text
        while next < source.count, source[next].hasPrefix(" "), Self.continues(source[next]) {
            text += " " + Self.trimmed(source[next])
            next += 1
        }
        let indent = String(repeating: " ", count: min(item.indent, width / 2))
        let mark = StyledSpan(item.mark, Style(foreground: .palette(6)))
        let first = indent.isEmpty ? [mark] : [StyledSpan(indent), mark]
        let columns = indent.count + TextWidth.columns(of: item.mark)
        add(text, first: first, indent: columns, item.isDone ? Self.faint : .plain)
        return next
    }

    /// Reads code between fences, and returns the index of the line after it.
    private mutating func readCode(after start: Int, _ fence: String) -> Int {
        space()
        var index = start + 1
        while index < source.count, !Self.trimmed(source[index]).hasPrefix(fence) {
            shown.append([StyledSpan("  " + source[index], Self.code)])
            index += 1
        }
        shown.append([])
        return index + 1
    }

    // MARK: Lines

    private static func trimmed(_ line: String) -> String {
        var text = line.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }

    private static func fence(_ line: String) -> String? { ["```", "~~~"].first { line.hasPrefix($0) } }

    private static func heading(_ line: String) -> (Int, String)? {
        let level = line.prefix { $0 == "#" }.count
        let rest = line.dropFirst(level)
        guard (1...6).contains(level), rest.first == " " else { return nil }
        var text = trimmed(String(rest))
        while text.last == "#" { text.removeLast() }
        return (level, trimmed(text))
    }

    private static func isRule(_ line: String) -> Bool {
        let marks = line.filter { $0 != " " }
        return marks.count >= 3 && ["-", "*", "_"].contains { mark in marks.allSatisfy { String($0) == mark } }
    }

    /// Returns true if a line continues the paragraph before it.
    private static func continues(_ line: String) -> Bool {
        let text = trimmed(line)
        return !text.isEmpty && fence(text) == nil && heading(text) == nil && !isRule(text) && !text.hasPrefix(">")
            && !text.hasPrefix("|") && MarkdownItem(line) == nil
    }
}

/// The first line of an item of a list.
struct MarkdownItem {
    /// The columns before the mark.
    let indent: Int
    /// The mark as it is drawn, with a blank.
    let mark: String
    let text: String
    /// True for a task that is done.
    let isDone: Bool

    init?(_ line: String) {
        indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        var body: Substring
        let bullet: String
        if let first = rest.first, "-*+".contains(first), rest.dropFirst().first == " " {
            body = rest.dropFirst(2)
            bullet = "• "
        } else {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let after = rest.dropFirst(digits.count)
            guard (1...9).contains(digits.count), after.hasPrefix(". ") || after.hasPrefix(") ") else { return nil }
            body = after.dropFirst(2)
            bullet = "\(digits). "
        }
        body = body.drop { $0 == " " }
        let isOpen = body.hasPrefix("[ ] ")
        isDone = body.hasPrefix("[x] ") || body.hasPrefix("[X] ")
        mark = isDone ? "✓ " : isOpen ? "☐ " : bullet
        text = String(body.dropFirst(isDone || isOpen ? 4 : 0))
    }
}
