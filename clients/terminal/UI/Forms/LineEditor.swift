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
            let style = painter.theme.faint.like(painter.theme.field(isFocused: true))
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
        let style = painter.theme.faint.like(painter.theme.field(isFocused: painter.hasFocus(field.id)))
        if editor.scroll > 0 { painter.put("↑", at: Point(place.maxX - 1, place.minY), style, in: place) }
        if editor.scroll < hidden { painter.put("↓", at: Point(place.maxX - 1, place.maxY - 1), style, in: place) }
    }
}

/// The expected format of a typed value, as a hint for users.
struct FieldShape {
    /// The format, such as `YYYY-MM-DD`, or a description; empty for a text or number in any format.
    let text: String
    /// The number of columns of the field.
    let width: Int
    /// True for a date or a time.
    let isDate: Bool
    /// True if an empty text is sent as null.
    let isNullWhereEmpty: Bool

    init(_ type: String) {
        switch type {
        case "date": self.init("YYYY-MM-DD", 14, isDate: true)
        case "time": self.init("HH:MM", 14, isDate: true)
        case "dateTime": self.init("YYYY-MM-DDTHH:MM:SSZ", 28, isDate: true)
        case "file": self.init("path of a file", FormField.widest)
        case "number": self.init("", 20, isNullWhereEmpty: true)
        default: self.init("", FormField.widest)
        }
    }

    private init(_ text: String, _ width: Int, isDate: Bool = false, isNullWhereEmpty: Bool = false) {
        self.text = text
        self.width = width
        self.isDate = isDate
        self.isNullWhereEmpty = isDate || isNullWhereEmpty
    }

    /// Returns the part of the format that is not typed yet; nil if nothing is missing, or if the typed text differs.
    func rest(after typed: String) -> String? {
        guard typed.count < text.count, fits(typed) else { return nil }
        return String(text.dropFirst(typed.count))
    }

    /// Returns true if a text has the format.
    ///
    /// Fractions of a second and an offset other than `Z` may follow a time.
    func isMet(by typed: String) -> Bool {
        let needed = text.count - (text.hasSuffix("Z") ? 1 : 0)
        let isLong = typed.count == needed || typed.count > needed && text.contains("H")
        return isLong && fits(typed.prefix(needed))
    }

    private func fits(_ typed: some StringProtocol) -> Bool {
        zip(typed, text).allSatisfy { character, expected in
            "YMDHS".contains(expected) ? character.isASCII && character.isNumber : character == expected
        }
    }
}

/// A day of the Gregorian calendar.
struct CalendarDay {
    /// The weekday, such as `Tuesday`.
    let weekday: String

    /// Reads a day such as `2026-11-24`; nil if the text is not a valid day.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.allSatisfy({ $0.isASCII }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        // Sakamoto's method: the offsets are those of the months in a year that begins with March.
        let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let years = month < 3 ? year - 1 : year
        let number = (years + years / 4 - years / 100 + years / 400 + offsets[month - 1] + day) % 7
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        weekday = names[(number + 7) % 7]
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
