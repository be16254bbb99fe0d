public import FHTerminalScreen
public import FHTerminalUI

/// A field in which the user writes a text with several lines.
public final class WriteDialog: TimedDialog {
    /// The result; nil until the dialog is answered.
    public internal(set) var result: DialogResult?
    private let options: WriteOptions
    private let text: LimitedEditor
    var countdown: Countdown

    /// Creates the dialog.
    public init(_ options: WriteOptions) {
        self.options = options
        text = LimitedEditor(options.text, isMultiline: true, maxLines: options.maxLines)
        countdown = Countdown(options.text.settings)
    }

    var title: String { options.text.settings.header }

    private var answer: DialogResult {
        let lines = text.editor.text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.first { !$0.isEmpty } ?? ""
        let shown = lines.count > 1 ? "\(first) … (\(lines.count) lines)" : String(first)
        return DialogResult(DialogStatus.chosen, output: text.editor.text, line: AnswerLine(title, shown))
    }

    // MARK: Events

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if event.isCancel { return cancel() }
        if event == .key(.control("d")) { return result = answer }
        text.handle(event)
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult {
        options.text.value.isEmpty ? .failed("Writing needs a terminal, or --value.") : answer
    }

    // MARK: Drawing

    private var frame: DialogFrame {
        var info = [countdown.text]
        if text.charLimit > 0 { info.append("\(text.editor.characters.count)/\(text.charLimit)") }
        let hints = [Hint("ctrl+d", "submit"), Hint("esc", "leave"), Hint("⏎", "new line")]
        let least = min(2, max(1, options.height))
        return DialogFrame(settings: options.text.settings, hints: hints, info: info, least: least)
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int { frame.height(max(1, options.height), width: width) }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        let contents = frame.draw(&painter, in: area)
        let prompt = TextFlow.cut(options.text.prompt, width: area.width / 3)
        for y in contents.minY..<contents.maxY {
            painter.put(prompt, at: Point(contents.minX, y), painter.theme.faint, in: contents)
        }
        let numbers = options.showLineNumbers ? 5 : 0
        let x = contents.minX + TextWidth.columns(of: prompt) + numbers
        let rest = max(1, contents.maxX - x)
        let width = options.text.width > 0 ? min(options.text.width, rest) : rest
        let field = Rect(x, contents.minY, width, contents.height)
        painter.lines(
            of: text.editor, Target(InputDialog.target, field), placeholder: options.text.placeholder)
        if options.showLineNumbers { drawNumbers(&painter, field) }
    }

    /// Draws the number of each line before its first row.
    private func drawNumbers(_ painter: inout Painter, _ field: Rect) {
        let characters = text.editor.characters
        let rows = EditorRows(characters, width: max(1, field.width - 1)).rows
        let first = min(text.editor.scroll, rows.count)
        var number = rows[..<first].count { Self.endsLine($0, characters) } + 1
        for (index, row) in rows[first...].prefix(field.height).enumerated() {
            let isFirst = row.lowerBound == 0 || characters[row.lowerBound - 1] == "\n"
            if isFirst {
                let area = Rect(field.minX - 5, field.minY + index, 4, 1)
                painter.line(String(number), in: area, painter.theme.faint, alignment: .trailing)
            }
            if Self.endsLine(row, characters) { number += 1 }
        }
    }

    private static func endsLine(_ row: Range<Int>, _ characters: [Character]) -> Bool {
        row.last.map { characters[$0] == "\n" } ?? false
    }
}
