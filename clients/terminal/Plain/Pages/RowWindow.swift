import FHJSON
import FHTerminalClient

/// A row of a list, or a result of a search, in words.
struct PlainRow {
    let id: String
    let value: JSONValue
    /// The texts of formatted values.
    var cells = RowCells.none
    /// Words about its state, such as `selected`.
    var flags: [String] = []
    /// The title of the group to which the row belongs; nil if there are no groups.
    var section: String?
}

/// The rows in the window of a list or a search, with their numbers, and the commands that move the window.
struct RowWindow {
    /// The number of rows that are said at once.
    static let size = 10
    /// An offset beyond the last row.
    private static let end = 1 << 31

    let place: FeaturePlace
    let rows: [PlainRow]
    private let columns: [Column]

    init(_ place: FeaturePlace, _ rows: [PlainRow]) {
        self.place = place
        self.rows = rows
        columns = Column.all(of: place.part.state).sorted { $0.role == .title && $1.role != .title }
    }

    private var node: Node { place.part }
    private var state: JSONValue { node.state }
    /// The number of rows before the window.
    var offset: Int { state.object("window").boundedNumber("offset") }
    private var count: Int { state.boundedNumber("count") }

    // MARK: The window

    /// Requests a window of the usual size, once.
    func fit() {
        let memory = place.memory
        let limit = state.object("window").boundedNumber("limit")
        guard limit != Self.size, memory.windows[node.identity] != limit else { return }
        memory.windows[node.identity] = limit
        show(offset)
    }

    private func show(_ offset: Int) {
        let params = Params {
            $0.field("offset", max(0, offset))
            $0.field("limit", Self.size)
        }
        node.send("setWindow", title: "Rows", params)
    }

    /// Shows the rows before the window; returns false if there are none.
    func showEarlier() -> Bool {
        if offset > 0 { show(offset - Self.size) }
        return offset > 0
    }

    private func showLater() {
        let next = offset + rows.count
        if rows.isEmpty || next >= count, isComplete { return place.dialog.say("These are the last rows.") }
        show(next)
    }

    /// True if no further rows can be loaded.
    private var isComplete: Bool {
        let append = state.object("loads").value("append") ?? state.object("append")
        return append["endReached"]?.boolValue != false
    }

    // MARK: Words

    /// The range of the rows and the number of all rows, such as `rows 1 to 10 of 345`; empty if there are no rows.
    var position: String {
        guard !rows.isEmpty else { return "" }
        let last = offset + rows.count
        let range = rows.count == 1 ? "row \(last.grouped)" : "rows \((offset + 1).grouped) to \(last.grouped)"
        let total = state["totalCount"]?.intValue
        let of = total?.grouped ?? (isComplete ? count.grouped : "\(count.grouped) or more")
        return "\(range) of \(of)"
    }

    /// The lines of the rows, below the titles of their groups.
    var items: [Page.Item] {
        var items: [Page.Item] = []
        var section: String?
        for (index, row) in rows.enumerated() {
            if let title = row.section, !isSameText(title, section) {
                section = title
                items.append(Page.Item(id: "section \(title)", text: "Group: \(PlainText.quoted(title))"))
            }
            items.append(
                Page.Item(
                    id: "row \(row.id)", number: offset + index + 1, text: words(of: row),
                    flags: row.flags))
        }
        return items
    }

    /// Returns the values of a row with the labels of their columns.
    private func words(of row: PlainRow) -> String {
        let parts = columns.compactMap { column -> String? in
            let text = Self.text(row, column)
            if text.isEmpty { return nil }
            return column.label.isEmpty ? text : "\(PlainText.line(column.label)): \(text)"
        }
        return parts.isEmpty ? PlainText.line(row.id) : parts.joined(separator: ", ")
    }

    private static func text(_ row: PlainRow, _ column: Column) -> String {
        let value = row.value.value(at: column.key)
        if column.isToggle { return ValueText.isOn(value) ? "yes" : "no" }
        // A curve without other characters is said as its numbers.
        if let cell = column.cell(in: row.cells)?.spoken, !cell.isEmpty { return PlainText.line(cell) }
        return PlainText.line(CellText.line(value, type: column.type))
    }

    /// Says all values of a row.
    private func sayWhole(_ row: PlainRow) {
        let declared = state.objects("columns").map {
            (key: $0.text("key"), label: $0.text("label"), type: $0.text("type"))
        }
        let others = row.value.members.map(\.key).filter { key in !declared.contains { isSameText($0.key, key) } }
        for part in declared + others.map({ (key: $0, label: "", type: "") }) {
            guard let value = row.value.value(at: part.key) ?? row.value.value(part.key) else { continue }
            let isToggle = part.type == "toggle" || value.boolValue != nil
            let cell = row.cells[part.key]?.spoken ?? ""
            let words = cell.isEmpty ? CellText.whole(value, type: part.type) : cell
            let text = isToggle ? (ValueText.isOn(value) ? "yes" : "no") : words
            let label = PlainText.line(part.label.isEmpty ? part.key : part.label)
            place.dialog.say("\(label): \(PlainText.indented(text))")
        }
        if !row.flags.isEmpty { place.dialog.say(row.flags.joined(separator: ", ")) }
    }

