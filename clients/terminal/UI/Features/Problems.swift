import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// An error of a feature.
struct ErrorEntry {
    let id: String
    let message: String
    /// The action that retries the failed work; nil if there is none.
    let retry: String?

    init(_ json: JSONValue) {
        id = json.text("id")
        message = json.text("message")
        retry = json.value("retry")?.stringValue
    }
}

/// The errors of a feature that are drawn within the feature.
struct Problems {
    /// The largest number of lines of a message.
    private static let mostLines = 12

    private let node: Node
    private let errors: [ErrorEntry]

    init(_ node: Node, _ displays: String...) {
        self.node = node
        errors = displays.flatMap { node.errors($0) }.map(ErrorEntry.init)
    }

    var isEmpty: Bool { errors.isEmpty }

    static func retry(_ node: Node, _ error: ErrorEntry) {
        guard let retry = error.retry else { return }
        node.send(retry, title: "Retry", Params { $0.field("id", error.id) })
    }

    static func dismiss(_ node: Node, _ error: ErrorEntry) {
        node.send("dismissError", title: "Dismiss", Params { $0.field("id", error.id) })
    }

    /// Returns a block for each error, with its buttons.
    func blocks(width: Int) -> [Block] {
        errors.map { error in
            let buttons = self.buttons(of: error)
            let buttonsWidth = buttons.reduce(0) { $0 + $1.width + 1 }
            let message = "! \(error.message)"
            let beside = TextFlow.lines(of: message, width: max(1, width - buttonsWidth - 1))
            let isBeside = width - buttonsWidth >= 24 && beside.count <= 2
            let shown = Self.cut(isBeside ? beside : TextFlow.lines(of: message, width: width), width: width)
            let height = shown.count + (isBeside ? 0 : 1)
            return Block(height: height, targets: buttons.map(\.id)) { painter, area in
                for (index, line) in shown.enumerated() {
                    painter.put(line, at: Point(area.minX, area.minY + index), painter.theme.error, in: area)
                }
                let x = isBeside ? area.maxX - buttonsWidth + 1 : area.minX
                painter.buttons(buttons, in: Rect(x, isBeside ? area.minY : area.maxY - 1, area.maxX - x, 1))
            }
        }
    }

    /// Returns the first lines of a message; the last line ends with `…` if lines are missing.
    private static func cut(_ lines: [String], width: Int) -> [String] {
        guard lines.count > mostLines else { return lines }
        return lines.prefix(mostLines - 1) + [TextFlow.cut(lines[mostLines - 1] + " …", width: width)]
    }

    private func buttons(of error: ErrorEntry) -> [Button] {
        var buttons: [Button] = []
        if error.retry != nil {
            buttons.append(
                Button("retry \(error.id)", "Retry", role: "primary") { Self.retry(node, error) })
        }
        buttons.append(Button("dismiss \(error.id)", "Dismiss") { Self.dismiss(node, error) })
        return buttons
    }
}
