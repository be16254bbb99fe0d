import FHTerminalClient
import FHTerminalScreen

/// Draws the value of a field, and lets the user change it.
protocol FieldEditor {
    /// Makes the editor of a field for a frame.
    init(_ field: FormField)

    /// True if the editor can have the focus.
    var isFocusable: Bool { get }
    /// The number of rows that the value needs at a width.
    func height(width: Int) -> Int
    /// Draws the value, and its target.
    func draw(_ painter: inout Painter, in area: Rect)
}

extension FieldEditor {
    var isFocusable: Bool { true }
    func height(width: Int) -> Int { 1 }
}

extension FormField {
    /// The largest number of columns of a value, because long lines are hard to read.
    static let widest = FieldShape.widest

    /// The editor of the field's type.
    ///
    /// A value of an unknown type is drawn as text.
    var editor: any FieldEditor {
        switch type {
        case "text", "email", "number", "date", "time", "dateTime", "file": LineEditor(self)
        case "secure": SecretEditor(self)
        case "multiline": ParagraphEditor(self)
        case "toggle": ToggleEditor(self)
        case "stepper": StepperEditor(self)
        case "slider": SliderEditor(self)
        case "picker": PickerEditor(self)
        case "multiPicker" where isSearched || options.count > TickEditor.mostOptions: PickerEditor(self)
        case "multiPicker": TickEditor(self)
        default: PlainEditor(self)
        }
    }
}

/// Draws the value of a field of an unknown type as text that can't be changed.
struct PlainEditor: FieldEditor {
    private let text: String

    init(_ field: FormField) { text = FieldText.plain(field.value) }

    var isFocusable: Bool { false }
    func height(width: Int) -> Int { TextFlow.lines(of: text, width: width).count }

    func draw(_ painter: inout Painter, in area: Rect) {
        for (index, line) in TextFlow.lines(of: text, width: area.width).enumerated() {
            painter.put(line, at: Point(area.minX, area.minY + index), painter.theme.detail, in: area)
        }
    }
}

extension Painter {
    /// Returns the style of a value that is not text, such as a check box.
    func style(of field: FormField, isFocused: Bool) -> Style {
        guard field.isEnabled else { return theme.faint }
        guard isFocused else { return theme.text }
        return theme.focusBackground.map { theme.text.on($0).adding(.bold) } ?? theme.text.adding(.reverse)
    }
}
