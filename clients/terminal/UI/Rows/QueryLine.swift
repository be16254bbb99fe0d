import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for the line with a query.
final class QueryLineMemory {
    /// The text.
    let editor = TextEditor()
    fileprivate let pending = PendingEntry()
    /// The typed text, followed by the earlier queries, the newest first.
    private var recalled: [String] = []
    private var place = 0

    /// Returns the query that is `steps` queries earlier than the current one; nil if there is none.
    ///
    /// After the user has typed, recalling begins at the newest query again, and the typed text can be recalled too.
    fileprivate func recall(by steps: Int, _ history: [String]) -> String? {
        let text = editor.text
        if !recalled.indices.contains(place) || !isSameText(recalled[place], text) {
            recalled = [text] + history.filter { !isSameText($0, text) }
            place = 0
        }
        guard recalled.indices.contains(place + steps) else { return nil }
        place += steps
        return recalled[place]
    }
}

/// The line with the query of a search.
///
/// It is the only target of the search, so the keys that act on the results are keys that type no text.
struct QueryLine {
    let node: Node
    let memory: QueryLineMemory

    /// The id of the target.
    var id: String { "query \(node.identity)" }
    /// True if nothing is typed.
    var isEmpty: Bool { memory.editor.isEmpty }
    /// The earlier queries, the newest first.
    var history: [String] { node.state.texts("history") }

    /// Shows the query of the host, unless the user has typed a newer one.
    func update() {
        if !memory.pending.isNewer(than: node.snapshot) { memory.editor.show(node.state.text("query")) }
    }

    /// Sends the typed query.
    func send() {
        memory.editor.recordSent()
        memory.pending.sent()
        let text = memory.editor.text
        node.sendTyped("setQuery", title: "Search", Params { $0.field("query", text) }) { [memory] in
            memory.pending.answered($0)
        }
    }

    /// Removes the query.
    func clear() {
        memory.editor.replace(by: "")
        memory.pending.sent()
        node.sendTyped("clearQuery", title: "Clear") { [memory] in memory.pending.answered($0) }
    }

    /// Replaces the query by an earlier one, or by a later one if `steps` is negative.
    func recall(by steps: Int) {
        guard let query = memory.recall(by: steps, history) else { return }
        memory.editor.replace(by: query)
        send()
    }

    /// Draws the line.
    ///
    /// - Parameter spinner: the sign that is shown while work runs; empty if none runs.
    func draw(_ painter: inout Painter, in area: Rect, _ bindings: [Binding], spinner: String) {
        let inner = area.inset(left: 1, right: 1)
        let x = painter.put("/ ", at: inner.origin, painter.theme.accent, in: inner)
        // The columns of the spinner stay free, so that nothing moves when it appears.
        let line = Rect(x, inner.minY, max(1, inner.maxX - x - 2), 1)
        let target = Target(id, line, bindings, editor: memory.editor, edited: { send() })
        painter.line(of: memory.editor, target, placeholder: node.state.text("prompt"))
        painter.put(spinner, at: Point(inner.maxX - 1, inner.minY), painter.theme.accent, in: inner)
    }
}
