import FHJSON
import FHTerminalClient

/// A search in words: its query, and its results with their numbers.
struct SearchView: PlainView {
    private let place: FeaturePlace
    private let window: RowWindow
    private let selected: RowSelection
    private let isSelected: (String) -> Bool

    init(_ place: FeaturePlace) {
        self.place = place
        let state = place.part.state
        selected = RowSelection(ofSearch: state)
        let isSelected = selected.membership(RowSelectionMemory())
        self.isSelected = isSelected
        let groups = state.objects("groups")
        let isGrouped = groups.count > 1 || groups.contains { $0.text("id") != "results" }
        let rows = groups.flatMap { group in
            group.objects("items").map { item in
                var row = PlainRow(id: item.text("id"), value: item.object("value"), cells: RowCells(item))
                row.section = isGrouped ? CellText.plain(group.value("title")) : nil
                if isSameText(state["activeId"]?.stringValue, row.id) { row.flags.append("active") }
                if isSelected(row.id) { row.flags.append("selected") }
                if item["enabled"]?.boolValue == false { row.flags.append("can't be chosen") }
                return row
            }
        }
        window = RowWindow(place, rows)
    }

    private var node: Node { place.part }
    private var state: JSONValue { node.state }
    private var dialog: PlainDialog { place.dialog }
    private var actions: [JSONValue] { state.objects("actions") }

    // MARK: Words

    var page: Page {
        var page = place.page()
        let query = state.text("query")
        page.note("query", query.isEmpty ? "" : "Query: \(PlainText.quoted(query)).")
        page.note("filter", window.filterWords)
        page.note("position", window.position.isEmpty ? empty : PlainText.sentence(position))
        page.note("stale", state.isTrue("isStale") ? "The results are those of an older query." : "")
        page.note("selection", selected.summary.isEmpty ? "" : "\(selected.summary.asBeginning).")
        if let id = state.object("performing")["action"]?.stringValue {
            page.note("performing", "\(PlainText.line(title(ofAction: id)))… stop ends it.")
        }
        page.note("problems", window.problemWords)
        page.items = window.items
        page.foot = place.buttonLine(choices)
        page.listing = "\(window.offset) \(state.text("resultsQuery")) \(JSONText(state["filter"] ?? .null).string)"
        return page
    }

    private var position: String {
        let isOpen = state.object("append")["endReached"]?.boolValue == false && state["totalCount"]?.intValue == nil
        let count = state.boundedNumber("count")
        let total = state["totalCount"]?.intValue.map { ", among \($0.grouped) rows" } ?? ""
        let last = window.offset + window.rows.count
        let results = "\(count.grouped)\(isOpen ? " or more" : "") \(count == 1 ? "result" : "results")\(total)"
        return "\(results); these are \((window.offset + 1).grouped) to \(last.grouped)"
    }

    private var empty: String {
        if let own = WhenEmpty(node) { return PlainText.line(own.text) }
        switch state.text("empty") {
        case "noResults": return "Nothing matches."
        case "prompt" where state.text("query").contains { !$0.isWhitespace }:
            let least = state.number("minLength")
            return least > 1 ? "Type at least \(least.grouped) characters." : "The query is too short."
        default: return state.text("status") == "failed" ? "The search has failed." : ""
        }
    }

    var work: Work? {
        if let running = place.runningWork { return running }
        if let id = state.object("performing")["action"]?.stringValue {
            return Work("\(PlainText.line(title(ofAction: id)))…")
        }
        let listing = "\(state.text("query")) \(JSONText(state["filter"] ?? .null).string)"
        if ["debouncing", "loading", "stalled"].contains(state.text("status")) {
            return Work(id: listing, "Searching…")
        }
        return state.object("append").text("status") == "loading" ? Work("Loading more results…") : nil
    }

    func prepare() { window.fit() }

    // MARK: The query

