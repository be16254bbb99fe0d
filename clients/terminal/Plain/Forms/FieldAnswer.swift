import FHJSON
import FHTerminalClient

/// The effect of a line with which the user answers the question about a field.
struct FieldAnswer {
    let field: PlainField
    let order: FormOrder
    let asking: FormAsking
    let dialog: PlainDialog

    /// Handles the answer.
    func take(_ line: String) {
        asking.quiet = []
        let text = Vocabulary.trimmed(line)
        switch field.kind {
        case .lines: return takeLine(line)
        case .secret: return line.isEmpty ? keep() : enter(.string(line), "setSecret")
        default: break
        }
        if text.isEmpty { return keep() }
        switch field.kind {
        case .yesOrNo: yesOrNo(text)
        case .number: number(text)
        case .option, .options: choose(text)
        case .items: change(text)
        default: enter(.string(line))
        }
    }

    /// Keeps the value, and goes on to the next field.
    private func keep() {
        blur()
        asking.finish(field.path)
    }

    /// Tells the host that the user has left the field, so that the host shows the errors of the field.
    private func blur() {
        asking.focused = nil
        field.send("blur", isQuiet: true)
    }

    /// Enters a value.
    func enter(_ value: JSONValue, _ action: String = "setValue") {
        asking.entered = field.path
        field.send(action) { $0.field("value", value) }
        // In a field with several values, the user goes on to tick options until an empty line.
        if !field.kind.isContinued { blur() }
    }

    /// Enters the empty value of the field.
    func clear() {
        asking.paragraph = nil
        switch field.kind {
        case .secret: enter(.string(""), "setSecret")
        case .text(isNullable: false), .lines: enter(.string(""))
        case .options: enter(.emptyArray)
        case .yesOrNo: enter(.bool(false))
        case .number, .items, .group, .unknown: dialog.say("\(field.name): this can't be empty.")
        case .text, .day, .option: enter(.null)
        }
    }

    private func yesOrNo(_ text: String) {
        switch text.lowercased() {
        case "yes", "y", "on", "true": enter(.bool(true))
        case "no", "n", "off", "false": enter(.bool(false))
        default: dialog.say("Type yes or no, or an empty line to keep the value.")
        }
    }

    private func number(_ text: String) {
        guard let number = Double(text), number.isFinite else {
            return dialog.say("“\(LikelyName.shown(text))” is no number.")
        }
        enter(FieldText.json(number))
    }

    private func takeLine(_ line: String) {
        guard let lines = asking.paragraph else {
            if line.isEmpty { return keep() }
            if line == "." { return enter(.string("")) }
            asking.paragraph = [line]
            return
        }
        guard line == "." else {
            asking.paragraph = lines + [line]
            return
        }
        asking.paragraph = nil
        enter(.string(lines.joined(separator: "\n")))
    }

    // MARK: Options

    private func choose(_ text: String) {
        guard let options = FieldOptions(field) else { return }
        switch options.meaning(of: text) {
        case .value(let value): enter(value)
        case .search(let words): field.send("searchOptions") { $0.field("query", words) }
        case .none(let lines): for line in lines { dialog.say(line) }
        }
    }

    // MARK: Items

    private var items: [String] { field.json.objects("items").map { $0.text("id") } }

    private func change(_ text: String) {
        let (word, rest) = Vocabulary.divided(text.lowercased())
        let commands = [
            Command("add", "", "") { _ in add() }, Command("remove", "NUMBER", "") { remove($0) },
            Command("move", "NUMBER up|down", "") { move($0) },
        ]
        switch Vocabulary(commands: commands, choices: []).meaning(of: word + (rest.isEmpty ? "" : " \(rest)")) {
        case .command(let command, let rest): command.run(rest)
        case .none, .choice:
            dialog.say("Type add, remove and the number of an item, move, a number and up or down, or an empty line.")
        }
    }

    private func add() {
        if let reason = field.node.refusal(of: "insertItem") { return dialog.say("add: \(reason)") }
        asking.askForNewItem(of: field, in: order)
        field.send("insertItem")
    }

    private func item(_ number: String, for command: String) -> Int? {
        guard let number = Int(number), items.indices.contains(number - 1) else {
            dialog.say("\(command): there is no item with this number.")
            return nil
        }
        return number - 1
    }

    private func remove(_ number: String) {
        guard let index = item(number, for: "remove") else { return }
        field.send("removeItem") { $0.field("id", items[index]) }
    }

    private func move(_ words: String) {
        let (number, direction) = Vocabulary.divided(words)
        guard let index = item(number, for: "move") else { return }
        // An item that moves down is inserted before the item behind the next one.
        let behind = direction == "up" ? index - 1 : index + 2
        guard ["up", "down"].contains(direction), behind >= 0, behind <= items.count else {
            return dialog.say("move: name an item, and up or down.")
        }
        field.send("moveItem") { json in
            json.field("id", items[index])
            json.field("beforeId", behind < items.count ? items[behind] : nil)
        }
    }
}
