import FHJSON
import FHTerminalClient

/// A form in words: the user is asked for each field in turn, and then for what to do with the form.
struct FormView: PlainView {
    /// The id of the line that names the buttons.
    private static let buttons = "buttons"

    private let place: FeaturePlace
    private let order: FormOrder
    private let memory: FormAsking
    private let actions: FormActions
    /// The field that the user is asked for; nil if the next line is a command.
    private let current: PlainField?

    init(_ place: FeaturePlace) {
        self.place = place
        order = FormOrder(place.part)
        memory = place.memory.form(place.key)
        actions = FormActions(place.part)
        current = memory.next(in: order)
    }

    private var node: Node { place.part }
    private var state: JSONValue { node.state }
    private var dialog: PlainDialog { place.dialog }
    private var isAsking: Bool { memory.scope != .none }

    // MARK: Words

    var page: Page {
        var page = place.page()
        page.note("status \(state.number("submitCount"))", status)
        if state.number("submitCount") > 0 {
            for (index, message) in state.objects("formMessages").enumerated() {
                let kind = message.text("severity") == "warning" ? "Warning" : "Error"
                page.note("message \(index)", "\(kind): \(PlainText.indented(message.text("text")))")
            }
        }
        if !place.part.draftActions.isEmpty {
            page.note("draft", "There is a draft from an earlier session: restore or discard.")
        }
        var number = 0
        for part in order.parts {
            switch part {
            case .text(let id, let text): page.items.append(Page.Item(id: id, text: text, isSilent: isAsking))
            case .field(let field):
                if field.isAsked { number += 1 }
                page.items.append(FieldWords(field).item(number: number, isSilent: isAsking))
            }
        }
        for line in place.buttonLine(choices) {
            page.items.append(Page.Item(id: Self.buttons, text: line, isSilent: isAsking))
        }
        page.listing = isAsking ? "asked" : "listed"
        if isAsking {
            page.foot = ["An empty line keeps a value. A command begins with a colon, such as :done, :back or :help."]
        }
        return page
    }

    private var status: String {
        switch state.text("status") {
        case "succeeded": "Submitted."
        case "failed": "Not submitted."
        default: ""
        }
    }

    var work: Work? {
        if let running = place.runningWork { return running }
        switch state.text("status") {
        case "submitting": return Work("Submitting…")
        case "validating": return Work("Checking…")
        default: break
        }
        if state.isTrue("isValidating") { return Work("Checking…") }
        let isLoading = current.map { $0.json.object("optionsFrom").text("status") == "loading" } ?? false
        return isLoading ? Work("Loading the options…") : nil
    }

    func isQuiet(_ id: String) -> Bool {
        if id == Self.buttons { return true }
        // The question itself says the value and the errors of its field.
        if let current, isSameText(id, "field \(current.path)") { return true }
        switch memory.scope {
        case .some(let paths): if paths.contains(where: { isSameText(id, "field \($0)") }) { return true }
        // These fields are asked for later.
        case .all:
            if order.all.contains(where: {
                $0.isAsked && !memory.done.contains($0.path) && isSameText(id, "field \($0.path)")
            }) {
                return true
            }
        case .none: break
        }
        return memory.quiet.contains { isSameText(id, "field \($0.text)") }
    }

    // MARK: The questions

    func prepare() {
        judge()
        followHost()
        let next = memory.next(in: order)
        if next == nil { memory.scope = .none }
        if let focused = memory.focused, !isSameText(focused, next?.path), let field = order[focused] {
            field.send("blur", isQuiet: true)
        }
        if let next, !isSameText(memory.focused, next.path) { next.send("focus", isQuiet: true) }
        memory.focused = next?.path
    }

    /// Goes on to the next field, unless the value that the user has entered is wrong.
    private func judge() {
        guard let path = memory.entered else { return }
        memory.entered = nil
        guard let field = order[path] else { return memory.finish(path) }
        if field.hasErrors || field.kind.isContinued { return }
        if field.messages.isEmpty { memory.quiet = Set(texts: [path]) }
        memory.finish(path)
    }

    /// Asks for the wrong fields after the host has moved the focus to the first of them.
    private func followHost() {
        let focus = state.object("focus")
        let count = focus.number("seq")
        defer { memory.focusCount = count }
        guard let before = memory.focusCount, before != count else { return }
        let wrong = order.all.filter { $0.isAsked && ($0.hasErrors || $0.theirs != nil) }.map(\.path)
        if !wrong.isEmpty { return memory.ask(wrong) }
        if let path = focus["path"]?.stringValue { memory.ask([path]) }
    }

