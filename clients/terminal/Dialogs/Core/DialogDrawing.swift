import FHTerminalScreen
import FHTerminalUI

/// A key and its effect, as the line of keys below a dialog shows them.
struct Hint {
    let keys: String
    let title: String

    init(_ keys: String, _ title: String) {
        self.keys = keys
        self.title = title
    }

    /// The number of columns.
    var width: Int { TextWidth.columns(of: keys) + 1 + TextWidth.columns(of: title) }
}

/// The frame of a dialog: the header above it, and the line of keys below.
struct DialogFrame {
    private static let gap = 3
    private static let mark = "? "
    private static let separator = "  "

    let settings: DialogSettings
    /// The keys, the most important first.
    ///
    /// A key is left out if it doesn't fit in the rest of the line.
    let hints: [Hint]
    /// Texts at the end of the line of keys, such as a number.
    ///
    /// On a narrow terminal, the last texts are left out, so that at least the first key is shown.
    var info: [String] = []
    /// The smallest number of rows for the contents; the header and the keys get only further rows.
    var least = 1

    /// The lines of the header.
    private func headerLines(width: Int) -> [String] {
        if settings.header.isEmpty { return [] }
        return TextFlow.lines(of: settings.header, width: width - Self.mark.count)
    }

    /// Returns the number of rows of the frame with its contents.
    ///
    /// - Parameter contents: the number of rows of the contents.
    func height(_ contents: Int, width: Int) -> Int {
        headerLines(width: width).count + contents + (settings.showHelp ? 1 : 0)
    }

    /// Draws the frame.
    ///
    /// - Returns: the area of the contents.
    func draw(_ painter: inout Painter, in area: Rect) -> Rect {
        let lines = headerLines(width: area.width).prefix(max(0, area.height - least))
        for (index, line) in lines.enumerated() {
            let point = Point(area.minX, area.minY + index)
            if index == 0 { painter.put(Self.mark, at: point, painter.theme.accent, in: area) }
            painter.put(
                line, at: Point(point.x + Self.mark.count, point.y), painter.theme.title, in: area)
        }
        let rest = area.splitTop(lines.count).rest
        guard settings.showHelp, rest.height > least else { return rest }
        let (contents, foot) = rest.splitBottom(1)
        drawHints(&painter, in: foot)
        return contents
    }

    private func drawHints(_ painter: inout Painter, in area: Rect) {
        var width = area.width
        var parts = info.filter { !$0.isEmpty }
        let first = hints.first.map { $0.width + Self.gap } ?? 0
        while !parts.isEmpty, Self.width(parts) + first > area.width { parts.removeLast() }
        if !parts.isEmpty {
            painter.line(
                parts.joined(separator: Self.separator), in: area, painter.theme.faint, alignment: .trailing)
            width -= Self.width(parts) + Self.gap
        }
        var x = area.minX
        for hint in hints {
            guard x - area.minX + hint.width <= width else { continue }
            x = painter.put(hint.keys, at: Point(x, area.minY), painter.theme.title, in: area) + 1
            x = painter.put(hint.title, at: Point(x, area.minY), painter.theme.faint, in: area) + Self.gap
        }
    }

    private static func width(_ parts: [String]) -> Int { TextWidth.columns(of: parts.joined(separator: separator)) }
}

extension Painter {
    /// Draws the line that stays on the terminal after a dialog.
    ///
    /// On a narrow terminal, the answer gets the columns that the title leaves, or two thirds if these are more. The
    /// title gets the rest.
    mutating func answer(_ line: AnswerLine, in area: Rect) {
        let style: Style =
            switch line.tone {
            case .answer: theme.accent
            case .success: theme.success
            case .warning: theme.warning
            case .error: theme.error
            }
        var x = area.minX
        if !line.mark.isEmpty {
            x = put(line.mark, at: area.origin, line.tone == .answer ? theme.accent : style, in: area) + 1
        }
        let answer = Self.firstLine(line.answer)
        let width = area.maxX - x
        let title = Self.firstLine(line.title)
        let most = max(width * 2 / 3, width - TextWidth.columns(of: title) - 1)
        let answerWidth = min(TextWidth.columns(of: answer), most)
        if !title.isEmpty {
            x = self.line(title, in: Rect(x, area.minY, max(0, width - answerWidth - 1), 1), theme.title) + 1
        }
        self.line(answer, in: Rect(x, area.minY, area.maxX - x, 1), style)
    }

    private static func firstLine(_ text: String) -> String {
        guard let end = text.firstIndex(where: \.isNewline) else { return text }
        return text[..<end] + " …"
    }
}

extension Theme {
    /// Makes the theme of dialogs.
    ///
    /// It uses the colours of the terminal's own theme, which suit light and dark backgrounds. Asking the
    /// terminal for its background takes time, and a late reply would reach the next program as keys.
    static func dialogs(_ colours: Capabilities.Colours) -> Theme {
        var theme = Theme(min(colours, .sixteen), isDark: true)
        theme.fieldBackground = .standard
        theme.focusBackground = .standard
        return theme
    }
}
