import FHTerminalScreen

extension Painter {
    /// Draws a text that can be edited in one line, and its target.
    ///
    /// - Parameters:
    ///   - placeholder: shown while the text is empty.
    ///   - isEnabled: false if the text can't be edited now.
    public mutating func line(
        of editor: TextEditor, _ target: Target, placeholder: String = "", isEnabled: Bool = true
    ) {
        let area = target.area
        let isFocused = hasFocus(target.id)
        let style = isEnabled ? theme.field(isFocused: isFocused) : theme.faint
        fill(area, style)
        let shown = editor.characters.map { editor.isSecret ? "•" : VisibleText.visible($0) }
        let widths = shown.map { TextWidth.columns(of: $0) }
        let place = widths[..<editor.cursor].reduce(0, +)
        // The cursor needs a column behind the text.
        editor.scroll = min(editor.scroll, place)
        editor.scroll = max(editor.scroll, place - area.width + 1, 0)
        let isCut = widths.reduce(0, +) - editor.scroll > area.width
        put(String(shown), at: Point(area.minX - editor.scroll, area.minY), style, in: area)
        if isCut { put("…", at: Point(area.maxX - 1, area.minY), theme.faint(on: style), in: area) }
        if shown.isEmpty {
            put(TextFlow.cut(placeholder, width: area.width), at: area.origin, theme.faint(on: style), in: area)
        }
        guard isEnabled else { return }
        add(target)
        if isFocused { showCursor(at: Point(area.minX + place - editor.scroll, area.minY)) }
        onEditorClick(editor, target) { Self.index(at: $0.x + editor.scroll, widths) }
    }

    /// Draws a text that can be edited in several lines, and its target.
    public mutating func lines(
        of editor: TextEditor, _ target: Target, placeholder: String = "", isEnabled: Bool = true
    ) {
        let area = target.area
        let isFocused = hasFocus(target.id)
        let style = isEnabled ? theme.field(isFocused: isFocused) : theme.faint
        fill(area, style)
        let rows = EditorRows(editor.characters, width: max(1, area.width - 1))
        let cursor = rows.place(of: editor.cursor)
        editor.scroll = min(editor.scroll, cursor.y)
        editor.scroll = max(editor.scroll, cursor.y - area.height + 1, 0)
        for (index, row) in rows.rows.dropFirst(editor.scroll).prefix(area.height).enumerated() {
            let text = String(editor.characters[row].filter { $0 != "\n" })
            put(text, at: Point(area.minX, area.minY + index), style, in: area)
        }
        if editor.isEmpty {
            put(TextFlow.cut(placeholder, width: area.width), at: area.origin, theme.faint(on: style), in: area)
        }
        guard isEnabled else { return }
        add(target)
        if isFocused { showCursor(at: Point(area.minX + cursor.x, area.minY + cursor.y - editor.scroll)) }
        onEditorClick(editor, target) { rows.index(at: Point($0.x, $0.y + editor.scroll)) }
    }

    /// Makes a click into a text move the focus to the text, and the cursor to the clicked character.
    ///
    /// - Parameter index: returns the index of the character at a cell of the target's area.
    private mutating func onEditorClick(
        _ editor: TextEditor, _ target: Target, index: @escaping (Point) -> Int
    ) {
        onClick(target.area) { [focusing] event in
            guard event.kind == .press, event.button == 0 else { return }
            focusing(target.id)
            let area = target.area
            editor.move(to: index(Point(event.point.x - area.minX, event.point.y - area.minY)))
        }
    }

    private static func index(at column: Int, _ widths: [Int]) -> Int {
        var x = 0
        for (index, width) in widths.enumerated() {
            if x + width > column { return index }
            x += width
        }
        return widths.count
    }
}

/// The rows of a text that is broken at a width.
public struct EditorRows {
    /// The characters of each row; a line break belongs to the row that it ends.
    public private(set) var rows: [Range<Int>] = []
    private let characters: [Character]

    /// Breaks characters into rows.
    public init(_ characters: [Character], width: Int) {
        self.characters = characters
        var start = 0
        var columns = 0
        for (index, character) in characters.enumerated() {
            let needed = character == "\n" ? 0 : TextWidth.columns(of: VisibleText.visible(character))
            if columns + needed > width {
                rows.append(start..<index)
                (start, columns) = (index, 0)
            }
            columns += needed
            if character == "\n" {
                rows.append(start..<index + 1)
                (start, columns) = (index + 1, 0)
            }
        }
        rows.append(start..<characters.count)
    }

    /// Returns the column and row of a character.
    func place(of index: Int) -> Point {
        let row = rows.lastIndex { $0.lowerBound <= index } ?? 0
        let before = characters[rows[row].lowerBound..<index]
        return Point(before.reduce(0) { $0 + TextWidth.columns(of: VisibleText.visible($1)) }, row)
    }

    /// Returns the index of the character at a point, or of the nearest character.
    func index(at point: Point) -> Int {
        let row = rows[min(max(0, point.y), rows.count - 1)]
        var x = 0
        for index in row {
            if characters[index] == "\n" { return index }
            x += TextWidth.columns(of: VisibleText.visible(characters[index]))
            if x > point.x { return index }
        }
        return row.upperBound
    }
}

extension Style {
    /// Returns the style with the background and the attributes of another one.
    func like(_ other: Style) -> Style { on(other.background).adding(other.attributes) }
}
