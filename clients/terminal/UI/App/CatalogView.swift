import FHTerminalClient
import FHTerminalScreen

/// The features of the host, from which the user opens one.
struct CatalogView {
    static let target = "catalog"
    /// The keys that edit text, and the actions, which the filter handles only while it contains text.
    private static let freeKeys: Set<Key> = [
        Key(.home), Key(.end), Key(.left), Key(.right), Key(.backspace), Key(.delete),
    ]
    private static let freeActions: [KeyAction] = [.quit, .help, .actions, .catalogFilter]

    private let app: App
    private let list: PickList

    init(_ app: App) {
        self.app = app
        list = app.interface.memory.object(Self.target) { PickList() }
        let actionKeys = Self.freeActions.flatMap(app.interface.keymap.keys)
        let declaredKeys = app.session.catalog.offered.compactMap(\.key.first).map(Key.character)
        list.editor.freeKeys = list.isEntered ? [] : Self.freeKeys.union(actionKeys + declaredKeys)
    }

    func draw(_ painter: inout Painter, in area: Rect) {
        painter.fill(area, painter.theme.text)
        let (head, body) = area.splitTop(2)
        let count = app.session.catalog.offered.count
        let found = matches
        let number = "\(count) feature\(count == 1 ? "" : "s")"
        let info = count == 0 ? "" : list.query.isEmpty ? number : "\(found.count) of \(number)"
        TitleLine(["featurehost"], info).draw(&painter, in: head)
        let empty =
            if count > 0 { "No feature matches." } else { app.session.isWaiting ? "" : "There are no features." }
        let texts = PickList.Texts(verb: "Open", placeholder: "Type to filter", empty: empty)
        list.draw(&painter, rows(found), in: body, id: Self.target, texts, keys) { [app, list] row in
            list.clear()
            list.activate(row.id)
            app.open(row.id)
        }
    }

    private var keys: [Binding] {
        let clear = Binding(.back, "Clear") { [list] in list.clear() }
        let filter = Binding(.catalogFilter, "Filter") { [list] in list.isEntered = true }
        return list.query.isEmpty && !list.isEntered ? [filter] + declaredKeys : [clear]
    }

    /// The keys that the workspace declares for features, except keys of this view.
    private var declaredKeys: [Binding] {
        app.session.catalog.offered.filter { $0.key.count == 1 }.map { [app] entry in
            Binding([.character(Character(entry.key))], "Open \(entry.title)", .hidden) { app.open(entry.id) }
        }
    }

    // MARK: Rows

    /// The features that the query matches, the best first.
    private var matches: [(entry: CatalogEntry, match: TitleMatch)] {
        let entries = app.session.catalog.offered
        let found = entries.compactMap { entry -> (entry: CatalogEntry, match: TitleMatch)? in
            if let match = TitleMatch(list.query, entry.title) { return (entry, match) }
            // Entries that match by other texts than the title are last, without marks in the title.
            let others = [entry.id, entry.kind, entry.description, entry.group] + entry.keywords
            guard SearchWords(list.query).match(others.joined(separator: " ")) else { return nil }
            return TitleMatch("", entry.title).map { (entry, $0) }
        }
        return found.enumerated().sorted { a, b in
            (-a.element.match.score, a.offset) < (-b.element.match.score, b.offset)
        }.map(\.element)
    }

    private func rows(_ found: [(entry: CatalogEntry, match: TitleMatch)]) -> [PickList.Row] {
        let groups = found.reduce(into: [String]()) { groups, found in
            let group = found.entry.group
            if !groups.contains(group) { groups.append(group) }
        }
        guard list.query.isEmpty, groups != [""], !groups.isEmpty else { return found.map(row) }
        return groups.enumerated().flatMap { index, group -> [PickList.Row] in
            let heading = PickList.Row(id: "group \(index)", title: group, isHeading: true)
            let members = found.filter { $0.entry.group == group }.map(row)
            return group.isEmpty ? members : [heading] + members
        }
    }

    private func row(_ found: (entry: CatalogEntry, match: TitleMatch)) -> PickList.Row {
        let entry = found.entry
        return PickList.Row(
            id: entry.id, title: entry.title, detail: entry.description,
            info: [entry.key, entry.kind].filter { !$0.isEmpty }.joined(separator: "  "),
            mark: app.session.isOpen(entry.id) ? "•" : " ", icon: entry.glyph, matches: found.match.places)
    }
}
