import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// Edits a Boolean that is drawn as a check box.
struct ToggleEditor: FieldEditor {
    private let field: FormField
    private let isOn: Bool

    init(_ field: FormField) {
        self.field = field
        isOn = ValueText.isOn(field.value)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        let box = Rect(area.minX, area.minY, min(3, area.width), 1)
        let isFocused = painter.hasFocus(field.id)
        painter.put(
            ValueText.checkBox(isOn), at: box.origin, painter.style(of: field, isFocused: isFocused), in: box)
        guard field.isEnabled else { return }
        painter.add(field.target(box, [Binding(.tick, "Tick", act: tick)]))
        painter.onClick(box) { [focusing = painter.focusing] event in
            guard event.kind == .release, event.button == 0 else { return }
            focusing(field.id)
            tick()
        }
    }

    private func tick() { field.enter(.bool(!ValueText.isOn(field.value))) }
}

/// Edits several values, chosen among a few options that are drawn as check boxes.
struct TickEditor: FieldEditor {
    /// The largest number of options for which check boxes are drawn in the form.
    static let mostOptions = 8

    private let field: FormField
    private let options: [JSONValue]
    private let chosen: [JSONValue]

    init(_ field: FormField) {
        self.field = field
        options = field.options
        chosen = field.value.isArray ? Array(field.value.elements) : []
        field.entry.place = min(max(0, field.entry.place), max(0, options.count - 1))
    }

    func height(width: Int) -> Int { max(1, options.count) }

    func draw(_ painter: inout Painter, in area: Rect) {
        let isFocused = painter.hasFocus(field.id)
        let width = options.reduce(0) { max($0, TextWidth.columns(of: title(of: $1)) + 4) }
        for (index, option) in options.enumerated() {
            let line = Rect(area.minX, area.minY + index, min(area.width, width), 1)
            let isHere = isFocused && index == field.entry.place
            let style = painter.style(of: field, isFocused: isHere)
            if isHere { painter.fill(line, style) }
            let isOn = option["value"].map(chosen.contains) ?? false
            painter.line("\(ValueText.checkBox(isOn)) \(title(of: option))", in: line, style)
        }
        if options.isEmpty { painter.line("no options", in: area, painter.theme.faint) }
        guard field.isEnabled else { return }
        painter.add(field.target(area, bindings))
        painter.onClick(area) { [focusing = painter.focusing] event in
            guard event.kind == .release, event.button == 0 else { return }
            focusing(field.id)
            field.entry.place = event.point.y - area.minY
            tick()
        }
    }

    private func title(of option: JSONValue) -> String { FieldText.plain(option["title"] ?? .null) }

    private var bindings: [Binding] {
        let place = field.entry.place
        var bindings = [Binding(.tick, "Tick", act: tick)]
        // Without a further option, the key moves the focus to another field.
        if place > 0 { bindings.append(Binding(.boxUp, "Up", .hidden) { move(-1) }) }
        if place + 1 < options.count { bindings.append(Binding(.boxDown, "Move", shownKeys: "↑↓") { move(1) }) }
        return bindings
    }

    private func move(_ by: Int) {
        field.entry.place += by
        field.interface.needsFrame()
    }

    private func tick() {
        let place = field.entry.place
        guard options.indices.contains(place), let value = options[place]["value"] else { return }
        let before = field.value.isArray ? Array(field.value.elements) : []
        field.enter(FieldText.json(FieldText.toggled(before, value, order: options.compactMap { $0["value"] })))
    }
}
