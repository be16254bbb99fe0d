import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Edits a text in one line: `text`, `email`, `number`, `date`, `time`, `dateTime` and `file`.
struct LineEditor: FieldEditor {
    private let field: FormField
    private let shape: FieldShape

    init(_ field: FormField) {
        self.field = field
        shape = FieldShape(field.type)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let editor = field.entry.editor
        if !field.isTyped, !isNumber(of: editor.text) { editor.show(FieldText.plain(field.value)) }
        let width = min(area.width, shape.width)
        let line = Rect(area.minX, area.minY, width, 1)
        let hint = field.json.object("hints").text("placeholder")
        let target = field.target(line, [next], editor: editor) { enter(editor) }
        painter.line(
            of: editor, target, placeholder: hint.isEmpty ? shape.text : hint, isEnabled: field.isEnabled)
        drawShape(&painter, of: editor, in: line, aside: Rect(line.maxX + 2, area.minY, area.maxX - line.maxX - 2, 1))
    }

    private var next: Binding {
        Binding(.leaveText, "Next", .hidden) { field.interface.moveFocus(1) }
    }

    /// Returns true if a typed text represents the host's number.
    ///
    /// Such a text stays, for example `1.50` although the host's value is 1.5.
    private func isNumber(of text: String) -> Bool {
        guard let number = field.value.doubleValue else { return false }
        return Double(text) == number
    }

    private func enter(_ editor: TextEditor) {
        editor.recordSent()
        field.enter(editor.isEmpty && shape.isNullWhereEmpty ? .null : .string(editor.text))
    }

    /// Draws a hint about a date or a time.
    ///
    /// The missing part of an incomplete date is drawn behind the text. Beside the field, the weekday of a valid date
    /// is drawn, or the expected format if the text does not have it.
    private func drawShape(_ painter: inout Painter, of editor: TextEditor, in line: Rect, aside: Rect) {
        let text = editor.text
        guard field.isEnabled, shape.isDate, !text.isEmpty else { return }
        if let rest = shape.rest(after: text) {
            guard painter.hasFocus(field.id) else { return }
            let style = painter.theme.faint(on: painter.theme.field(isFocused: true))
            painter.put(rest, at: Point(line.minX + editor.characters.count, line.minY), style, in: line)
        } else if let day = CalendarDay(text) {
            painter.line(day.weekday, in: aside, painter.theme.faint)
        } else if !shape.isMet(by: text) {
            painter.line(shape.text, in: aside, painter.theme.faint)
        }
    }
}

/// Edits a text that is drawn as dots, and is sent only by `setSecret`.
struct SecretEditor: FieldEditor {
    private let field: FormField

    init(_ field: FormField) { self.field = field }

    func draw(_ painter: inout Painter, in area: Rect) {
        let editor = field.entry.editor
        let isSet = field.json.object("value").isTrue("isSet")
        if !field.isTyped, !isSet { editor.show("") }
        let line = Rect(area.minX, area.minY, min(area.width, FormField.widest), 1)
        let next = Binding(.leaveText, "Next", .hidden) { field.interface.moveFocus(1) }
        let target = field.target(line, [next], editor: editor) {
            editor.recordSent()
            field.enter(.string(editor.text), "setSecret")
        }
        let hint = field.json.object("hints").text("placeholder")
        painter.line(of: editor, target, placeholder: isSet ? "set" : hint, isEnabled: field.isEnabled)
    }
}

/// Edits a text in several lines.
struct ParagraphEditor: FieldEditor {
    private static let rows = 3...6

    private let field: FormField

    init(_ field: FormField) {
        self.field = field
        if !field.isTyped, let text = field.value.stringValue { field.entry.editor.show(text) }
    }

    /// Lets the user edit the text in a program.
    private func edit() {
        let editor = field.entry.editor
        guard let edit = field.interface.terminal.edit else {
            return field.interface.say("An editor needs a terminal.")
        }
        switch edit(editor.text) {
        case .failed(let reason): field.interface.say(reason)
        case .saved(let text) where !isSameText(text, editor.text):
            editor.replace(by: text)
            field.enter(.string(text))
        case .saved: break
        }
    }

    func height(width: Int) -> Int {
        let rows = EditorRows(field.entry.editor.characters, width: max(1, min(width, FormField.widest) - 1)).rows.count
        return min(max(rows, Self.rows.lowerBound), Self.rows.upperBound)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let editor = field.entry.editor
        let place = Rect(area.minX, area.minY, min(area.width, FormField.widest), area.height)
        let target = field.target(place, [Binding(.editText, "Editor", act: edit)], editor: editor) {
            editor.recordSent()
            field.enter(.string(editor.text))
        }
        let hint = field.json.object("hints").text("placeholder")
        painter.lines(of: editor, target, placeholder: hint, isEnabled: field.isEnabled)
        let hidden = EditorRows(editor.characters, width: max(1, place.width - 1)).rows.count - place.height
        let style = painter.theme.faint(on: painter.theme.field(isFocused: painter.hasFocus(field.id)))
        if editor.scroll > 0 { painter.put("↑", at: Point(place.maxX - 1, place.minY), style, in: place) }
        if editor.scroll < hidden { painter.put("↓", at: Point(place.maxX - 1, place.maxY - 1), style, in: place) }
    }
}