    var asking: Asking? {
        guard let field = current else { return nil }
        let name = "\(place.key) \(field.path)"
        if memory.isInConflict(field) { return conflict(of: field, name) }
        let answer = FieldAnswer(field: field, order: order, asking: memory, dialog: dialog)
        let words = FieldWords(field)
        let lines = memory.paragraph == nil ? texts(before: field) + words.question(FieldOptions(field)) : []
        let number = memory.paragraph.map { ", line \($0.count + 1)" } ?? ""
        let prompt = number.isEmpty ? words.prompt : "\(field.name)\(number): "
        // The question is asked again as a whole if its words have changed.
        let query = field.json.object("optionsFrom").text("query")
        let key = ([name, query] + (memory.paragraph == nil ? lines : [])).joined(separator: "\u{1F}")
        return Asking(
            key: key, lines: lines, prompt: prompt, isSecret: field.kind.isSecret, answer: answer.take)
    }

    /// Returns the headings and remarks directly before a field.
    private func texts(before field: PlainField) -> [String] {
        var texts: [String] = []
        for part in order.parts {
            switch part {
            case .text(_, let text): texts.append(text)
            case .field(let other):
                if isSameText(other.path, field.path) { return texts }
                texts = []
            }
        }
        return []
    }

    private func conflict(of field: PlainField, _ name: String) -> Asking {
        let words = FieldWords(field)
        let lines = [
            "\(field.name) was changed by others.", "  1. Keep mine: \(words.value)",
            "  2. Take theirs: \(words.theirs)",
        ]
        return Asking(
            key: "\(name) conflict \(words.theirs)", lines: lines,
            prompt: "\(field.name), 1 or 2, or an empty line to decide later: "
        ) { [memory, dialog] line in
            switch Vocabulary.folded(line) {
            case "1", "mine", "keep mine": field.send("keepMine")
            case "2", "theirs", "take theirs": field.send("takeTheirs")
            case "": memory.undecided.insert(field.path)
            default: return dialog.say("Type 1 to keep your value, 2 to take that of others, or an empty line.")
            }
            memory.finish(field.path)
        }
    }

    // MARK: Commands

    var choices: [Choice] {
        actions.all.map { Choice($0.title, role: $0.role, unless: $0.reason, press: $0.send) } + place.choices
    }

    func choose(_ number: Int) -> Bool {
        let fields = order.all.filter(\.isAsked)
        guard fields.indices.contains(number - 1) else { return false }
        memory.ask([fields[number - 1].path])
        return true
    }

    func goBack() -> String? { place.goBack() }

    func leave() -> String? { place.leave() }

    var commands: [Command] {
        var commands = [
            Command("fields", "", "says all fields.") { _ in sayFields() },
            Command("ask", "", "asks for all fields in turn.") { [memory] _ in
                memory.done = []
                memory.scope = .all
            },
        ]
        if let current {
            commands += [
                Command("done", "", "asks for no further fields.") { [memory] _ in
                    memory.paragraph = nil
                    memory.scope = .none
                },
                Command("empty", "", "removes the value of the field.") { [order, memory, dialog] _ in
                    FieldAnswer(field: current, order: order, asking: memory, dialog: dialog).clear()
                },
            ]
            if FieldOptions(current)?.hasMore == true {
                commands.append(
                    Command("more", "", "loads more options.") { _ in current.send("loadMoreOptions") })
            }
        }
        let wrong = order.all.filter { $0.isAsked && $0.hasErrors }.map(\.path)
        if !wrong.isEmpty {
            commands.append(
                Command("errors", "", "asks for the fields with errors.") { [memory] _ in memory.ask(wrong) })
        }
        let inConflict = order.all.filter { $0.theirs != nil }
        if !inConflict.isEmpty {
            commands += [
                Command("mine", "", "keeps your values where others have changed them too.") { _ in
                    for field in inConflict { field.send("keepMine") }
                },
                Command("theirs", "", "takes the values of others.") { _ in
                    for field in inConflict { field.send("takeTheirs") }
                },
            ]
        }
        return commands + place.commands
    }

    private func sayFields() {
        for item in page.items where item.id != Self.buttons {
            dialog.say(item.line)
            guard let field = order.all.first(where: { isSameText(item.id, "field \($0.path)") }) else { continue }
            if field.messages.isEmpty { FieldWords(field).hints.forEach(dialog.say) }
        }
    }
}
