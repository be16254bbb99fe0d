import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Edits one or several values, which the user chooses in a list of options over the form.
struct PickerEditor: FieldEditor {
    private let field: FormField

    init(_ field: FormField) { self.field = field }

    func draw(_ painter: inout Painter, in area: Rect) {
        let options = field.options.prefix(200)
        let longest = options.reduce(0) { widest, option in
            max(widest, TextWidth.columns(of: VisibleText.visible(FieldText.plain(option["title"] ?? .null))))
        }
        let choice = OptionChoice(field)
        let names = choice.names
        let isLong = choice.isMany || field.isSearched
        let box = Rect(area.minX, area.minY, min(area.width, isLong ? FormField.widest : max(20, longest + 4)), 1)
        let isFocused = painter.hasFocus(field.id)
        let style = style(&painter, isFocused: isFocused)
        painter.fill(box, style)
        let text = box.inset(right: 2)
        painter.line(names ?? "none", in: text, names == nil ? painter.theme.faint(on: style) : style)
        painter.put("▾", at: Point(box.maxX - 1, box.minY), painter.theme.faint(on: style), in: box)
        guard field.isEnabled else { return }
        painter.add(field.target(box, [Binding(.press, "Choose") { open() }], typed: { open(typing: $0) }))
        painter.onClick(area) { [focusing = painter.focusing] event in
            guard event.button == 0 else { return }
            if event.kind == .press { focusing(field.id) }
            if event.kind == .release { open() }
        }
    }

    private func style(_ painter: inout Painter, isFocused: Bool) -> Style {
        guard field.isEnabled else { return painter.theme.faint }
        if isFocused { return painter.style(of: field, isFocused: true) }
        return painter.theme.field(isFocused: false)
    }

    /// Opens the list of options, in which the user can search.
    ///
    /// - Parameter first: the first character of the words to search for; nil for a list without words.
    private func open(typing first: Character? = nil) {
        // The list opens without a query. If the source has failed, the empty query makes it try again.
        let source = field.json.object("optionsFrom")
        if first == nil, field.isSearched, !source.text("query").isEmpty || source.text("status") == "failed" {
            field.send("searchOptions") { $0.field("query", "") }
        }
        let list = OptionList(field)
        field.interface.open(list)
        if let first {
            list.editor.insert(String(first))
            list.edited()
        }
    }
}

/// The chosen values of a field with options, and the change of them.
struct OptionChoice {
    private let field: FormField
    /// True if several options can be chosen.
    let isMany: Bool

    init(_ field: FormField) {
        self.field = field
        isMany = field.type == "multiPicker"
    }

    /// The chosen values.
    var chosen: [JSONValue] {
        let value = field.value
        if isMany { return value.isArray ? Array(value.elements) : [] }
        return value.isNull ? [] : [value]
    }

    /// The titles of the chosen values; nil if no value is chosen.
    var names: String? {
        let chosen = chosen
        return chosen.isEmpty ? nil : FieldText.titled(isMany ? FieldText.json(chosen) : chosen[0], of: field.json)
    }

    /// True if the list offers the empty choice: if it is allowed, or if no option is chosen.
    var mayBeNone: Bool {
        guard !isMany else { return false }
        let value = field.value
        if field.json["allowsNone"]?.boolValue != false || value.isNull { return true }
        return !field.isSearched && !field.options.contains { $0["value"] == value }
    }

    /// Enters a value; in a field with several values, adds or removes the value.
    func choose(_ value: JSONValue) {
        guard isMany else {
            if value != field.value { field.enter(value) }
            return
        }
        let order = field.isSearched ? [] : field.options.compactMap { $0["value"] }
        field.enter(FieldText.json(FieldText.toggled(chosen, value, order: order)))
    }
}
