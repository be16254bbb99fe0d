import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A line of a layout with a label and a value.
///
/// If the line has an action, the user can change the value or press the line.
struct LayoutValue {
    private static let barWidth = 24

    private let line: LayoutLine
    private let node: Node
    private let interface: Interface

    init(_ line: LayoutLine, _ node: Node, _ interface: Interface) {
        self.line = line
        self.node = node
        self.interface = interface
    }

    var id: String { "value \(node.identity)\u{1F}\(line.key)\u{1F}\(line.action)\u{1F}\(line.label)" }

    /// True if the line can have the focus.
    var isFocusable: Bool { !line.action.isEmpty && node.refusal(of: line.action) == nil }

    private var value: JSONValue? { line.value(in: node) }
    private var setsValue: Bool { !line.action.isEmpty && node.takesValue(line.action) }
    private var isNumber: Bool { setsValue && line.isNumber }
    private var isText: Bool { setsValue && !line.isNumber && line.type != "toggle" && line.type != "image" }

    // MARK: Drawing

    func block(labelWidth: Int, width: Int) -> Block {
        if isText { return editorBlock(labelWidth: labelWidth, width: width) }
        let indent = labelWidth > 0 ? labelWidth + Block.labelGap : 0
        let text = text(width: max(1, width - indent))
        let plain = Block.labelled(line.label, text, labelWidth: labelWidth, width: width, style)
        guard !line.action.isEmpty else { return plain }
        guard isFocusable else {
            return Block(height: plain.height) { painter, area in
                plain.draw(&painter, area)
                painter.restyle(area) { [faint = painter.theme.faint] _ in faint }
            }
        }
        return Block(height: plain.height, targets: [id]) { painter, area in
            plain.draw(&painter, area)
            if painter.hasFocus(id) { painter.restyle(area, painter.theme.active) }
            painter.add(Target(id, area, bindings))
            if !isNumber { painter.scene.add(Button(id, title, press: press)) }
            painter.onClick(area) { [focusing = painter.focusing] event in
                guard event.button == 0, event.kind == .press else { return }
                focusing(id)
                click(column: event.point.x - area.minX - indent)
            }
        }
    }

    private var style: Style? {
        if let tone = line.cell.flatMap({ interface.theme.style(ofTone: $0.tone) }) { return tone }
        switch line.json.text("role") {
        case "primary": return interface.theme.title
        case "destructive": return interface.theme.error
        default: return line.action.isEmpty || line.type == "toggle" || isNumber ? nil : interface.theme.accent
        }
    }

    private func text(width: Int) -> String {
        if let cell = line.cell { return cell.line }
        switch line.type {
        case "toggle": return ValueText.checkBox(ValueText.isOn(value))
        case "progress":
            if let share { return isNumber ? "‹ \(bar(share, width: width - 9)) ›" : bar(share, width: width - 5) }
        case "image":
            let name = ValueText.of(value)
            return "[image: \(name.isEmpty ? line.label : name)]"
        default: break
        }
        let text = ValueText.of(value)
        return isNumber ? "‹ \(text) ›" : text
    }

    /// The filled part of a progress bar, from 0 to 1; nil if the value is not a number.
    ///
    /// A value of at most 1 is the part itself, and a greater value is a percentage.
    private var share: Double? {
        guard let number = value?.doubleValue, !number.isNaN else { return nil }
        return min(1, max(0, number <= 1 ? number : number / 100))
    }

    private func bar(_ share: Double, width: Int) -> String {
        let width = min(Self.barWidth, max(0, width))
        let full = Int((share * Double(width)).rounded())
        return String(repeating: "━", count: full) + String(repeating: "╌", count: width - full)
            + " \(Int((share * 100).rounded()))%"
    }

    private func editorBlock(labelWidth: Int, width: Int) -> Block {
        let editor = interface.memory.object("text\u{1F}\(id)") { TextEditor() }
        // An unanswered request may contain a newer text than the state.
        if !node.session.isWaiting, node.session.end == nil { editor.show(ValueText.of(value)) }
        let indent = labelWidth > 0 ? labelWidth + Block.labelGap : 0
        let label = Block.labelled(line.label, "", labelWidth: labelWidth, width: width)
        return Block(height: max(1, label.height), targets: [id]) { painter, area in
            label.draw(&painter, area)
            let place = Rect(area.minX + indent, area.minY, max(0, width - indent), 1)
            let target = Target(
                id, place, editor: editor,
                edited: {
                    editor.recordSent()
                    node.newest.press(line) { $0.field("value", editor.text) }
                })
            painter.line(of: editor, target, isEnabled: isFocusable)
        }
    }

    // MARK: Keys

    private var title: String { line.label.isEmpty ? (setsValue ? "Change" : "Press") : line.label }

    private var bindings: [Binding] {
        guard isNumber else {
            return [Binding(.press, title, shownKeys: "⏎") { press() }]
        }
        return [
            Binding(.less, "Less", .helpOnly) { step(-1) },
            Binding(.more, "Change", shownKeys: "←→") { step(1) },
            Binding(.muchLess, "Less by ten", .helpOnly) { step(-10) },
            Binding(.muchMore, "More by ten", .helpOnly) { step(10) },
        ]
    }

    private func click(column: Int) {
        guard isNumber else { return press() }
        let width = TextWidth.columns(of: text(width: .max / 2))
        if column == 0 { step(-1) } else if column == width - 1 { step(1) }
    }

    private func press() {
        // The keys before this one may have changed the value.
        node.session.inTurn {
            let node = node.newest
            guard setsValue else { return node.press(line) }
            node.press(line) { $0.field("value", !ValueText.isOn(node.state[line.key])) }
        }
    }

    private func step(_ by: Int) {
        node.session.inTurn {
            let node = node.newest
            guard let value = node.state[line.key] else { return }
            if let number = value.intValue, !isShare {
                let (sum, overflows) = number.addingReportingOverflow(by)
                if !overflows { node.press(line) { $0.field("value", sum) } }
            } else if let number = value.doubleValue {
                let sum = isShare ? ((number + Double(by) / 20) * 100).rounded() / 100 : number + Double(by)
                node.press(line) { $0.field("value", sum) }
            }
        }
    }

    /// True if the value goes from 0 to 1, so that a key changes it by 0.05.
    private var isShare: Bool {
        let action = node.session.catalog[node.snapshot.feature]?.action(line.action)
        let limit = action?.object("params").object("properties").object("value")["maximum"]?.doubleValue
        return line.type == "progress" && (limit ?? 100) <= 1
    }
}
