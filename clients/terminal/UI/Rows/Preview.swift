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
        let fields = Preview(columns: state.objects("columns"), memory: self).fields
        if fields.isEmpty { return interface.say("Copy: no row is active") }
        let texts = fields.map { "\($0.label)\n\(String($0.value.parts.map(\.character)))" }
        interface.copy(texts.joined(separator: "\n\n"), "the preview")
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
        if new?.value != row?.value || new?.cells != row?.cells || new?.matches != row?.matches { width = 0 }
        row = new
    }
}

/// A line of a preview.
private enum PreviewLine {
    /// A label with its value, which begins in a column of the preview.
    case field(String, MatchedText, column: Int)
    /// A label whose value follows below.
    case label(String)
    /// A part of a value below its label.
    case text(MatchedText)
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

/// The complete active row: each member with its label, with wrapped text and marked matches.
///
/// The members are in the order of the columns of the table. The columns that the table does not show follow them, and
/// last the members that no column declares.
struct Preview {
    /// The columns between a label and its value.
    private static let gap = 3
    /// The columns before a value that is below its label.
    private static let indent = 2

    let columns: [JSONValue]
    let memory: PreviewMemory

    // MARK: Lines

    /// The labels and values of the row; empty if there is no row.
    fileprivate var fields: [(label: String, value: MatchedText)] {
        guard let row = memory.row else { return [] }
        let ordered = Column.inOrder(columns)
        let declared = ordered.map { $0.text("key") }
        let declaredFields = zip(declared, ordered).compactMap { key, column -> (label: String, value: MatchedText)? in
            guard let value = row.value.value(at: key) ?? row.value[key] else { return nil }
            let type = column.text("role") == "toggle" ? "toggle" : column.text("type")
            let label = column.text("label")
            let isJSON = column.object("format").text("type") == "json"
            if let cell = row.cells[key], type != "toggle", !isJSON, !isSameText(cell.line, CellText.plain(value)) {
                return (label.isEmpty ? key : label, MatchedText(cell.line.isEmpty ? "—" : cell.line, []))
            }
            return (label.isEmpty ? key : label, Self.text(value, type: type, row.matches[key]))
        }
        // An id that no column shows is of no use to the user.
        let own = row.value.members.filter { key, value in
            let isId = key == "id" && isSameText(CellText.plain(value), row.id)
            return !isId && !declared.contains { isSameText($0, key) }
        }
        return declaredFields
            + own.map { key, value -> (label: String, value: MatchedText) in
                (key, Self.text(value, type: "", row.matches[key]))
            }
    }

    private static func text(_ value: JSONValue, type: String, _ matches: [Range<Int>]?) -> MatchedText {
        let type = type.isEmpty ? CellText.type(of: value) : type
        let ranges = CellText.isText(value, type: type) ? matches ?? [] : []
        return MatchedText(CellText.whole(value, type: type), ranges)
    }

    /// Returns the drawn lines: a value is beside its label if it fits there, otherwise below the label.
    fileprivate func lines(width: Int) -> [PreviewLine] {
        let fields = fields
        let labels = fields.map { TextWidth.columns(of: VisibleText.visible($0.label)) }
        let column = (labels.filter { $0 <= width / 3 }.max() ?? 0) + Self.gap
        return zip(fields, labels).flatMap { field, label -> [PreviewLine] in
            let beside = label + Self.gap <= column ? field.value.lines(width: max(1, width - column)) : []
            if beside.count == 1 { return [.field(field.label, beside[0], column: column)] }
            return [.label(field.label)]
                + field.value.lines(width: max(1, width - Self.indent)).map { .text($0) }
        }
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
            func put(_ text: MatchedText, at column: Int) {
                painter.put(
                    text, at: Point(place.minX + column, place.minY), painter.theme.text, match: painter.theme.match,
                    in: place)
            }
            switch line {
            case .label(let label): painter.line(label, in: place, painter.theme.detail.adding(.bold))
            case .field(let label, let text, let column):
                painter.line(label, in: place, painter.theme.detail.adding(.bold))
                put(text, at: column)
            case .text(let text): put(text, at: Self.indent)
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