    // MARK: Rows by number

    /// Returns the row with a number; nil if it is not in the window.
    func row(_ number: Int) -> PlainRow? {
        let index = number - 1 - offset
        return rows.indices.contains(index) ? rows[index] : nil
    }

    /// Returns the row that words name by a number, or the active row without words; says why there is none.
    func target(_ words: String, for command: String) -> PlainRow? {
        if words.isEmpty {
            let active = state["activeId"]?.stringValue
            let row = rows.first { isSameText($0.id, active) }
            if row == nil { place.dialog.say("\(command): name a row by its number.") }
            return row
        }
        guard let number = Int(words) else {
            place.dialog.say("\(command): “\(PlainText.line(LikelyName.shown(words)))” is no number of a row.")
            return nil
        }
        let row = row(number)
        if row == nil { place.dialog.say("\(command): row \(number) was not said; go \(max(1, number)) leads to it.") }
        return row
    }

    /// Makes a row active; returns false if it is not in the window.
    func activate(_ number: Int) -> Bool {
        guard let row = row(number) else { return false }
        node.send("setActive", title: "Row \(number)", Params { $0.field("id", row.id) })
        return true
    }

    // MARK: Commands

    /// The commands that move the window, and the one that says a whole row.
    var commands: [Command] {
        [
            Command("row", "NUMBER", "says all values of a row.") { words in
                if let row = target(words, for: "row") { sayWhole(row) }
            },
            Command("more", "", "says the next rows.") { _ in showLater() },
            Command("first", "", "says the first rows.") { _ in show(0) },
            Command("last", "", "says the last rows; the rows before them are loaded first.") { _ in show(Self.end) },
            Command("go", "NUMBER", "says the rows from a number on.") { words in
                guard let number = Int(words), (1...Self.end).contains(number) else {
                    return place.dialog.say("go: name the number of a row.")
                }
                show(number - 1)
            },
        ]
    }

    /// Selects rows, or ends their selection.
    ///
    /// - Parameters:
    ///   - isOn: true to select, false to end the selection.
    ///   - isSelected: returns true if a row is selected.
    func select(_ words: String, isOn: Bool, isSelected: (String) -> Bool) {
        let name = isOn ? "select" : "unselect"
        guard let numbers = Numbers.parse(words) else {
            return place.dialog.say("\(name): name rows by their numbers, such as 1 3-5.")
        }
        for number in numbers {
            guard let row = target(String(number), for: name) else { return }
            if isSelected(row.id) != isOn {
                node.send("toggleSelection", title: "Select", Params { $0.field("id", row.id) })
            }
        }
    }

    /// The command that filters the rows by words or by a declared filter.
    var filterCommand: Command {
        Command(
            "filter", "WORDS", "shows only rows with these words, or of a declared filter; filter none shows all.",
            unless: node.refusal(of: "setFilter")
        ) { words in filter(words) }
    }

    private func filter(_ words: String) {
        let declared = RowFilter.declared(state)
        var filter = RowFilter(state)
        let name = Vocabulary.folded(words)
        if words.isEmpty {
            let titles = declared.map { PlainText.line($0.title) }
            let shown = filterWords
            place.dialog.say(shown.isEmpty ? "No filter." : shown)
            place.dialog.say("filter and words shows rows with these words; filter none shows all rows.")
            if !titles.isEmpty { place.dialog.say("The declared filters: \(titles.joined(separator: ", ")).") }
            return
        }
        let chosen = declared.first { Vocabulary.folded($0.title) == name || isSameText($0.id, words) }
        if name == "none" {
            filter = RowFilter()
        } else if let chosen {
            filter.id = chosen.id
        } else {
            filter.text = words
        }
        node.send("setFilter", title: "Filter", filter.params)
    }

    /// The filter in words; empty if there is none.
    var filterWords: String {
        let names = RowFilter(state).names(state).filter { !$0.isEmpty }
        return names.isEmpty ? "" : "Filter: \(names.map(PlainText.line).joined(separator: " and "))."
    }

    /// The command that says the records of the source that are not valid; none if there are no such records.
    var problemCommands: [Command] {
        let problems = SourceProblems(state)
        guard !problems.isEmpty else { return [] }
        return [
            Command("problems", "", "says the records that are not valid rows.") { _ in
                for problem in problems.listed { place.dialog.say(Self.words(of: problem)) }
                let rest = problems.count - problems.listed.count
                if rest > 0 { place.dialog.say("and \(rest.grouped) more.") }
            }
        ]
    }

    /// The problems in words; empty if there are none.
    ///
    /// A few are said at once, more only by a command.
    var problemWords: String {
        let problems = SourceProblems(state)
        guard problems.count > 0 else { return "" }
        guard problems.count <= 2, problems.listed.count == problems.count else {
            return "\(problems.summary) in the source; problems says them."
        }
        return problems.listed.map { "Problem in the source: \(Self.words(of: $0))" }.joined(separator: "\n")
    }

    private static func words(of problem: JSONValue) -> String {
        let place = SourceProblems.place(of: problem)
        let message = PlainText.indented(problem.text("message"))
        return place.isEmpty ? message : "\(place): \(message)"
    }
}
