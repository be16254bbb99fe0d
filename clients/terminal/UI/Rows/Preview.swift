import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for a preview.
final class PreviewMemory {
    /// True if the user has opened the preview, false if the user has closed it; nil if neither.
    var wanted: Bool?
    /// The drawn row.
    fileprivate var row: Row?
    fileprivate var offset = 0
    fileprivate var height = 0
    fileprivate var lines: [PreviewLine] = []
    fileprivate var width = 0

    /// Copies the text of the preview, with the labels above the values and without the breaks of long lines.
    func copy(_ state: JSONValue, _ interface: Interface) {
        let lines = Preview(columns: state.objects("columns"), memory: self).lines(width: .max / 2)
        let text = lines.map { line in
            switch line {
            case .label(let label, _): label
            case .text(let text): String(text.parts.map(\.character))
            case .space: ""
            }
        }
        if lines.isEmpty { return interface.say("Copy: no row is active") }
        interface.copy(text.joined(separator: "\n"), "the preview")
    }

    /// Scrolls by a number of lines.
    func scroll(by count: Int) { offset = min(max(0, offset + count), max(0, lines.count - height)) }

    /// Replaces the drawn row by the active row, if the window contains it.
    ///
    /// If the drawn row is active but was scrolled out of the window, it stays.
    func show(_ rows: [Row], activeId: String?) {
        let active = rows.first(where: \.isActive)
        if active != nil || !isSameText(activeId, row?.id) { show(active) }
    }

    /// Replaces the drawn row; a row with another id is shown from its beginning.
    private func show(_ new: Row?) {
        if !isSameText(new?.id, row?.id) { offset = 0 }
        if new?.value != row?.value || new?.matches != row?.matches { width = 0 }
        row = new
    }
}

/// A line of a preview.
private enum PreviewLine {
    case label(String, type: String)
    case text(MatchedText)
    case space
}

/// The place of a preview.
enum PreviewPlace {
    case beside, below

    private static let wide = 100
    private static let high = 30
    private static let low = 12

    /// Determines the place of a preview in a view; nil if it is not shown.
    ///
    /// - Parameter wanted: see ``PreviewMemory/wanted``.
    init?(in size: Size, wanted: Bool?) {
        guard wanted != false, size.height >= Self.low else { return nil }
        if size.width >= Self.wide {
            self = .beside
        } else if wanted == true || size.height >= Self.high {
            self = .below
        } else {
            return nil
        }
    }
}

/// The complete active row: each member with its label and type, with wrapped text and marked matches.
struct Preview {
    let columns: [JSONValue]
    let memory: PreviewMemory

    // MARK: Lines

    fileprivate func lines(width: Int) -> [PreviewLine] {
        guard let row = memory.row else { return [] }
        let declared = columns.map { $0.text("key") }
        let own = row.value.members.map(\.key).filter { key in !declared.contains { isSameText($0, key) } }
        var lines: [PreviewLine] = []
        for (key, column) in zip(declared, columns) {
            guard let value = row.value.value(at: key) ?? row.value[key] else { continue }
            let type = column.text("type")
            let label = column.text("label")
            let shownType = type.isEmpty ? CellText.type(of: value) : type
            add(key, label.isEmpty ? key : label, value, shownType, row, width, to: &lines)
        }
        for key in own {
            guard let value = row.value[key] else { continue }
            add(key, key, value, CellText.type(of: value), row, width, to: &lines)
        }
        return lines
    }

    private func add(
        _ key: String, _ label: String, _ value: JSONValue, _ type: String, _ row: Row, _ width: Int,
        to lines: inout [PreviewLine]
    ) {
        if !lines.isEmpty { lines.append(.space) }
        lines.append(.label(label, type: type))
        let ranges = CellText.isText(value, type: type) ? row.matches[key] ?? [] : []
        let text = MatchedText(CellText.whole(value, type: type), ranges)
        lines += text.lines(width: width).map { .text($0) }
    }

    // MARK: Drawing

    /// Draws the row in a part of an area, or nothing if there is no place.
    ///
    /// - Returns: the rest of the area, for the rows.
    func draw(_ painter: inout Painter, _ place: PreviewPlace?, in area: Rect) -> Rect {
        switch place {
        case nil: return area
        case .beside:
            let (left, right) = area.splitLeft(area.width * 3 / 5)
            for y in right.minY..<right.maxY { painter.put("│", at: Point(right.minX, y), painter.theme.border) }
            draw(&painter, in: right.inset(left: 2))
            return left
        case .below:
            let (top, bottom) = area.splitTop(area.height * 3 / 5)
            let rule = String(repeating: "─", count: bottom.width)
            painter.put(rule, at: bottom.origin, painter.theme.border, in: bottom)
            draw(&painter, in: bottom.inset(left: 1, top: 1))
            return top
        }
    }

    /// Draws the row in an area, from the line to which the user has scrolled.
    private func draw(_ painter: inout Painter, in area: Rect) {
        let text = area.inset(right: 2)
        if memory.width != text.width {
            memory.width = text.width
            memory.lines = lines(width: text.width)
        }
        memory.height = area.height
        memory.scroll(by: 0)
        for (index, line) in memory.lines.dropFirst(memory.offset).prefix(area.height).enumerated() {
            let place = Rect(text.minX, text.minY + index, text.width, 1)
            switch line {
            case .space: break
            case .label(let label, let type):
                let x = painter.line(label, in: place, painter.theme.detail.adding(.bold))
                painter.line(type, in: Rect(x + 2, place.minY, max(0, place.maxX - x - 2), 1), painter.theme.faint)
            case .text(let text):
                painter.put(text, at: place.origin, painter.theme.text, match: painter.theme.match, in: place)
            }
        }
        painter.onWheel(area) { [memory] by in memory.scroll(by: by) }
        drawScrollMark(&painter, in: area)
    }

    private func drawScrollMark(_ painter: inout Painter, in area: Rect) {
        let count = memory.lines.count
        guard count > area.height, area.height > 0 else { return }
        let length = max(1, area.height * area.height / count)
        let start = (area.height - length) * memory.offset / (count - area.height)
        for y in start..<min(start + length, area.height) {
            painter.put("▐", at: Point(area.maxX - 1, area.minY + y), painter.theme.border)
        }
    }
}
