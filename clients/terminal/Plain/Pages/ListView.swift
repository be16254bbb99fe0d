import FHJSON
import FHTerminalClient

/// A list in words: its rows with their numbers, its filter, its order and its selection.
struct ListView: PlainView {
    private let place: FeaturePlace
    private let window: RowWindow
    private let isSelected: (String) -> Bool

    init(_ place: FeaturePlace) {
        self.place = place
        let node = place.part
        let isSelected = RowSelection(ofList: node.state).membership(RowSelectionMemory())
        self.isSelected = isSelected
        window = RowWindow(place, node.state.objects("items").map { Self.row($0, node, isSelected) })
    }

    private var node: Node { place.part }
    private var state: JSONValue { node.state }
    private var dialog: PlainDialog { place.dialog }

    private static func row(_ item: JSONValue, _ node: Node, _ isSelected: (String) -> Bool) -> PlainRow {
        let id = item.text("id")
        var row = PlainRow(id: id, value: item.object("value"), cells: RowCells(item))
        row.section = item.value("section").map { CellText.plain($0) }
        if isSameText(node.state["activeId"]?.stringValue, id) { row.flags.append("active") }
        if isSelected(id) { row.flags.append("selected") }
        if let pending = item.value("pending") { row.flags.append(words(ofPending: pending.stringValue)) }
        if item.isTrue("dropped") { row.flags.append("not loaded at the moment") }
        if let error = item.value("errorId")?.stringValue {
            let entry = node.snapshot.json.objects("errors").first { isSameText($0.text("id"), error) }
            row.flags.append("not saved: \(PlainText.line(entry?.text("message") ?? "it has failed"))")
        }
        return row
    }

    private static func words(ofPending pending: String?) -> String {
        switch pending {
        case "insert": "pending: being added"
        case "update": "pending: being changed"
        case "move": "pending: being moved"
        case "delete": "pending: being deleted"
        default: "pending"
        }
    }

    // MARK: Words

    var page: Page {
        var page = place.page()
        page.note("position", window.position.isEmpty ? empty : PlainText.sentence(window.position.asBeginning))
        page.note("filter", window.filterWords)
        page.note("sort", order)
        let selected = RowSelection(ofList: state).summary
        page.note("selection", selected.isEmpty ? "" : "\(selected.asBeginning).")
        if state.isTrue("isStale"), state.object("loads").object("refresh").text("status") != "loading" {
            page.note("stale", "The rows are out of date.", isPassing: true)
        }
        page.note("problems", window.problemWords)
        page.items = window.items
        page.foot = place.buttonLine(choices)
        page.listing = listing
        return page
    }

    private var listing: String {
        [String(window.offset), JSONText(state["filter"] ?? .null).string, JSONText(state["sort"] ?? .null).string]
            .joined(separator: " ")
    }

    private var empty: String {
        switch CellText.plain(state.value("empty")) {
        case "": break
        case "noData": return WhenEmpty(node).map { PlainText.line($0.text) } ?? "There is nothing here yet."
        case "noMatch": return "Nothing matches."
        default: return "There is nothing to show."
        }
        switch state.text("phase") {
        case "failed": return "This could not be loaded."
        case "idle": return ""
        default: return "Loading…"
        }
    }

    private var order: String {
        let columns = Column.all(of: state)
        let names = state.objects("sort").map { entry in
            let key = entry.text("key")
            let label = columns.first { isSameText($0.key, key) }?.label ?? key
            return PlainText.line(label) + (entry.isTrue("descending") ? ", descending" : ", ascending")
        }
        return names.isEmpty ? "" : "Sorted by \(names.joined(separator: ", then by "))."
    }

    var work: Work? {
        if let running = place.runningWork { return running }
        let loads = state.object("loads")
        if loads.object("append").text("status") == "loading" { return Work(id: listing, "Loading more rows…") }
        if loads.object("refresh").text("status") == "loading" || state.text("phase") == "loading" {
            return Work(id: listing, "Loading…")
        }
        return nil
    }

    func prepare() { window.fit() }

    // MARK: Commands

    var choices: [Choice] { place.choices + place.choiceWhenEmpty }

    func choose(_ number: Int) -> Bool { window.activate(number) }

    func goBack() -> String? { window.showEarlier() ? nil : place.goBack() }

    func leave() -> String? { place.leave() }

    var commands: [Command] {
        var commands: [Command] = [
            named("open", "NUMBER", "openItem", "opens a row.") { words in
                guard let row = window.target(words, for: "open") else { return }
                node.send("openItem", title: "Open", Params { $0.field("id", row.id) })
            }
        ].compactMap { $0 }
        commands += window.commands
        if !node.step.isTrue("isSummary") {
            commands += selectionCommands + queryCommands
        }
        commands += [
            toggles.isEmpty ? nil : named("tick", "NUMBER", "toggleItem", "ticks or unticks a row.", tick),
            named("move", "NUMBER up|down|before NUMBER|last", "moveItems", "moves a row.", move),
            named("undo", "", "undo", "takes back the last edit.") { _ in node.send("undo") },
            named("redo", "", "redo", "makes the edit again that was taken back.") { _ in node.send("redo") },
        ].compactMap { $0 }
        return commands + window.problemCommands + place.commands
    }

