import FHTerminalClient
import FHTerminalScreen

/// The offer to restore a draft, above a form or a flow.
///
/// The user answers it by keys or clicks, so that the focus stays in the form or the flow.
struct DraftLine {
    private static let text = "There is a draft from an earlier session."
    private static let answers = [
        ("restoreDraft", "Restore", KeyAction.restoreDraft), ("discardDraft", "Discard", .discardDraft),
    ]

    private let node: Node
    private let keymap: Keymap

    /// Makes the offer of a form or a flow; nil if there is no draft.
    init?(_ node: Node, _ keymap: Keymap, hasDraft: Bool) {
        guard hasDraft else { return nil }
        self.node = node
        self.keymap = keymap
    }

    /// The keys of the answers.
    var bindings: [Binding] {
        Self.answers.map { action, title, key in
            Binding(key, "\(title) the draft", .helpOnly, unless: node.refusal(of: action)) {
                node.send(action, title: title)
            }
        }
    }

    private var buttons: [Button] {
        Self.answers.map { action, title, key in
            Button(
                "\(node.identity)\u{1F}\(action)", title, key: keymap.text(of: key) ?? "",
                unless: node.refusal(of: action),
                isFocusable: false
            ) {
                node.send(action, title: title)
            }
        }
    }

    /// Returns the block of the offer: a text, with the buttons at the right or below.
    func block(width: Int) -> Block {
        let buttons = buttons
        let needed = buttons.reduce(-1) { $0 + $1.width + 1 }
        let lines = TextFlow.lines(of: Self.text, width: width)
        let isBeside = TextWidth.columns(of: Self.text) + 2 + needed <= width
        let rows = Painter.rows(of: buttons, width: width).count
        return Block(height: isBeside ? 1 : lines.count + rows) { painter, area in
            for (index, line) in (isBeside ? [Self.text] : lines).enumerated() {
                painter.put(line, at: Point(area.minX, area.minY + index), painter.theme.accent, in: area)
            }
            let place = isBeside ? area : area.inset(top: lines.count)
            painter.buttons(buttons, in: place, alignment: isBeside ? .trailing : .leading)
        }
    }
}
