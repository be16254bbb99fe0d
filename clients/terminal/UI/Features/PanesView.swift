import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// The state that the interface keeps for a feature with panes.
final class PanesMemory {
    /// The name of the part that has the focus; nil before any has.
    var focused: String?
    /// The name of the part that is to get the focus in the next frame; nil for none.
    var wanted: String?
    /// The name of the last part that was shown in each place with tabs, by the names of all of its parts.
    var tabs: [String: String] = [:]
}

/// Draws the panes of a feature: other features beside each other, as the feature's arrangement says.
struct PanesView: FeatureView {
    /// The least width of a part; without it, a part that can be hidden is hidden.
    private static let leastWidth = 30
    private static let leastHeight = 6

    private let node: Node
    private let interface: Interface
    private let arrangement: PaneArrangement
    /// The view of the feature's own content: the lines of its layout, or its rows.
    private let own: any FeatureView
    private let memory: PanesMemory

    init(_ node: Node, _ interface: Interface) {
        self.init(
            node, interface, arrangement: node.arrangement ?? PaneArrangement(.layout), own: LayoutView(node, interface)
        )
    }

    init(_ node: Node, _ interface: Interface, arrangement: PaneArrangement, own: any FeatureView) {
        self.node = node
        self.interface = interface
        self.arrangement = arrangement
        self.own = own
        memory = interface.memory.object("panes\u{1F}\(node.identity)") { PanesMemory() }
    }

    var crumbs: [String] { own.crumbs }
    var info: String { node.kind == "view" ? "" : own.info }
    var isFinishedByKey: Bool { own.isFinishedByKey }
    var heightBesideError: Int { own.heightBesideError }

    var wayBack: (() -> Void)? {
        guard let name = memory.focused, name != "layout" else { return own.wayBack }
        return node.pane(name).flatMap { Pane($0, interface).wayBack }
    }

    var firstFocus: String? {
        arrangement.leaves.lazy.compactMap { $0.name.flatMap(firstFocus(in:)) }.first
    }

    private func firstFocus(in name: String) -> String? {
        name == "layout" ? own.firstFocus : node.pane(name).flatMap { Pane($0, interface).firstFocus }
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        painter.scope([Binding(.nextPane, "Next pane") { next() }]) { painter in
            draw(arrangement, &painter, in: area)
        }
        if let wanted = memory.wanted {
            memory.wanted = nil
            if let first = firstFocus(in: wanted) { painter.wantFocus(first) {} }
        }
    }

    /// Moves the focus to the next part that can have it, also to one that is hidden now.
    private func next() {
        let names = arrangement.leaves.compactMap(\.name).filter { firstFocus(in: $0) != nil }
        guard !names.isEmpty else { return }
        let place = names.firstIndex { isSameText($0, memory.focused) } ?? -1
        memory.focused = names[(place + 1) % names.count]
        memory.wanted = memory.focused
    }

    // MARK: Drawing

    private func draw(_ part: PaneArrangement, _ painter: inout Painter, in area: Rect) {
        switch part.form {
        case .columns(let parts): drawSplit(parts, isColumns: true, &painter, in: area)
        case .rows(let parts): drawSplit(parts, isColumns: false, &painter, in: area)
        case .tabs(let parts): drawTabs(parts, &painter, in: area)
        case .child(let name): drawLeaf(name, title: part.title, &painter, in: area)
        case .layout: drawLeaf("layout", title: part.title, &painter, in: area)
        }
    }

    private func drawSplit(_ parts: [PaneArrangement], isColumns: Bool, _ painter: inout Painter, in area: Rect) {
        let shown = Self.shown(
            parts, room: isColumns ? area.width : area.height,
            least: isColumns ? Self.leastWidth : Self.leastHeight, focused: memory.focused)
        let total = shown.reduce(0) { $0 + $1.size }
        let length = isColumns ? area.width : area.height
        var start = 0
        var sizes = 0
        for part in shown {
            sizes += part.size
            let end = length * sizes / max(1, total)
            let place =
                isColumns
                ? Rect(area.minX + start, area.minY, end - start, area.height)
                : Rect(area.minX, area.minY + start, area.width, end - start)
            draw(part, &painter, in: place)
            start = end
        }
    }

    /// The parts of a split for which there is room; the part with the focus is always among them.
    static func shown(_ parts: [PaneArrangement], room: Int, least: Int, focused: String?) -> [PaneArrangement] {
        var shown = Array(parts.indices)
        while shown.count > 1, room / shown.count < least {
            let hidable = shown.filter { parts[$0].hide != nil && !parts[$0].contains(focused) }
            guard let first = hidable.min(by: { parts[$0].hide ?? 0 < parts[$1].hide ?? 0 }) else { break }
            shown.removeAll { $0 == first }
        }
        // Without room for the others, the part with the focus is shown alone.
        if shown.count > 1, room / shown.count < least,
            let own = shown.first(where: { parts[$0].contains(focused) && parts[$0].hide != nil })
        {
            shown = [own]
        }
        return shown.map { parts[$0] }
    }

    private func drawTabs(_ parts: [PaneArrangement], _ painter: inout Painter, in area: Rect) {
        let key = parts.flatMap(\.leaves).compactMap(\.name).joined(separator: " ")
        let last = memory.tabs[key]
        guard
            let chosen = parts.first(where: { $0.contains(memory.focused) })
                ?? parts.first(where: { $0.contains(last) }) ?? parts.first
        else { return }
        memory.tabs[key] = chosen.leaves.first?.name
        let (head, body) = area.splitTop(min(1, area.height))
        var place = head.inset(left: 1)
        for part in parts {
            let isChosen = part.contains(chosen.leaves.first?.name)
            let title = " \(title(of: part)) "
            let width = painter.put(
                title, at: place.origin, isChosen ? interface.theme.title : interface.theme.faint, in: place)
            painter.onClick(Rect(place.minX, place.minY, width, 1)) { _ in
                memory.focused = part.leaves.first?.name
                memory.wanted = memory.focused
            }
            place = place.inset(left: width + 1)
        }
        draw(chosen, &painter, in: body)
    }

    private func drawLeaf(_ name: String, title: String, _ painter: inout Painter, in area: Rect) {
        guard area.width > 2, area.height > 2 else { return }
        let pane = name == "layout" ? nil : node.pane(name).map { Pane($0, interface) }
        let info = name == "layout" ? own.info : pane?.info ?? ""
        let stale = node.isPaneStale(name) ? "…" : info
        painter.frame(area, title: title.isEmpty ? heading(of: name) ?? "" : title, info: stale)
        if isSameText(memory.focused, name) {
            painter.restyle(Rect(area.minX, area.minY, area.width, 1)) { [accent = painter.theme.accent] _ in accent }
        }
        let inner = area.inset(left: 1, top: 1, right: 1, bottom: 1)
        let count = painter.scene.targets.count
        if name == "layout" {
            own.draw(&painter, in: inner)
        } else {
            pane?.draw(&painter, in: inner)
        }
        if painter.scene.targets.dropFirst(count).contains(where: { painter.hasFocus($0.id) }) { memory.focused = name }
    }

    private func title(of part: PaneArrangement) -> String {
        if !part.title.isEmpty { return part.title }
        guard let name = part.leaves.first?.name else { return "" }
        return heading(of: name) ?? name
    }

    /// The title of what a part shows; nil for an empty pane.
    private func heading(of name: String) -> String? {
        if name == "layout" { return own.crumbs.last ?? "" }
        return node.pane(name).map { Pane($0, interface).crumbs.last ?? "" }
    }
}
