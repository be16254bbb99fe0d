import FHJSON
import FHTerminalScreen

/// A list from which the user picks, with a line that filters it.
///
/// The rows are passed for each frame; the list remembers the query, the active row and the scroll position.
final class PickList {
    /// A row of the list.
    struct Row {
        let id: String
        let title: String
        /// Text of less importance behind the title.
        var detail = ""
        /// Text at the right side.
        var info = ""
        /// A sign before the title, one column wide.
        var mark = " "
        /// The glyph of an icon, one column wide; empty for none.
        var icon = ""
        /// The indexes of the characters of the title that the query matches.
        var matches: Set<Int> = []
        /// False to draw the row faintly, because picking the row only shows a message.
        var isEnabled = true
        /// True for a heading, which can't be active.
        var isHeading = false
    }

    /// The texts of the list.
    struct Texts {
        /// The title of the key that picks a row, such as "Open".
        let verb: String
        /// Shown while the query is empty.
        let placeholder: String
        /// Shown if there is no row.
        let empty: String
    }

    /// The text of the filter.
    let editor = TextEditor()
    /// True if the user has entered the filter by a key; then every character key types into it.
    var isEntered = false
    /// Called after the user has changed the query.
    var changed: () -> Void = {}
    private var activeId: String?
    private var offset = 0

    /// The query.
    var query: String { editor.text }

    /// Removes the query.
    func clear() {
        editor.replace(by: "")
        isEntered = false
        activeId = nil
    }

    /// Makes a row active in the next frame.
    func activate(_ id: String) { activeId = id }

    /// Draws the filter and the rows below it.
    ///
    /// - Parameters:
    ///   - id: the id of the target.
    ///   - bindings: keys of the list in addition to the keys that move and pick.
    ///   - pick: picks a row.
    func draw(
        _ painter: inout Painter, _ rows: [Row], in area: Rect, id: String, _ texts: Texts, _ bindings: [Binding] = [],
        pick: @escaping (Row) -> Void
    ) {
        let (line, rest) = area.splitTop(1)
        let list = rest.inset(top: area.height > 8 ? 1 : 0)
        let active = activeIndex(rows)
        follow(active, rows, height: list.height)
        let target = Target(
            id, line.inset(left: 3, right: 1), keys(rows, active, height: list.height, texts.verb, pick) + bindings,
            editor: editor,
            edited: { [unowned self] in
                activeId = nil
                changed()
            })
        painter.put("/", at: Point(line.minX + 1, line.minY), painter.theme.accent, in: line)
        painter.line(of: editor, target, placeholder: texts.placeholder)
        if rows.isEmpty { painter.line(texts.empty, in: list.inset(left: 3), painter.theme.faint) }
        let hasIcons = rows.contains { !$0.icon.isEmpty }
        // The details behind the titles begin in one column, except behind very long titles.
        let titles = rows.filter { !$0.detail.isEmpty }.map { TextWidth.columns(of: VisibleText.visible($0.title)) }
        let column = min(titles.max() ?? 0, list.width / 3)
        for (y, row) in rows.dropFirst(offset).prefix(list.height).enumerated() {
            let place = Rect(list.minX, list.minY + y, list.width, 1)
            draw(row, isActive: offset + y == active, column, hasIcons: hasIcons, &painter, in: place)
            guard !row.isHeading else { continue }
            painter.onClick(place) { [unowned self] event in
                guard event.kind == .press, event.button == 0 else { return }
                if offset + y == active { pick(row) } else { activeId = row.id }
            }
        }
        painter.scrollMark(list, offset: offset, height: rows.count)
        guard rows.count > list.height else { return }
        painter.onWheel(list) { [unowned self] by in move(rows, active, by) }
    }

    // MARK: The active row

    private func activeIndex(_ rows: [Row]) -> Int? {
        rows.firstIndex { isSameText($0.id, activeId) && !$0.isHeading } ?? rows.firstIndex { !$0.isHeading }
    }

    private func follow(_ active: Int?, _ rows: [Row], height: Int) {
        // If the active row is the first one below a heading, the heading is shown too.
        let first = active.map { $0 > 0 && rows[$0 - 1].isHeading ? $0 - 1 : $0 } ?? 0
        offset = min(offset, first)
        offset = max(offset, (active ?? 0) - height + 1)
        offset = min(offset, max(0, rows.count - height))
    }

    private func move(_ rows: [Row], _ active: Int?, _ by: Int) {
        let places = rows.indices.filter { !rows[$0].isHeading }
        guard let active, let place = places.firstIndex(of: active) else { return }
        activeId = rows[places[min(max(0, place + by), places.count - 1)]].id
    }

    private func keys(
        _ rows: [Row], _ active: Int?, height: Int, _ verb: String, _ pick: @escaping (Row) -> Void
    ) -> [Binding] {
        guard let active else { return [] }
        let go = { [unowned self] (by: Int) -> Void in move(rows, active, by) }
        let page = max(1, height - 1)
        return [
            Binding(.catalogChoose, verb) { pick(rows[active]) },
            Binding(.catalogUp, "Up", .helpOnly) { go(-1) },
            Binding(.catalogDown, "Move", shownKeys: "↑↓") { go(1) },
            Binding(.catalogPageUp, "Page up", .helpOnly) { go(-page) },
            Binding(.catalogPageDown, "Page down", .helpOnly) { go(page) },
            Binding(.catalogFirst, "First", .helpOnly) { go(-rows.count) },
            Binding(.catalogLast, "Last", .helpOnly) { go(rows.count) },
        ]
    }

    // MARK: Drawing

    private func draw(
        _ row: Row, isActive: Bool, _ column: Int, hasIcons: Bool, _ painter: inout Painter, in area: Rect
    ) {
        let theme = painter.theme
        guard !row.isHeading else { return _ = painter.line(row.title, in: area.inset(left: 3), theme.faint) }
        let look = { (style: Style) in isActive ? theme.active(style) : style }
        if isActive { painter.fill(area, look(theme.text)) }
        painter.put(isActive ? "›" : " ", at: area.origin, look(theme.accent), in: area)
        painter.put(row.mark, at: Point(area.minX + 1, area.minY), look(theme.accent), in: area)
        if hasIcons { painter.put(row.icon, at: Point(area.minX + 3, area.minY), look(theme.faint), in: area) }
        let inner = area.inset(left: hasIcons ? 5 : 3, right: 2)
        let info = TextFlow.cut(row.info, width: max(0, inner.width - 8))
        painter.line(info, in: inner, look(theme.faint), alignment: .trailing)
        let titleArea = inner.inset(right: info.isEmpty ? 0 : TextWidth.columns(of: info) + 2)
        let text = row.isEnabled ? theme.text : theme.faint
        let title = MatchedText(row.title, matches: row.matches).cut(width: titleArea.width)
        let end = painter.put(title, at: titleArea.origin, look(text), match: look(theme.match), in: titleArea)
        let x = max(end, titleArea.minX + column)
        let rest = Rect(x + 2, titleArea.minY, max(0, titleArea.maxX - x - 2), 1)
        if rest.width >= 8 { painter.line(row.detail, in: rest, look(theme.faint)) }
    }
}
