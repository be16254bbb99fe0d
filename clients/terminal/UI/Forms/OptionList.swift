import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A popup with the options of a field.
///
/// It shows the options of the newest snapshot that match the words that the user types.
final class OptionList: Popup {
    /// An option, or the entry for no value (the empty choice).
    struct Option: Equatable {
        let value: JSONValue
        let title: String
    }

    private(set) var field: FormField
    /// The options that match the words.
    private(set) var options: [Option] = []
    /// The cursor in the options.
    var cursor = ListCursor()
    /// The largest width of the list so far, in columns.
    ///
    /// The popup keeps this width, so that it does not become narrower while the user types.
    var width = 0
    let editor = TextEditor()
    /// True if the last key changed the words; a blank then belongs to the words, and ticks nothing.
    private var isTyping = false
    /// True if the option with the cursor is chosen as soon as the options for the typed words arrive.
    private var isChoosing = false

    /// Creates the list of a field.
    init(_ field: FormField) {
        self.field = field
        update()
    }

    var choice: OptionChoice { OptionChoice(field) }
    private var source: JSONValue { field.json.object("optionsFrom") }

    // MARK: Following the field

    /// Takes over the field as it was drawn below the list in this frame.
    ///
    /// - Returns: false if the list has to be closed, because the field was not drawn or is disabled.
    func follow() -> Bool {
        guard let drawn = field.entry.takeDrawn() else { return false }
        field = field.at(drawn)
        guard field.isEnabled else { return false }
        update()
        if isChoosing, isAnswered { choose() }
        return true
    }

    private func update() {
        let words = SearchWords(editor.text)
        var new = field.options.map {
            Option(value: $0["value"] ?? .null, title: FieldText.plain($0["title"] ?? $0["value"] ?? .null))
        }
        // The source filters its options itself.
        if !field.isSearched { new = new.filter { words.match($0.title) } }
        let query = field.isSearched ? source.text("query") : editor.text
        if choice.mayBeNone, query.isEmpty { new.insert(Option(value: .null, title: "none"), at: 0) }
        guard new != options else { return }
        // If the next page was appended, the cursor stays.
        let isLonger = !options.isEmpty && new.starts(with: options)
        options = new
        if !isLonger {
            let marked = marked
            let first =
                words.isEmpty
                ? new.firstIndex { marked.contains($0.value) }
                : new.firstIndex { words.match($0.title) }
            cursor = ListCursor(first ?? 0)
        }
    }

    /// The values of the marked options: the chosen ones, or null for the empty choice.
    var marked: [JSONValue] {
        let choice = choice
        return choice.chosen.isEmpty && choice.mayBeNone ? [.null] : choice.chosen
    }

    /// The message about the options; empty if there is none.
    var outcome: String {
        if field.isSearched {
            if source.text("status") == "loading" { return "Loading…" }
            if source.text("status") == "failed" { return "The options could not be loaded." }
        }
        if options.isEmpty { return "Nothing matches." }
        return isEnd ? "" : "There are more. Type words to find them."
    }

    private var isEnd: Bool { !field.isSearched || source["endReached"]?.boolValue != false }

    /// True if the options belong to the typed words.
    private var isAnswered: Bool {
        !field.isSearched || isSameText(source.text("query"), editor.text) && source.text("status") != "loading"
    }

    // MARK: Keys

    /// The keys of the list, which also act while words are being typed.
    func bindings(page: Int) -> [Binding] {
        let title = choice.isMany ? "Tick" : "Choose"
        var bindings = [
            Binding(.menuUp, "Up", .hidden) { [unowned self] in move(-1) },
            Binding(.menuDown, "Move", shownKeys: "↑↓") { [unowned self] in move(1) },
            Binding(.menuPageUp, "Page up", .helpOnly) { [unowned self] in move(-page) },
            Binding(.menuPageDown, "Page down", .helpOnly) { [unowned self] in move(page) },
            Binding(.menuChoose, title, shownKeys: choice.isMany ? "␣ ⏎" : "⏎") { [unowned self] in choose() },
        ]
        if choice.isMany {
            bindings.append(
                Binding(.menuChooseNext, "Tick, and move down", .helpOnly) { [unowned self] in
                    choose()
                    move(1)
                })
        }
        return bindings
    }

    /// Handles a change of the words.
    func edited() {
        let text = editor.text
        // In a list of check boxes, a blank ticks an option, except directly after typed words.
        if choice.isMany, !isTyping, text.last == " " {
            editor.replace(by: String(text.dropLast()))
            return choose()
        }
        isTyping = !text.isEmpty
        editor.recordSent()
        if field.isSearched { field.send("searchOptions") { $0.field("query", text) } }
        update()
        field.interface.needsFrame()
    }

    func move(_ by: Int) {
        isTyping = false
        guard !options.isEmpty else { return }
        let isAtEnd = cursor.index + by >= options.count - 1
        cursor.move(by: by, count: options.count)
        if isAtEnd, !isEnd, source.text("status") == "idle" { field.send("loadMoreOptions", isQuiet: true) }
        field.interface.needsFrame()
    }

    /// Chooses the option with the cursor, as soon as the options for the typed words have arrived.
    private func choose() {
        isTyping = false
        isChoosing = !isAnswered
        if !isChoosing { choose(cursor.index) }
    }

    /// Chooses the option at an index.
    func choose(_ index: Int) {
        guard options.indices.contains(index) else { return }
        cursor.move(to: index, count: options.count)
        choice.choose(options[index].value)
        if !choice.isMany { leave() }
    }

    func leave() { field.interface.close(self) }

    // MARK: Drawing

    func draw(_ painter: inout Painter, in area: Rect) {
        guard follow() else { return leave() }
        OptionDrawing(self).draw(&painter, in: area)
    }
}
