import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The rows of a list or of search results, in columns below a line of headings.
///
/// The table draws rows of a window. To scroll further, its owner requests another window.
struct RowTable {
    /// A click on a row.
    struct Click {
        let row: Row
        /// The key of the clicked column; nil for a click beside the columns.
        let column: String?
        /// True for a double click.
        let isDouble: Bool
        let modifiers: Key.Modifiers
    }

    /// The columns, from left to right.
    var columns: [Column] = []
    /// The rows of the window.
    var rows: [Row] = []
    /// The index of the window's first row among all rows.
    var offset = 0
    /// The number of all rows.
    var count = 0
    /// The lines that are drawn if there are no rows; the first one is the most important.
    var message: [String] = []
    /// True if the active row is drawn as in a table with the focus.
    var isFocused = true
    /// Called for a click on a row.
    var clicked: (Click) -> Void = { _ in }
    /// Called with the key of a column whose heading is clicked.
    var headingClicked: (String) -> Void = { _ in }
    /// Called with the number of rows by which the wheel scrolls.
    var wheeled: (Int) -> Void = { _ in }

    /// Returns the number of lines for rows in an area, below the headings.
    static func capacity(of area: Rect) -> Int { area.height >= 3 ? area.height - 1 : area.height }

    /// Returns the lines of the current rows in a table with the height of the last frame.
    func arrangement(_ memory: RowTableMemory) -> Arrangement {
        Arrangement(rows, offset: offset, height: memory.height, memory: memory)
    }

    // MARK: Drawing

    /// Draws the table.
    ///
    /// - Parameter now: the time in milliseconds, for double clicks.
    func draw(_ painter: inout Painter, in area: Rect, memory: RowTableMemory, now: @escaping () -> Int) {
        guard !area.isEmpty else { return }
        let height = Self.capacity(of: area)
        let arrangement = Arrangement(rows, offset: offset, height: height, memory: memory)
        memory.rowCount = arrangement.rowCount
        painter.onWheel(area, wheeled)
        guard !arrangement.lines.isEmpty else { return drawMessage(&painter, in: area) }
        let gutter = rows.reduce(0) { max($0, $1.marks.count) }
        let left = area.minX + 1 + gutter
        let fitted = ColumnWidths.fit(
            columns, natural: naturalWidths(arrangement, memory), width: area.maxX - 2 - left)
        let (head, body) = area.splitTop(area.height - height)
        if !head.isEmpty { drawHeadings(&painter, fitted, left: left, in: head) }
        let mark = scrollMark(arrangement)
        for (index, line) in arrangement.lines.enumerated() {
            let place = Rect(body.minX, body.minY + index, body.width, 1)
            switch line {
            case .section(let title):
                painter.line(title, in: place.inset(left: 1, right: 2), painter.theme.title)
            case .row(let row):
                draw(row, &painter, fitted, left: left, in: place)
                painter.onClick(place) { [clicked] event in
                    guard let click = Self.click(on: row, event, fitted, left: left, memory, now: now()) else { return }
                    clicked(click)
                }
            }
            if mark.contains(index) { painter.put("▐", at: Point(place.maxX - 1, place.minY), painter.theme.border) }
        }
    }

    private func drawMessage(_ painter: inout Painter, in area: Rect) {
        let top = area.minY + max(0, min(area.height / 3, area.height - message.count))
        for (index, text) in message.enumerated() where top + index < area.maxY {
            let line = Rect(area.minX + 1, top + index, area.width - 2, 1)
            painter.line(text, in: line, index == 0 ? painter.theme.detail : painter.theme.faint, alignment: .centre)
        }
    }

    /// Returns the largest widths that the columns need now or have needed for other rows.
    private func naturalWidths(_ arrangement: Arrangement, _ memory: RowTableMemory) -> [Int] {
        let unmarked = columns.map(\.unmarked)
        if memory.widths.columns != unmarked { memory.widths = (unmarked, columns.map { _ in 1 }) }
        let rows = arrangement.lines.compactMap(\.row)
        let natural = zip(columns, memory.widths.natural).map { column, known in
            column.room.width ?? max(known, column.naturalWidth(rows))
        }
        memory.widths.natural = natural
        return natural
    }

    private func drawHeadings(_ painter: inout Painter, _ fitted: [FittedColumn], left: Int, in head: Rect) {
        for part in fitted {
            let place = Rect(left + part.x, head.minY, part.width, 1)
            let style = part.column.mark.isEmpty ? painter.theme.faint : painter.theme.title
            painter.line(part.column.heading, in: place, style, alignment: part.column.alignment)
            painter.onClick(place) { [headingClicked] event in
                if event.kind == .press, event.button == 0 { headingClicked(part.column.key) }
            }
        }
    }

