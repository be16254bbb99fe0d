import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Draws a list of options below its field, or above the field if there is too little room below.
struct OptionDrawing {
    /// With at least this number of options, the line for typed words is shown even while it is empty.
    private static let shortest = 8
    private static let mostRows = 12

    private let list: OptionList
    private let hasLine: Bool
    private let outcome: String
    private let isMany: Bool

    init(_ list: OptionList) {
        self.list = list
        hasLine = list.field.isSearched || !list.editor.isEmpty || list.field.options.count >= Self.shortest
        outcome = list.outcome
        isMany = list.choice.isMany
    }

    private var otherRows: Int { (hasLine ? 1 : 0) + (outcome.isEmpty ? 0 : 1) }

    func draw(_ painter: inout Painter, in area: Rect) {
        // A click beside the list closes it.
        painter.onClick(area) { event in if event.kind == .press { list.leave() } }
        let box = place(in: area)
        let count = list.options.count
        let body = box.inset(left: 2, top: 1, right: 2, bottom: 1)
        let rows = max(0, body.height - otherRows)
        let isCut = count > rows
        let info = isCut && rows > 0 ? "\(list.cursor.index + 1) of \(count)" : ""
        painter.frame(box, title: list.field.label, info: info)
        painter.onClick(box) { _ in }
        painter.onWheel(box) { list.move($0) }
        let (line, rest) = body.splitTop(hasLine ? 1 : 0)
        let (options, foot) = rest.splitBottom(outcome.isEmpty ? 0 : 1)
        drawOptions(&painter, in: options)
        painter.line(outcome, in: foot, painter.theme.faint)
        let id = "options \(list.field.id)"
        let target = Target(
            id, hasLine ? line : options, list.bindings(page: max(1, options.height - 1)), editor: list.editor,
            edited: list.edited)
        if hasLine, !line.isEmpty {
            painter.line(of: list.editor, target, placeholder: "Part of a title")
        } else {
            painter.add(target)
        }
    }

    /// Returns the place of the list: below the field, or above it if there is too little room below and more above.
    private func place(in area: Rect) -> Rect {
        let anchor = list.field.entry.anchor
        let widest = list.options.prefix(500).reduce(TextWidth.columns(of: outcome) + 4) { widest, option in
            max(widest, TextWidth.columns(of: VisibleText.visible(option.title)) + (isMany ? 8 : 6))
        }
        let label = TextWidth.columns(of: VisibleText.visible(list.field.label)) + 8
        list.width = max(list.width, 24, min(widest, FormField.widest), label)
        let width = min(area.width, list.width)
        let rows = min(max(outcome.isEmpty ? 1 : 0, list.options.count), Self.mostRows)
        let wanted = rows + otherRows + 2
        let (below, above) = (area.maxY - anchor.maxY, anchor.minY - area.minY)
        let isBelow = below >= min(wanted, 7) || below >= above
        let height = min(wanted, max(min(area.height, 4), isBelow ? below : above))
        let y = isBelow ? anchor.maxY : anchor.minY - height
        // The list begins to the right of the labels, so that it does not cover them.
        let x = max(area.minX, min(anchor.minX - 1, area.maxX - width))
        return Rect(x, max(area.minY, min(y, area.maxY - height)), width, height)
    }

    private func drawOptions(_ painter: inout Painter, in area: Rect) {
        guard area.height > 0 else { return }
        let rows = list.cursor.rows(height: area.height, count: list.options.count)
        let marked = list.marked
        let words = SearchWords(list.editor.text)
        for (row, option) in list.options[rows].enumerated() {
            let index = rows.lowerBound + row
            let isMarked = marked.contains(option.value)
            let mark = isMany ? "\(ValueText.checkBox(isMarked)) " : isMarked ? "● " : "  "
            // The active option is drawn from border to border.
            let line = Rect(area.minX - 1, area.minY + row, area.width + 2, 1)
            let isActive = index == list.cursor.index
            let style = isActive ? painter.theme.active(painter.theme.text) : painter.theme.text
            if isActive {
                painter.fill(line, style)
                painter.put("›", at: line.origin, style, in: line)
            }
            let x = painter.put(mark, at: Point(area.minX, line.minY), style, in: line)
            let place = Rect(x, line.minY, max(0, area.maxX - x), 1)
            let titleStyle = option.value.isNull && !isActive ? painter.theme.faint : style
            let title = MatchedText(option.title, matches: words.places(in: option.title)).cut(width: place.width)
            let match = isActive ? painter.theme.active(painter.theme.match) : painter.theme.match
            painter.put(title, at: place.origin, titleStyle, match: match, in: place)
            painter.onClick(line) { event in
                if event.kind == .release, event.button == 0 { list.choose(index) }
            }
        }
    }
}
