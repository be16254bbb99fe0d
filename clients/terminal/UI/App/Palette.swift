import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A list of everything that can be done now: buttons, keys, features to open, and the commands of the host.
///
/// The host also finds commands by their keywords and descriptions, and knows how often each was done.
final class Palette: Popup {
    /// A button, a key, a command of the host or a feature to open.
    private struct Entry {
        let title: String
        let keys: String
        /// The reason why the entry has no effect now; nil if it has one.
        var reason: String?
        /// The purpose; empty if none is declared.
        var description = ""
        /// The glyph of the icon; empty for none.
        var glyph = ""
        /// The number of times that the entry was used.
        var uses = 0
        /// The position among the commands that the host has found for the query; nil if it is not among them.
        var rank: Int?
        let act: () -> Void
    }

    private unowned let app: App
    private let list = PickList()
    private let commands: HostCommands
    private var id: String { "palette \(ObjectIdentifier(self))" }

    init(_ app: App) {
        self.app = app
        commands = HostCommands(app.session, at: Self.place(app))
        list.changed = { [unowned self] in commands.ask(list.query) }
        commands.ask("")
    }

    /// The feature on top of the screen; nil for the catalog and for a question.
    private static func place(_ app: App) -> Node? {
        guard case .feature(_, let node, _) = app.stack.top?.layer.content else { return nil }
        var place = node
        while let top = place.top { place = top }
        return place
    }

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
                id: "\(index) \(entry.title)", title: entry.title, detail: entry.reason ?? entry.description,
                info: entry.keys, icon: entry.glyph, matches: match.places, isEnabled: entry.reason == nil)
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

    /// The entries that match the query: by their titles, the best and the most used first; then those that the host
    /// has found by other texts, in its order.
    private func matches(_ entries: [Entry]) -> [(index: Int, match: TitleMatch)] {
        let found = entries.enumerated().compactMap { index, entry in
            TitleMatch(list.query, entry.title).map { (index: index, match: $0) }
        }
        let byTitle = found.sorted { a, b in
            (-a.match.score, -entries[a.index].uses, a.index) < (-b.match.score, -entries[b.index].uses, b.index)
        }
        guard !list.query.isEmpty, let unmarked = TitleMatch("", "") else { return byTitle }
        let known = Set(byTitle.map(\.index))
        let others = entries.indices.filter { !known.contains($0) && entries[$0].rank != nil }
        return byTitle
            + others.sorted { (entries[$0].rank ?? 0) < (entries[$1].rank ?? 0) }.map { (index: $0, match: unmarked) }
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
        let others = features + own.map(entry) + moving.map(entry)
        let entries = (first + hostCommands(beside: first + others) + others).map(withFacts)
        return entries.filter { !$0.title.isEmpty && titles.insert($0.title) }
    }

    /// The commands that only the host has, as far as they are available.
    private func hostCommands(beside entries: [Entry]) -> [Entry] {
        let known = Set<ExactText>(texts: entries.map(\.title))
        return commands.all.filter { $0.feature == nil && $0.reason == nil && !known.contains($0.title) }.map {
            command in
            Entry(title: command.title, keys: command.key) { [commands] in commands.send(command) }
        }
    }

    /// Adds the facts that the host knows about a command of the same title.
    private func withFacts(_ entry: Entry) -> Entry {
        let place = commands.all.firstIndex { $0.feature == nil && isSameText($0.title, entry.title) }
        guard entry.rank == nil, let place else { return entry }
        var entry = entry
        entry.description = commands.all[place].description
        entry.glyph = commands.all[place].glyph
        entry.uses = commands.all[place].uses
        entry.rank = isSameText(commands.query, list.query) ? place : nil
        return entry
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
            let rank = commands.all.firstIndex { isSameText($0.feature, entry.id) }
            return Entry(
                title: "Open \(entry.title)", keys: info, description: entry.description, glyph: entry.glyph,
                uses: rank.map { commands.all[$0].uses } ?? 0,
                rank: isSameText(commands.query, list.query) ? rank : nil
            ) { [app] in app.open(entry.id) }
        }
        return [all].compactMap { $0 } + others
    }
}
