import FHJSON
import FHTerminalClient

/// Moves the active row of a list to another place among the rows, for keys.
enum RowMove {
    /// The rows in the window.
    private struct Shown {
        let ids: [String]
        let offset: Int
        let count: Int
        /// The index of the active row; nil if it is outside of the window.
        let active: Int?

        init(_ node: Node) {
            ids = node.state.objects("items").map { $0.text("id") }
            offset = node.state.object("window").boundedNumber("offset")
            count = node.state.boundedNumber("count")
            let id = node.state["activeId"]?.stringValue
            active = id.flatMap { id in Self.index(of: id, in: node) }
        }

        private static func index(of id: String, in node: Node) -> Int? {
            node.state.objects("items").firstIndex { isSameText($0.text("id"), id) }
        }
    }

    /// Moves the active row one place up or down, and scrolls the window with it.
    static func move(_ node: Node, by rows: Int) {
        guard node.can("moveItems") else { return }
        let shown = Shown(node)
        guard let active = shown.active else { return }
        // The row before which the active row is inserted must be in the window. For a move down, this is the second
        // row below the active one.
        let needed = active + (rows > 0 ? 2 : -1)
        var scrolled = 0
        if needed >= shown.ids.count, shown.offset + needed < shown.count { scrolled = needed - shown.ids.count + 1 }
        if needed < 0, shown.offset > 0 { scrolled = needed }
        guard scrolled != 0 else { return insert(node, by: rows) }
        let limit = min(max(1, node.state.object("window").boundedNumber("limit")), 10_000)
        let params = Params {
            $0.field("offset", max(0, shown.offset + scrolled))
            $0.field("limit", limit)
        }
        node.send("setWindow", isQuiet: true, params) { _ in insert(node.newest, by: rows) }
    }

    private static func insert(_ node: Node, by rows: Int) {
        let shown = Shown(node)
        guard let active = shown.active else { return }
        let place = active + rows + (rows > 0 ? 1 : 0)
        guard place >= 0, shown.offset + place <= shown.count else { return }
        let params = Params { json in
            json.field("ids", [shown.ids[active]])
            if place < shown.ids.count { json.field("beforeId", shown.ids[place]) }
        }
        node.send("moveItems", title: "Move the row", params)
    }
}