    private func draw(
        _ row: Row, _ painter: inout Painter, _ fitted: [FittedColumn], left: Int, in place: Rect
    ) {
        let theme = painter.theme
        let finish: (Style) -> Style = { style in
            guard row.isActive else { return style }
            return isFocused ? theme.active(style) : style.adding(.bold)
        }
        if row.isActive, isFocused { painter.fill(place, finish(theme.text)) }
        // A selected or failed row has another colour only in the title, so that badges keep their colours.
        let title = row.isSelected ? theme.accent : row.isFailed ? theme.error : theme.text
        for (index, mark) in row.marks.enumerated() where mark != " " {
            let style = row.isFailed && mark == "!" ? theme.error : theme.accent
            painter.put(String(mark), at: Point(place.minX + 1 + index, place.minY), finish(style), in: place)
        }
        for part in fitted {
            let cell = Rect(left + part.x, place.minY, part.width, 1).intersection(place)
            let text = part.column.text(row.value, row.cells)
            let tone = part.column.cell(in: row.cells).flatMap { theme.style(ofTone: $0.tone) }
            let own = part.column.role == .title ? title : style(of: part.column, text, theme)
            let look = tone ?? (row.isSelected || row.isFailed ? own : theme.style(ofTone: row.cells.tone) ?? own)
            let style = finish(row.isDim ? theme.faint : look)
            if let ranges = row.matches[part.column.key], part.column.isText(row.value, row.cells) {
                let shown = MatchedText(text, ranges).cut(width: part.width)
                let match = finish(row.isDim ? theme.faint.adding(.underline) : theme.match)
                let indent = part.column.isRightAligned ? max(0, part.width - shown.columns) : 0
                painter.put(shown, at: Point(cell.minX + indent, cell.minY), style, match: match, in: cell)
            } else {
                painter.line(text, in: cell, style, alignment: part.column.alignment)
            }
        }
    }

    private func style(of column: Column, _ text: String, _ theme: Theme) -> Style {
        switch column.role {
        case .badge: Tone(text).style(theme)
        case .toggle: text == "[x]" ? theme.success : theme.detail
        default: theme.detail
        }
    }

    /// Returns the indexes of the lines beside which the scroll bar is drawn; none if all rows are drawn.
    private func scrollMark(_ arrangement: Arrangement) -> Range<Int> {
        let shown = arrangement.rowCount
        let lines = arrangement.lines.count
        guard count > shown, shown > 0 else { return 0..<0 }
        let length = max(1, min(lines, lines * shown / count))
        let first = min(offset + arrangement.first, count - shown)
        let start = Int(Double(lines - length) * Double(first) / Double(count - shown) + 0.5)
        return start..<start + length
    }

    // MARK: The mouse

    /// Returns the click that an event completes; nil if it completes none.
    ///
    /// A single click is complete when the button is pressed. A double click is complete when the button is released,
    /// so that the screen that it opens does not get the release.
    private static func click(
        on row: Row, _ event: MouseEvent, _ fitted: [FittedColumn], left: Int, _ memory: RowTableMemory, now: Int
    ) -> Click? {
        guard event.button == 0, event.kind == .press || event.kind == .release else { return nil }
        let x = event.point.x - left
        let column = fitted.first { ($0.x..<$0.x + $0.width).contains(x) }?.column.key
        let last = memory.click.flatMap { isSameText($0.id, row.id) ? $0 : nil }
        if event.kind == .release {
            guard last?.isDouble == true else { return nil }
            memory.click = nil
            return Click(row: row, column: column, isDouble: true, modifiers: event.modifiers)
        }
        let isDouble = last.map { now - $0.time < 400 && !$0.isDouble } ?? false
        memory.click = (row.id, now, isDouble)
        return isDouble ? nil : Click(row: row, column: column, isDouble: false, modifiers: event.modifiers)
    }
}

extension Column {
    /// The side of the column on which its texts are drawn.
    fileprivate var alignment: Alignment { isCentred ? .centre : isRightAligned ? .trailing : .leading }
}

extension Theme {
    /// The style of a tone that a workspace declares; nil for no tone and for an unknown one.
    func style(ofTone tone: String) -> Style? {
        switch tone {
        case "success": success
        case "warning": warning
        case "error": error
        case "info", "accent": accent
        case "dim": faint
        default: nil
        }
    }
}