    /// Returns the command of an action; nil if the feature lacks the action.
    private func named(
        _ name: String, _ arguments: String, _ action: String, _ effect: String, _ run: @escaping (String) -> Void
    ) -> Command? {
        node.has(action) ? Command(name, arguments, effect, unless: node.refusal(of: action), run: run) : nil
    }

    private var selectionCommands: [Command] {
        guard node.has("toggleSelection") else { return [] }
        return [
            Command("select", "NUMBERS|all|none", "selects rows, such as select 1 3-5.") { words in
                switch words {
                case "all": node.send("selectAll", title: "Select")
                case "none": node.send("clearSelection", title: "Select")
                default: window.select(words, isOn: true, isSelected: isSelected)
                }
            },
            Command("unselect", "NUMBERS", "ends the selection of rows.") { words in
                window.select(words, isOn: false, isSelected: isSelected)
            },
        ]
    }

    private var queryCommands: [Command] {
        [
            node.has("setFilter") ? window.filterCommand : nil,
            named("sort", "COLUMN [down]", "setSort", "sorts by a column; sort none restores the usual order.", sort),
            named("reload", "", "refresh", "reads the source again.") { _ in node.send("refresh", title: "Reload") },
        ].compactMap { $0 }
    }

    // MARK: Columns

    private var toggles: [Column] { Column.all(of: state).filter(\.isToggle) }

    private func tick(_ words: String) {
        let (number, name) = Vocabulary.divided(words)
        guard let row = window.target(number, for: "tick") else { return }
        guard let column = name.isEmpty ? toggles.first : column(name, among: toggles, for: "tick") else { return }
        let params = Params {
            $0.field("id", row.id)
            $0.field("key", column.key)
        }
        node.send("toggleItem", title: "Tick", params)
    }

    private func sort(_ words: String) {
        let columns = Column.all(of: state)
        if words.isEmpty {
            let labels = columns.map(Self.name)
            return dialog.say("sort and one of these columns: \(labels.joined(separator: ", ")).")
        }
        if Vocabulary.folded(words) == "none" { return node.send("setSort", title: "Sort", RowSort.params(nil)) }
        var name = words
        var isDescending = false
        for (end, descends) in [(" down", true), (" descending", true), (" up", false), (" ascending", false)]
        where name.lowercased().hasSuffix(end) {
            name = Vocabulary.trimmed(String(name.dropLast(end.count)))
            isDescending = descends
        }
        guard let column = column(name, among: columns, for: "sort") else { return }
        node.send("setSort", title: "Sort", RowSort.params(column.key, isDescending: isDescending))
    }

    private static func name(_ column: Column) -> String {
        PlainText.line(column.label.isEmpty ? column.key : column.label)
    }

    /// Returns the column that words name; says why there is none.
    private func column(_ words: String, among columns: [Column], for command: String) -> Column? {
        let choices = columns.map { Choice(Self.name($0)) {} }
        switch Vocabulary(commands: [], choices: choices).meaning(of: words) {
        case .choice(let choice): return columns.first { isSameText(Self.name($0), choice.title) }
        case .none, .command:
            let names = columns.map(Self.name)
            dialog.say(
                "\(command): there is no such column. \(LikelyName.advice(for: words, among: names, whenEmpty: ""))")
            return nil
        }
    }

    // MARK: The order of rows

    private func move(_ words: String) {
        let (number, direction) = Vocabulary.divided(words)
        guard let row = window.target(number, for: "move"),
            let index = window.rows.firstIndex(where: { isSameText($0.id, row.id) })
        else { return }
        switch beforeId(direction, from: index) {
        case nil: dialog.say("move: add up, down, last, or before and the number of a row that was said.")
        case .some(let before):
            let params = Params { json in
                json.field("ids", [row.id])
                if let before { json.field("beforeId", before) }
            }
            node.send("moveItems", title: "Move", params)
        }
    }

    /// Returns the id of the row before which a row is inserted, which is nil for the end; nil for an unknown place.
    private func beforeId(_ words: String, from index: Int) -> String?? {
        let rows = window.rows
        switch Vocabulary.folded(words) {
        case "up" where index > 0: return .some(rows[index - 1].id)
        case "down" where index + 2 < rows.count: return .some(rows[index + 2].id)
        case "down" where index + 2 == rows.count && isAtEnd, "last": return .some(nil)
        case let other where other.hasPrefix("before "):
            guard let number = Int(Vocabulary.divided(other).rest), let row = window.row(number) else { return nil }
            return .some(row.id)
        default: return nil
        }
    }

    /// True if the last row of the window is the last row.
    private var isAtEnd: Bool { window.offset + window.rows.count >= state.boundedNumber("count") }
}

extension String {
    /// The text with a capital at the beginning.
    var asBeginning: String { prefix(1).uppercased() + dropFirst() }
}
