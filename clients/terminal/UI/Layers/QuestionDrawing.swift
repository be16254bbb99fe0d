import FHTerminalClient
import FHTerminalScreen

extension Painter {
    /// Draws a question in a frame, with its buttons.
    ///
    /// - Parameters:
    ///   - key: the name under which the scroll position of a long text is remembered.
    ///   - state: the state of the layer. If the user does not expect the question, keys only scroll until an arrow
    ///     key or escape leads to the buttons, because the user may still be typing.
    mutating func question(_ question: Question, in area: Rect, key: String, _ state: LayerState) {
        let width = min(max(36, area.width * 3 / 4), 62, area.width)
        let padding = width < 40 ? 2 : 3
        let inner = width - 2 * padding
        // The last column is for the scroll bar.
        var head = question.title.isEmpty ? [] : [Block.prose(question.title, width: inner - 1, theme.title)]
        var blocks = question.message.isEmpty ? [] : [Block.prose(question.message, width: inner - 1, theme.detail)]
        if !head.isEmpty, !blocks.isEmpty { head.append(.space()) }
        // On a low screen, the title is scrolled together with the text.
        if area.height < head.height + 8 { (head, blocks) = ([], head + blocks) }
        let buttons = question.choices.enumerated().map { index, choice in
            Button("choice \(index)", choice.title, role: choice.role, unless: choice.reason, press: choice.press)
        }
        let rows = Painter.rows(of: buttons, width: inner).count
        // The line of the hint is kept when the hint is gone, so that the buttons do not move during a click.
        let hint = state.isExpected ? 0 : 2
        let text = blocks.height
        let most = area.height < 16 ? area.height : area.height - 2
        let below = min(hint + (rows > 0 ? rows + 1 : 0), max(0, area.height - 3))
        let height = min(most, head.height + text + below + 2)
        let box = Rect(area.minX + (area.width - width) / 2, area.minY + (area.height - height) / 2, width, height)
        frame(box, info: question.info)
        let (content, foot) = box.inset(left: padding, top: 1, right: padding, bottom: 1).splitBottom(below)
        let (top, body) = content.splitTop(head.height)
        column(head, in: top, id: "\(key) title")
        let lead = Rect(foot.minX, foot.minY + min(1, max(0, foot.height - rows - 1)), foot.width, 1)
        if !state.takesKeys { line("Press ← or → to choose an answer.", in: lead, theme.faint) }
        scope(text > body.height ? scrolling(body, id: key) : []) { painter in
            painter.column(blocks, in: body, id: key)
            let answers = Rect(foot.minX, max(foot.minY, foot.maxY - rows), foot.width, min(rows, foot.height))
            painter.column(Self.blocks(of: buttons, width: inner), in: answers, id: "\(key) answers")
        }
    }

    /// Returns a block for each row of buttons, so that the row with the focus is in view on a small screen.
    private static func blocks(of buttons: [Button], width: Int) -> [Block] {
        rows(of: buttons, width: width).map { row in
            Block(height: 1, targets: row.map(\.id)) { painter, area in
                painter.buttons(row, in: area, alignment: .trailing)
            }
        }
    }

}

extension Question {
    /// The id of the target that has the focus at first.
    var firstFocus: String? { suggested.map { "choice \($0)" } }
}
