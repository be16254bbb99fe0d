public import FHTerminalScreen
public import FHTerminalUI

/// A table from which the user chooses a row.
public final class TableDialog: TimedDialog {
    private static let usualHeight = 10
    private static let gap = 2
    private static let mark = "> "

    /// The result; nil until the dialog is answered.
    public internal(set) var result: DialogResult?
    private let options: TableOptions
    private let data: TableData?
    private var cursor = ListCursor()
    var countdown: Countdown

    /// Creates the dialog.
    public init(_ options: TableOptions) {
        self.options = options
        countdown = Countdown(options.settings)
        do throws(SeparatedValues.Failure) {
            data = try TableData(options)
        } catch {
            data = nil
            result = .failed("Line \(error.line): \(error.reason).")
        }
        if let data, data.rows.isEmpty {
            result = DialogResult(DialogStatus.nothing, message: "There is no row to choose.")
        }
        if let data, options.returnColumn < 0 || options.returnColumn > data.widths.count {
            result = .failed("There is no column \(options.returnColumn).")
        }
    }

    private var rows: [[String]] { data?.rows ?? [] }
    var title: String { options.settings.header }

    // MARK: Events

    /// Handles a key or a paste.
    public func handle(_ event: InputEvent) {
        if event.isCancel || event == .key(.character("q")) || event == .key(.control("q")) { return cancel() }
        guard case .key(let key) = event else { return }
        if let move = ListMove(key) { return cursor.move(move, count: rows.count) }
        if key == Key(.enter) { submit() }
    }

    private func submit() {
        guard let data, rows.indices.contains(cursor.index) else { return }
        let row = rows[cursor.index]
        let index = options.returnColumn - 1
        let printed = index < 0 ? row : [index < row.count ? row[index] : ""]
        let shown = index < 0 ? row.first ?? "" : printed[0]
        result = DialogResult(
            DialogStatus.chosen, output: SeparatedValues.text(printed, separator: data.separator),
            line: AnswerLine(title, shown))
    }

    /// Returns the answer if there is no terminal.
    public func resultWithoutTerminal() -> DialogResult { .failed("Choosing a row needs a terminal, or --print.") }

    // MARK: Drawing

    private var frame: DialogFrame {
        let info = [countdown.text, options.hidesCount ? "" : "\(cursor.index + 1)/\(rows.count)"]
        let hints = [Hint("⏎", "choose"), Hint("esc", "leave"), Hint("↑↓", "move")]
        return DialogFrame(settings: options.settings, hints: hints, info: info, least: min(3, rows.count + 1))
    }

    /// Returns the number of rows that the dialog needs.
    public func height(width: Int) -> Int {
        let height = options.height > 0 ? options.height : Self.usualHeight
        return frame.height(min(height, rows.count) + 1, width: width)
    }

    /// Draws the dialog.
    public func draw(_ painter: inout Painter, in area: Rect) {
        guard let data else { return }
        let contents = frame.draw(&painter, in: area)
        let inner = contents.inset(left: TextWidth.columns(of: Self.mark), right: 2)
        let widths = data.widths(in: inner.width, gap: Self.gap)
        let (head, list) = contents.splitTop(contents.height > 1 ? 1 : 0)
        if !head.isEmpty {
            drawRow(data.columns, widths, &painter, in: inner, y: head.minY, painter.theme.faint.adding(.bold))
        }
        let drawn = cursor.rows(height: list.height, count: rows.count)
        for index in drawn {
            let y = list.minY + index - drawn.lowerBound
            let isActive = index == cursor.index
            if isActive { painter.put(Self.mark, at: Point(list.minX, y), painter.theme.accent, in: list) }
            let style = isActive ? painter.theme.accent : painter.theme.text
            drawRow(rows[index], widths, &painter, in: inner, y: y, style)
        }
        painter.scrollMark(list, offset: drawn.lowerBound, height: rows.count)
    }

    private func drawRow(
        _ row: [String], _ widths: [Int], _ painter: inout Painter, in area: Rect, y: Int, _ style: Style
    ) {
        var x = area.minX
        for (index, width) in widths.enumerated() where x < area.maxX {
            let field = index < row.count ? row[index] : ""
            painter.line(field, in: Rect(x, y, min(width, area.maxX - x), 1), style)
            x += width + Self.gap
        }
    }
}
