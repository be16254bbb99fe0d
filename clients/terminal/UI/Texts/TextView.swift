import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for a text from frame to frame.
final class TextMemory {
    /// The purpose of the line above the text.
    enum Entry {
        case find, number
    }

    let editor = TextEditor()
    /// The purpose of the line above the text; nil if the line is not shown.
    var entry: Entry?
    /// The number of lines that was requested last for the window; nil before the first frame.
    var requested: Int?
    var height = 0
}

/// Draws a text: its lines with their numbers and spans.
struct TextView: FeatureView {
    let node: Node
    let interface: Interface
    let memory: TextMemory
    /// True if the first lines have been loading for so long that a spinner is shown.
    private let isSlow: Bool

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        memory = interface.memory.object("text\u{1F}\(node.identity)") { TextMemory() }
        isSlow = interface.isLasting(node.state.text("phase") == "loading", "load \(node.identity)")
    }

    var id: String { "text \(node.identity)" }
    var entryId: String { "text entry \(node.identity)" }
    var crumbs: [String] { [node.title] }
    var firstFocus: String? { id }

    // MARK: Information

    var info: String {
        let state = node.state
        let isLoading = state.object("loads").members.contains { $0.value.text("status") == "loading" }
        let isBusy = isLoading && !state.list("lines").isEmpty
        let parts = [
            isBusy ? "loading…" : "", state.isTrue("isStale") && !isBusy ? "out of date" : "",
            state.isTrue("follow") ? "following" : "", findInfo, position,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private var findInfo: String {
        let find = node.state.object("find")
        guard !find.text("text").isEmpty else { return "" }
        let count = find.boundedNumber("count")
        let more = find.text("status") == "searching" ? "+" : ""
        let current = find.value("current") == nil ? "" : "\(find.boundedNumber("current"))/"
        return "“\(find.text("text"))” \(current)\(count)\(more)"
    }

    private var position: String {
        guard node.state.value("line") != nil else { return "" }
        let count = node.state.boundedNumber("count")
        return "\(node.state.boundedNumber("line"))/\(count)\(node.state.isTrue("endReached") ? "" : "+")"
    }

    /// The function of the escape key within the text: it ends the search.
    var wayBack: (() -> Void)? {
        guard node.state.value("find") != nil, node.can("find") else { return nil }
        return { [node] in node.send("find", Params { $0.field("text", "") }) }
    }

    private var message: [String] {
        let state = node.state
        if state.value("empty") != nil { return ["There is no text."] }
        switch state.text("phase") {
        case "failed": return ["This could not be loaded."]
        case "loading": return [isSlow ? "\(interface.spinner) Loading…" : "Loading…"]
        default: return []
        }
    }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        if painter.hasFocus(id) { memory.entry = nil }
        let (head, body) = area.splitTop(memory.entry != nil && area.height > 1 ? 1 : 0)
        let focusText = { [focusing = painter.focusing, id] in
            memory.entry = nil
            focusing(id)
        }
        if let entry = memory.entry, !head.isEmpty { drawEntry(entry, &painter, in: head, leave: focusText) }
        let open = { [focusing = painter.focusing, entryId, memory] (entry: TextMemory.Entry) in
            memory.editor.replace(by: entry == .find ? node.state.object("find").text("text") : "")
            memory.entry = entry
            focusing(entryId)
        }
        memory.height = body.height
        // The line above the text doesn't change the window, which would move while the user types.
        fitWindow(to: area.height)
        painter.add(Target(id, body, bindings(open: open)))
        painter.onWheel(body) { by in scroll(by: by) }
        drawLines(&painter, in: body, isFocused: painter.hasFocus(id), clicked: focusText)
    }

    private func drawLines(
        _ painter: inout Painter, in area: Rect, isFocused: Bool, clicked: @escaping () -> Void
    ) {
        let lines = node.state.objects("lines").map { StyledLine($0, painter.theme) }
        guard let last = lines.last else {
            let blocks = message.map { Block.prose($0, width: area.width - 4, painter.theme.faint) }
            painter.column(blocks, in: area.inset(left: 2, top: min(1, area.height / 2), right: 2), id: "empty \(id)")
            return
        }
        let active = node.state.boundedNumber("line")
        let isWrapped = node.state.isTrue("wrap")
        let gutter = "\(max(last.number, 99))".count + 2
        let width = max(1, area.width - gutter - 1)
        func height(_ line: StyledLine) -> Int { isWrapped ? line.height(width: width) : 1 }
        var y = area.minY
        for line in lines[first(of: lines, active: active, height: area.height, height)...] where y < area.maxY {
            let rows = Rect(area.minX, y, area.width, min(height(line), area.maxY - y))
            let isActive = line.number == active
            let mark = isActive && isFocused ? "›" : " "
            let label = mark + String(repeating: " ", count: gutter - 2 - "\(line.number)".count) + "\(line.number)"
            painter.put(label, at: rows.origin, isActive ? painter.theme.accent : painter.theme.faint, in: rows)
            let text = Rect(rows.minX + gutter, y, width, rows.height)
            line.draw(&painter, in: text, isWrapped: isWrapped, isActive: isActive && isFocused)
            painter.onClick(rows) { [node] event in
                guard event.kind == .press, event.button == 0 else { return }
                clicked()
                if node.can("goTo") { node.send("goTo", Params { $0.field("line", line.number) }) }
            }
            y += rows.height
        }
    }

    /// The first line to draw, so that the active line is in view although lines may have several rows.
    private func first(
        of lines: [StyledLine], active: Int, height: Int, _ rows: (StyledLine) -> Int
    ) -> Int {
        guard let place = lines.firstIndex(where: { $0.number == active }) else { return 0 }
        var left = height - rows(lines[place])
        var first = place
        while first > 0, left >= rows(lines[first - 1]) {
            first -= 1
            left -= rows(lines[first])
        }
        return first
    }

    private func drawEntry(
        _ entry: TextMemory.Entry, _ painter: inout Painter, in area: Rect, leave: @escaping () -> Void
    ) {
        let inner = area.inset(left: 1, right: 1)
        let sign = entry == .find ? "/ " : "# "
        let x = painter.put(sign, at: inner.origin, painter.theme.accent, in: inner)
        let keys = [
            Binding(.searchAccept, entry == .find ? "Find" : "Go") {
                leave()
                accept(entry)
            },
            Binding(.back, "Close") { leave() },
        ]
        let target = Target(
            entryId, Rect(x, inner.minY, inner.maxX - x, 1), keys, editor: memory.editor, edited: {},
            focusChanged: { [memory] in if !$0 { memory.entry = nil } })
        painter.line(
            of: memory.editor, target,
            placeholder: entry == .find ? "Text to find, or /expression/" : "Number of a line, or -1 for the last")
    }

    /// Requests a window of as many lines as are drawn.
    private func fitWindow(to height: Int) {
        guard height > 0, height <= 10_000, memory.requested != height, node.can("setWindow") else { return }
        memory.requested = height
        let window = node.state.object("window")
        guard window.boundedNumber("limit") != height else { return }
        // A smaller window at the same place would no longer be at the end, and so not follow it any more.
        let count = node.state.boundedNumber("count")
        send(window: node.state.isTrue("follow") ? count - height : window.boundedNumber("offset"), height)
    }

    func send(window offset: Int, _ limit: Int) {
        node.send(
            "setWindow", isQuiet: true,
            Params { json in
                json.field("offset", max(0, offset))
                json.field("limit", limit)
            })
    }
}
