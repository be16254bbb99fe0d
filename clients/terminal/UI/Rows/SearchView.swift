import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for a search from frame to frame.
final class SearchMemory {
    let table = RowTableMemory()
    let motion = RowMotionMemory()
    let query = QueryLineMemory()
    let preview = PreviewMemory()
    let titles = RowTitles()
    let selection = RowSelectionMemory()
    /// The size of the last frame.
    var size = Size(0, 0)
}

/// Draws a search: a line for the query, below it the results with marked matches, and a preview of the active result.
struct SearchView: FeatureView {
    let node: Node
    let interface: Interface
    let memory: SearchMemory
    let results: SearchResults
    /// True if the action on an accepted result has been running for so long that this is shown.
    private let isSlow: Bool

    init(_ node: Node, _ interface: Interface) {
        self.node = node
        self.interface = interface
        memory = interface.memory.object("search\u{1F}\(node.identity)") { SearchMemory() }
        results = SearchResults(node, interface.keymap)
        isSlow = interface.isLasting(node.state.value("performing") != nil, "perform \(node.identity)")
        query.update()
    }

    var query: QueryLine { QueryLine(node: node, memory: memory.query) }
    var motion: RowMotion {
        RowMotion(node: node, interface: interface, table: memory.table, memory: memory.motion)
    }
    var crumbs: [String] { [node.title] }
    var firstFocus: String? { query.id }
    var heightBesideError: Int { 1 }
    var info: String { results.info(isSlow: isSlow) }

    var wayBack: (() -> Void)? { wayOut?.act }

    /// The function of the escape key within the search, with its title; nil if the key leaves the search.
    var wayOut: (title: String, act: () -> Void)? {
        if motion.isSeekingEnd { return ("Stop", { motion.stopSeekingEnd() }) }
        if isSlow { return ("Stop", { node.send("cancel", title: "Stop") }) }
        if !query.isEmpty { return ("Clear", { query.clear() }) }
        if RowSelection(ofSearch: node.state).isEmpty { return nil }
        return ("Unselect", { node.send("clearSelection", title: "Unselect") })
    }

    var columns: [Column] { Column.all(of: node.state) }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        memory.size = area.size
        let (head, body) = area.splitTop(1)
        query.draw(&painter, in: head, bindings, spinner: spinner)
        let rows = results.rows(memory.selection)
        let offset = node.state.object("window").boundedNumber("offset")
        memory.titles.update(rows, offset: offset, columns, RowSelection(ofSearch: node.state))
        memory.preview.show(rows, activeId: node.state["activeId"]?.stringValue)
        guard !body.isEmpty else { return }
        // A detail takes the place of the preview.
        let hasPreview = !rows.isEmpty && node.arrangement == nil
        let place = hasPreview ? PreviewPlace(in: area.size, wanted: memory.preview.wanted) : nil
        let preview = Preview(columns: node.state.objects("columns"), memory: memory.preview)
        let left = preview.draw(&painter, place, in: body)
        drawTable(rows, &painter, in: left)
    }

    private func drawTable(_ rows: [Row], _ painter: inout Painter, in area: Rect) {
        let motion = motion
        var table = RowTable(
            columns: columns, rows: rows,
            offset: node.state.object("window").boundedNumber("offset"),
            count: node.state.boundedNumber("count"), message: results.message)
        table.isFocused = painter.hasFocus(query.id)
        table.wheeled = { motion.scroll(by: $0) }
        table.clicked = { [focusing = painter.focusing] click in
            focusing(query.id)
            let params = Params { $0.field("id", click.row.id) }
            if click.isDouble {
                node.send("accept", title: acceptTitle, params)
            } else if !click.modifiers.isDisjoint(with: [.control, .alt]), node.can("toggleSelection") {
                node.send("toggleSelection", title: "Select", params)
            } else {
                node.send("setActive", title: "Set active", params)
            }
        }
        table.draw(&painter, in: area, memory: memory.table, now: interface.now)
        motion.fit(table.rows, capacity: memory.table.height)
        motion.seekEnd()
    }

    /// The sign that is shown while a slow search or action runs; empty if none runs.
    private var spinner: String {
        node.state.text("status") == "stalled" || isSlow ? interface.spinner : ""
    }
}
