import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A list of everything that can be done now: buttons, keys and features to open, found by their titles.
final class Palette: Popup {
    /// A button, a key or a feature to open.
    private struct Entry {
        let title: String
        let keys: String
        /// The reason why the entry has no effect now; nil if it has one.
        var reason: String?
        let act: () -> Void
    }

    private unowned let app: App
    private let list = PickList()
    private var id: String { "palette \(ObjectIdentifier(self))" }

    init(_ app: App) { self.app = app }

    func leave() { app.interface.close(self) }

    func draw(_ painter: inout Painter, in area: Rect) {
        let entries = entries(painter)
        let width = min(76, max(min(area.width, 40), area.width - 8), area.width)
        let height = min(area.height, max(6, min(entries.count + 4, max(12, area.height * 3 / 4))))
        let top = area.minY + min(2, max(0, area.height - height) / 2)
        let box = Rect(area.minX + (area.width - width) / 2, top, width, height)
        let found = matches(entries)
        painter.frame(box, title: "Actions", info: list.query.isEmpty ? "" : "\(found.count) of \(entries.count)")
        let rows = found.map { index, match in
            let entry = entries[index]
            return PickList.Row(
                id: "\(index) \(entry.title)", title: entry.title, detail: entry.reason ?? "", info: entry.keys,
                matches: match.places, isEnabled: entry.reason == nil)
        }
        let move = [
            Binding([.control("n")], "Down", .hidden) { [unowned self] in press(.catalogDown) },
            Binding([.control("p")], "Up", .hidden) { [unowned self] in press(.catalogUp) },
        ]
        let texts = PickList.Texts(
            verb: "Do", placeholder: "Type a part of an action or a feature", empty: "Nothing matches.")
        let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
        list.draw(&painter, rows, in: inner, id: id, texts, move) { [unowned self] row in
            let index = row.id.split(separator: " ").first.flatMap { Int($0) }
            guard let index, entries.indices.contains(index) else { return }
            perform(entries[index])
        }
    }

    private func press(_ action: KeyAction) {
        if let key = app.interface.keymap.keys(action).first { app.act(on: .key(key)) }
    }

    private func perform(_ entry: Entry) {
        if let reason = entry.reason {
            return app.interface.say(reason.isEmpty ? entry.title : "\(entry.title): \(reason)")
        }
        app.interface.close(self)
        entry.act()
    }

    private func matches(_ entries: [Entry]) -> [(index: Int, match: TitleMatch)] {
        let found = entries.enumerated().compactMap { index, entry in
            TitleMatch(list.query, entry.title).map { (index: index, match: $0) }
        }
        return found.sorted { (-$0.match.score, $0.index) < (-$1.match.score, $1.index) }
    }

    // MARK: Entries

    /// Returns the entries for the layer below: first the actions of this layer, last the keys that only move.
    private func entries(_ painter: Painter) -> [Entry] {
        let place = app.stack.entries.firstIndex { $0.layer.key == "popup \(ObjectIdentifier(self))" } ?? 0
        guard place > 0 else { return [] }
        let below = app.stack.entries[place - 1]
        let tools = painter.covered.tools
        let groups = app.keyGroups(of: below.layer, below.state, painter.covered.scene, tools)
        let reached = groups.entries
        var titles: Set<ExactText> = []
        let numbered = tools.enumerated().map { index, tool in
            Entry(title: tool.title, keys: index < 9 ? "\(index + 1)" : "", reason: tool.reason, act: tool.press)
        }
        let buttons = painter.covered.scene.buttons.map { button in
            Entry(title: button.title, keys: button.key, reason: button.reason, act: button.press)
        }
        let all = (reached.place + reached.feature).filter { $0.binding.prominence != .hidden }
        let leaving = all.filter(\.binding.isLeaving)
        let shown = all.filter {
            $0.binding.prominence == .shown && $0.pair == nil && !$0.binding.isLeaving
        }
        let moving = all.filter { $0.binding.prominence == .helpOnly || $0.pair != nil }
        let own = reached.program.filter { $0.binding.action != .actions }
        let first = numbered + shown.map(entry) + buttons + leaving.map(entry)
        let entries = first + features + own.map(entry) + moving.map(entry)
        return entries.filter { !$0.title.isEmpty && titles.insert($0.title) }
    }

    private func entry(_ reached: KeyGroups.Entry) -> Entry {
        Entry(
            title: reached.binding.title, keys: reached.text, reason: reached.binding.reason, act: reached.binding.act)
    }

    /// The entries that open the other features, and the catalog.
    private var features: [Entry] {
        let session = app.session
        guard session.end == nil else { return [] }
        let shown = app.instance.flatMap(session.node)?.snapshot.feature
        let all = shown.map { _ in Entry(title: "All features", keys: "") { [app] in app.showCatalog() } }
        let others = session.catalog.offered.filter { !isSameText($0.id, shown) }.map { entry in
            let info = session.isOpen(entry.id) ? "• \(entry.kind)" : entry.kind
            return Entry(title: "Open \(entry.title)", keys: info) { [app] in app.open(entry.id) }
        }
        return [all].compactMap { $0 } + others
    }
}
