/// The cells of a screen, on which a frame is drawn.
///
/// Nothing is drawn outside the canvas, and nothing that is drawn can control the terminal (``VisibleText``).
///
/// ```swift
/// var canvas = screen.canvas()
/// canvas.put("Buy milk", at: Point(2, 0), Style(.bold))
/// screen.show(canvas)
/// ```
public struct Canvas {
    /// The number of columns and rows.
    public let size: Size
    /// The place of the terminal's cursor; nil to hide it.
    public var cursor: Point?
    let tables: CellTables
    private(set) var cells: [Cell]

    /// Makes an empty canvas that belongs to no ``Screen``.
    public init(_ size: Size) { self.init(size, CellTables()) }

    init(_ size: Size, _ tables: CellTables) {
        self.size = size
        self.tables = tables
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    /// The whole canvas.
    public var bounds: Rect { Rect(0, 0, size.width, size.height) }

    /// The cells of a row.
    func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

    /// Returns the text of a row, without the blanks at its end.
    public func text(ofRow y: Int) -> String {
        var text = ""
        for cell in row(y) where cell.width > 0 { text.append(tables.character(of: cell.glyph)) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Returns the style of a cell.
    public func style(at point: Point) -> Style { tables.styles[Int(cells[point.y * size.width + point.x].style)] }

    /// Replaces the cells of a row.
    mutating func replaceRow(_ y: Int, _ row: ArraySlice<Cell>) {
        cells.replaceSubrange(y * size.width..<(y + 1) * size.width, with: row)
    }

    // MARK: Drawing

    /// Draws a text in one line.
    ///
    /// - Parameters:
    ///   - text: the text. The part outside the area is omitted; a wide character of which one column is outside
    ///     becomes a blank.
    ///   - point: the place of the first character; it may be outside the canvas.
    ///   - style: the style of the text's cells.
    ///   - area: the cells that may be changed; nil for all.
    /// - Returns: the column after the text, even if a part of the text was omitted.
    @discardableResult
    public mutating func put(_ text: String, at point: Point, _ style: Style = .plain, in area: Rect? = nil) -> Int {
        let area = area?.intersection(bounds) ?? bounds
        var x = point.x
        guard (area.minY..<area.maxY).contains(point.y) else { return x + TextWidth.columns(of: text) }
        let number = tables.number(of: style)
        for character in text {
            let visible = VisibleText.visible(character)
            let width = TextWidth.columns(of: visible)
            if width == 0 { continue }
            if x >= area.maxX { return point.x + TextWidth.columns(of: text) }
            put(visible, width, at: Point(x, point.y), number, in: area)
            x += width
        }
        return x
    }

    private mutating func put(_ character: Character, _ width: Int, at point: Point, _ style: Int32, in area: Rect) {
        guard point.x >= area.minX, point.x + width <= area.maxX else {
            // One column of a wide character may be in the area.
            for x in point.x..<point.x + width where (area.minX..<area.maxX).contains(x) {
                set(Cell(glyph: .space, style: style, width: 1), at: Point(x, point.y))
            }
            return
        }
        set(Cell(glyph: tables.glyph(of: character), style: style, width: UInt8(width)), at: point)
        if width == 2 {
            set(Cell(glyph: .space, style: style, width: 0), at: Point(point.x + 1, point.y), isSecondHalf: true)
        }
    }

    /// Replaces a cell.
    ///
    /// If only half of a wide character is replaced, the other half becomes a blank.
    private mutating func set(_ cell: Cell, at point: Point, isSecondHalf: Bool = false) {
        let index = point.y * size.width + point.x
        if cells[index].width == 0, !isSecondHalf { blank(index - 1) }
        if cells[index].width == 2 { blank(index + 1) }
        cells[index] = cell
    }

    private mutating func blank(_ index: Int) {
        cells[index].glyph = .space
        cells[index].width = 1
    }

    /// Fills an area with a character of one column.
    public mutating func fill(_ area: Rect, with character: Character = " ", _ style: Style = .plain) {
        let area = area.intersection(bounds)
        let number = tables.number(of: style)
        for y in area.minY..<area.maxY {
            for x in area.minX..<area.maxX { put(character, 1, at: Point(x, y), number, in: area) }
        }
    }

    /// Changes the style of cells, and keeps their characters.
    public mutating func restyle(_ area: Rect, _ change: (Style) -> Style) {
        let area = area.intersection(bounds)
        var changed: [Int32: Int32] = [:]
        for y in area.minY..<area.maxY {
            for index in y * size.width + area.minX..<y * size.width + area.maxX {
                let old = cells[index].style
                let new = changed[old] ?? tables.number(of: change(tables.styles[Int(old)]))
                changed[old] = new
                cells[index].style = new
            }
        }
    }
}
