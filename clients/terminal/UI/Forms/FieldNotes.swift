import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The texts below a field or a form: errors and warnings, or a help text or a notice of success if there are none.
struct FieldNotes {
    private enum Importance {
        case error, warning, help, success
    }

    private let lines: [(text: String, indent: Int, importance: Importance)]

    /// Breaks messages into lines.
    init(_ messages: [JSONValue], help: String = "", success: String = "", width: Int) {
        var lines: [(String, Int, Importance)] = []
        for message in messages {
            // The sign distinguishes errors and warnings without colours.
            let isWarning = message.text("severity") == "warning"
            let broken = TextFlow.lines(of: message.text("text"), width: width - 2)
            for (index, line) in broken.enumerated() {
                let sign = index == 0 ? (isWarning ? "△ " : "! ") : ""
                lines.append((sign + line, index == 0 ? 0 : 2, isWarning ? .warning : .error))
            }
        }
        if lines.isEmpty, !help.isEmpty {
            lines = TextFlow.lines(of: help, width: width).map { ($0, 0, .help) }
        }
        if lines.isEmpty, !success.isEmpty {
            lines = TextFlow.lines(of: "✓ \(success)", width: width).map { ($0, 0, .success) }
        }
        self.lines = lines
    }

    /// The messages of a field.
    init(_ field: FormField, width: Int) {
        let help = [field.json.text("description"), field.json.object("hints").text("help")]
        self.init(field.messages, help: help.filter { !$0.isEmpty }.joined(separator: "\n"), width: width)
    }

    var height: Int { lines.count }

    func draw(_ painter: inout Painter, in area: Rect) {
        for (index, line) in lines.enumerated() {
            let style =
                switch line.importance {
                case .error: painter.theme.error
                case .warning: painter.theme.warning
                case .help: painter.theme.faint
                case .success: painter.theme.success
                }
            painter.put(line.text, at: Point(area.minX + line.indent, area.minY + index), style, in: area)
        }
    }
}

/// The conflict of a field that another client has changed while the user edited it.
///
/// It is drawn as the other client's value, with the buttons that resolve the conflict.
struct FieldConflict {
    private static let answers = [("keepMine", "Keep mine"), ("takeTheirs", "Take theirs")]

    private let field: FormField
    private let lines: [String]
    private let buttons: [Button]
    /// True if the buttons are in the same line as the other client's value.
    private let isBeside: Bool
    private let buttonRows: Int

    /// Returns the conflict of a field; nil if it has none.
    init?(_ field: FormField, width: Int) {
        guard let conflict = field.json.value("conflict"), conflict.isObject else { return nil }
        self.field = field
        let theirs = FieldText.titled(conflict["theirs"] ?? .null, of: field.json)
        buttons = Self.answers.map { action, title in
            Button("\(field.id)\u{1F}\(action)", title, unless: field.node.refusal(of: action), isFocusable: false) {
                field.send(action)
            }
        }
        let needed = buttons.reduce(0) { $0 + $1.width + 1 }
        let text = "theirs: \(theirs)"
        isBeside = TextWidth.columns(of: VisibleText.visible(text)) + 2 + needed <= width + 1
        buttonRows = Painter.rows(of: buttons, width: width).count
        lines = Array(TextFlow.lines(of: text, width: width).prefix(4))
    }

    private var height: Int { isBeside ? 1 : lines.count + buttonRows }
    private var targets: [String] { buttons.filter { $0.reason == nil }.map(\.id) }

    /// Returns a block that draws the conflict from a column on.
    func block(at x: Int, width: Int) -> Block {
        Block(height: height, targets: targets) { painter, area in
            draw(&painter, in: Rect(area.minX + x, area.minY, width, area.height))
        }
    }

    private func draw(_ painter: inout Painter, in area: Rect) {
        var x = area.minX
        for (index, line) in lines.enumerated() {
            let end = painter.put(line, at: Point(area.minX, area.minY + index), painter.theme.warning, in: area)
            if isBeside { x = end + 2 }
        }
        let place = isBeside ? Rect(x, area.minY, area.maxX - x, 1) : area.inset(top: lines.count)
        for (index, row) in Painter.rows(of: buttons, width: place.width).enumerated() {
            var x = place.minX
            for button in row { x = draw(button, at: Point(x, place.minY + index), &painter) + 1 }
        }
    }

    /// Draws a button with a target of the field, so that the host is notified when the focus enters or leaves it.
    private func draw(_ button: Button, at point: Point, _ painter: inout Painter) -> Int {
        let end = painter.button(button, at: point)
        guard button.reason == nil else { return end }
        let press = Binding(.press, button.title, shownKeys: "⏎", act: button.press)
        painter.add(field.target(Rect(point.x, point.y, button.width, 1), id: button.id, [press]))
        return end
    }
}