    var asking: Asking? {
        guard !place.memory.searched.contains(node.identity) else { return nil }
        let prompt = PlainText.line(state.text("prompt"))
        return Asking(
            key: "query \(node.identity)", lines: ["Type what to search for; an empty line leads to the commands."],
            prompt: "\(prompt.isEmpty ? "Query" : prompt): "
        ) { query in
            place.memory.searched.insert(node.identity)
            if !query.isEmpty { find(query) }
        }
    }

    private func find(_ query: String) {
        place.memory.searched.insert(node.identity)
        node.send("setQuery", title: "Search", Params { $0.field("query", query) })
    }

    // MARK: Commands

    var choices: [Choice] { place.choices + place.choiceWhenEmpty }

    func choose(_ number: Int) -> Bool { window.activate(number) }

    func goBack() -> String? { window.showEarlier() ? nil : place.goBack() }

    func leave() -> String? { place.leave() }

    var commands: [Command] {
        var commands = [
            Command("find", "WORDS", "searches; without words, it asks for them.") { words in
                if words.isEmpty { place.memory.searched.remove(node.identity) } else { find(words) }
            },
            Command("accept", "NUMBER [ACTION]", "chooses a result, or without a number the selected ones.") { words in
                accept(words)
            },
            Command("history", "", "says earlier queries.") { _ in sayHistory() },
        ]
        if node.can("toggleSelection") || !selected.isEmpty { commands += selectionCommands }
        if node.has("setFilter"), !RowFilter.declared(state).isEmpty { commands.append(window.filterCommand) }
        if node.can("cancel"), work != nil {
            commands.append(
                Command("stop", "", "ends the running search or action.") { _ in node.send("cancel", title: "Stop") })
        }
        if state.object("append")["endReached"]?.boolValue == false, node.can("loadMore") {
            commands.append(
                Command("load", "", "loads more results.") { _ in node.send("loadMore", title: "Load more") })
        }
        return commands + window.commands + window.problemCommands + place.commands
    }

    private var selectionCommands: [Command] {
        [
            Command("select", "NUMBERS|none", "selects results, such as select 1 3-5.") { words in
                if words == "none" { return node.send("clearSelection", title: "Select") }
                window.select(words, isOn: true, isSelected: isSelected)
            },
            Command("unselect", "NUMBERS", "ends the selection of results.") { words in
                window.select(words, isOn: false, isSelected: isSelected)
            },
        ]
    }

    private func sayHistory() {
        let queries = state.texts("history")
        if queries.isEmpty { return dialog.say("There are no earlier queries.") }
        for query in queries { dialog.say(PlainText.line(query)) }
    }

    // MARK: Accepting

    private func title(ofAction id: String) -> String {
        let title = actions.first { isSameText($0.text("id"), id) }?.text("title") ?? ""
        return title.isEmpty ? id : title
    }

    private func accept(_ words: String) {
        let (first, rest) = Vocabulary.divided(words)
        let hasNumber = Int(first) != nil
        var row: PlainRow?
        if hasNumber || selected.isEmpty {
            row = window.target(hasNumber ? first : "", for: "accept")
            if row == nil { return }
        }
        let name = hasNumber ? rest : words
        var action: JSONValue?
        if !name.isEmpty {
            action = self.action(name)
            if action == nil { return }
        }
        let params = Params { json in
            if let row { json.field("id", row.id) }
            if let action { json.field("action", action.text("id")) }
        }
        node.send("accept", title: "Accept", params)
    }

    /// Returns the action that words name; says why there is none.
    private func action(_ words: String) -> JSONValue? {
        let titles = actions.map { PlainText.line(title(ofAction: $0.text("id"))) }
        if let exact = actions.first(where: { isSameText($0.text("id"), words) }) { return exact }
        switch Vocabulary(commands: [], choices: titles.map { Choice($0) {} }).meaning(of: words) {
        case .choice(let choice): return titles.firstIndex(of: choice.title).map { actions[$0] }
        case .none, .command:
            dialog.say("accept: the actions are \(LikelyName.list(titles)).")
            return nil
        }
    }
}
