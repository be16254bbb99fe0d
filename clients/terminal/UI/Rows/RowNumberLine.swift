import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for the line with the number of a row.
final class RowNumberMemory {
    /// The typed number.
    let editor = TextEditor()
    /// True if the line is shown.
    var isOpen = false
}

/// The line with the number of a row that is to become active; the line is shown while it has the focus.
struct RowNumberLine {
    let node: Node
    let memory: RowNumberMemory
    let motion: RowMotion

    /// The id of the target.
    var id: String { "row number \(node.identity)" }

    /// Shows the line.
    func open() {
        memory.editor.replace(by: "")
        memory.isOpen = true
    }

    /// Returns the offset of a row with a typed number; nil if the text is not a number.
    ///
    /// The first row has the number 1, and -1 is the number of the last row. Marks that group digits are ignored.
    static func offset(of text: String) -> Int? {
        let digits = text.filter { !" ,._'’\u{A0}\u{202F}".contains($0) }
        return Int(digits).map { $0 > 0 ? $0 - 1 : $0 }
    }

    /// Makes the row with the typed number active.
    private func go() {
        let text = memory.editor.text
        if let offset = Self.offset(of: text) { return motion.go(to: offset) }
        if !text.isEmpty { motion.interface.say("“\(text)” is not the number of a row.") }
    }

    /// Draws the line.
    ///
    /// - Parameter leave: moves the focus to the rows.
    func draw(_ painter: inout Painter, in area: Rect, leave: @escaping () -> Void) {
        let inner = area.inset(left: 1, right: 1)
        let x = painter.put("# ", at: inner.origin, painter.theme.accent, in: inner)
        let keys = [
            Binding(.searchAccept, "Go") {
                leave()
                go()
            },
            Binding(.back, "Close") { leave() },
        ]
        let target = Target(
            id, Rect(x, inner.minY, inner.maxX - x, 1), keys, editor: memory.editor, edited: {},
            focusChanged: { [memory] in if !$0 { memory.isOpen = false } })
        painter.line(of: memory.editor, target, placeholder: "Number of a row, or -1 for the last")
    }
}
