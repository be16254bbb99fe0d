import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for the line with the text of a filter.
final class FilterLineMemory {
    /// The text.
    let editor = TextEditor()
    /// True if the line is shown.
    var isOpen = false
    /// The id of the row that was active when the line was opened; nil if none was.
    fileprivate var activeBefore: String?
    fileprivate let pending = PendingEntry()
    /// The newest filter that was sent, or that waits for a movement.
    fileprivate var newest = RowFilter(id: nil, text: "")
}

/// The line for the text of a list's filter; the line is shown while it has the focus or a text.
struct FilterLine {
    let node: Node
    let memory: FilterLineMemory

    /// The id of the target.
    var id: String { "filter \(node.identity)" }

    /// Shows the text of the host, unless the user has typed a newer one.
    func update() {
        if !memory.pending.isNewer(than: node.snapshot) { memory.editor.show(RowFilter(node.state).text) }
    }

    /// Sends the typed text, together with the declared filter that is chosen.
    func send() {
        let isPending = memory.pending.isNewer(than: node.newest.snapshot)
        send(RowFilter(id: isPending ? memory.newest.id : RowFilter(node.newest.state).id, text: memory.editor.text))
    }

    /// Chooses a declared filter, and keeps the text.
    func choose(_ id: String?) { send(RowFilter(id: id, text: memory.editor.text)) }

    private func send(_ filter: RowFilter) {
        memory.editor.recordSent()
        memory.newest = filter
        memory.pending.sent()
        node.sendTyped("setFilter", title: "Filter", filter.params) { [memory] in memory.pending.answered($0) }
    }

    /// Shows the line.
    func open() {
        memory.isOpen = true
        memory.activeBefore = node.newest.state["activeId"]?.stringValue
    }

    /// Removes the text, and makes the row active again that was active when the line was opened.
    ///
    /// Under a filter, another row may have become active; which one depends on how much of the text the host has
    /// received.
    private func giveUp() {
        clear()
        node.session.inTurn { [node, memory] in
            let newest = node.newest
            guard let id = memory.activeBefore, !isSameText(newest.state["activeId"]?.stringValue, id),
                newest.can("setActive")
            else { return }
            newest.send("setActive", isQuiet: true, Params { $0.field("id", id) })
        }
    }

    /// Removes the text.
    func clear() {
        memory.editor.replace(by: "")
        send()
    }

    /// Draws the text of the filter that is in force, while the line does not have the focus.
    func drawClosed(_ painter: inout Painter, in area: Rect) {
        let inner = area.inset(left: 1, right: 1)
        let x = painter.put("/ ", at: inner.origin, painter.theme.faint, in: inner)
        let text = Rect(x, inner.minY, inner.maxX - x, 1)
        painter.fill(text, painter.theme.field(isFocused: false))
        painter.line(memory.editor.text, in: text, painter.theme.field(isFocused: false))
        painter.onClick(inner) { [memory, focusing = painter.focusing, id] event in
            guard event.kind == .press, event.button == 0 else { return }
            memory.isOpen = true
            focusing(id)
        }
    }

    /// Draws the line.
    ///
    /// - Parameters:
    ///   - bindings: the keys that move through the rows.
    ///   - leave: moves the focus to the rows; called with true if the user continues with a row.
    func draw(_ painter: inout Painter, in area: Rect, _ bindings: [Binding], leave: @escaping (Bool) -> Void) {
        let inner = area.inset(left: 1, right: 1)
        let x = painter.put("/ ", at: inner.origin, painter.theme.accent, in: inner)
        let keys = [
            Binding(.searchAccept, "Done") { leave(true) },
            Binding(.back, memory.editor.isEmpty ? "Close" : "Clear") {
                if !memory.editor.isEmpty { giveUp() }
                leave(false)
            },
        ]
        let target = Target(
            id, Rect(x, inner.minY, inner.maxX - x, 1), keys + bindings, editor: memory.editor, edited: { send() },
            focusChanged: { [memory] in if !$0 { memory.isOpen = false } })
        painter.line(of: memory.editor, target, placeholder: "Words in the rows")
    }
}
