import FHTerminalScreen

/// A field with a value: its label, its editor, its messages and its conflict.
struct FieldRow {
    private let field: FormField
    private let layout: FormLayout
    private let editor: any FieldEditor
    private let label: [String]
    private let editorHeight: Int
    private let notes: FieldNotes
    private let conflict: FieldConflict?
    /// True if the value is drawn before the label: a check box in a narrow form.
    private let isBeforeLabel: Bool

    init(_ field: FormField, _ layout: FormLayout) {
        self.field = field
        self.layout = layout
        editor = field.editor
        let width = layout.valueWidth(field.path)
        isBeforeLabel = layout.isNarrow && field.type == "toggle"
        let labelWidth = layout.labelWidth(field.path) - (isBeforeLabel ? 4 : layout.isNarrow ? 0 : 2)
        label = TextFlow.lines(of: field.label + field.mark, width: labelWidth)
        editorHeight = editor.height(width: width)
        notes = FieldNotes(field, width: width)
        conflict = FieldConflict(field, width: width)
    }

    /// The blocks of the field.
    ///
    /// The conflict is a block of its own, which is scrolled into view when one of its buttons gets the focus.
    var blocks: [Block] {
        let height = max(notesRow + notes.height, layout.isNarrow ? 0 : label.count)
        let targets = field.isEnabled && editor.isFocusable ? [field.id] : []
        let below = conflict?.block(at: layout.value(field.path), width: layout.valueWidth(field.path))
        return [Block(height: height, targets: targets, draw)] + (below.map { [$0] } ?? [])
    }

    /// The first row of the value.
    private var valueRow: Int { layout.isNarrow && !isBeforeLabel ? label.count : 0 }
    /// The first row of the messages.
    private var notesRow: Int { isBeforeLabel ? max(1, label.count) : valueRow + editorHeight }

    private func draw(_ painter: inout Painter, in area: Rect) {
        field.entry.draw(FormField.Shown(node: field.node, json: field.json))
        let left = area.minX + layout.label(field.path)
        let x = area.minX + layout.value(field.path)
        let rest = Rect(x, area.minY, layout.valueWidth(field.path), area.height)
        // A field out of view is not drawn, but can still get the focus.
        if area.intersection(painter.clip).isEmpty, !painter.hasFocus(field.id) {
            field.entry.anchor = rest
            if field.isEnabled, editor.isFocusable { painter.add(field.target(rest)) }
            return
        }
        // A click beside the value gives the focus to the field too.
        if field.isEnabled, editor.isFocusable {
            painter.onClick(area) { [focusing = painter.focusing] event in
                if event.kind == .press, event.button == 0 { focusing(field.id) }
            }
        }
        FieldLabel.draw(&painter, label, of: field, at: Point(left + (isBeforeLabel ? 4 : 0), area.minY))
        let value = Rect(x, area.minY + valueRow, rest.width, editorHeight)
        field.entry.anchor = value
        editor.draw(&painter, in: value)
        notes.draw(&painter, in: rest.inset(top: notesRow))
    }
}

/// The label of a field.
enum FieldLabel {
    /// Draws the lines of a label: bold if the focus is in the field, faint if the field can't be changed.
    static func draw(_ painter: inout Painter, _ lines: [String], of field: FormField, at point: Point) {
        let hasFocus = field.contains(painter.focus)
        let style = !field.isEnabled ? painter.theme.faint : hasFocus ? painter.theme.title : painter.theme.detail
        for (index, line) in lines.enumerated() { painter.put(line, at: Point(point.x, point.y + index), style) }
    }
}
