import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for a field, such as an entered value that the host has not answered yet.
final class FieldEntry {
    /// Determines whether the entered value is newer than the value in a snapshot.
    let pending = PendingEntry()
    /// The text, in a field with text.
    let editor: TextEditor
    /// The entered value, in a field without text.
    var value = JSONValue.null
    /// The index of the option with the cursor, in a field with a check box for each option.
    var place = 0
    /// The digits that were typed one after another, in a field with a number without a text.
    var digits = ""
    /// The cells of the field's value, below or above which the list of options opens.
    var anchor = Rect(0, 0, 0, 0)
    /// The ids of the items of a repeated field in the last frame; nil before the first frame.
    var items: [String]?
    /// True after the user has added an item, until the item arrives from the host and gets the focus.
    var awaitsItem = false
    /// The field as it was drawn last; nil if it was not drawn since the last ``takeDrawn()``.
    private var drawn: FormField.Shown?

    init(type: String) {
        editor = TextEditor(isMultiline: type == "multiline", isSecret: type == "secure")
    }

    /// Records that the field is drawn.
    func draw(_ shown: FormField.Shown) { drawn = shown }

    /// Returns the field as it was drawn since the last call of this function; nil if it was not drawn.
    func takeDrawn() -> FormField.Shown? {
        defer { drawn = nil }
        return drawn
    }
}
