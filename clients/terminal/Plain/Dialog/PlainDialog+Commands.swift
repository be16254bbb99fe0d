public import FHJSON
import FHTerminalClient

extension PlainDialog {
    /// Performs a command, a number or the title of a button.
    func perform(_ line: String, in view: any PlainView) {
        if let number = Int(line) {
            if !view.choose(number) { say("There is no number \(number) here. show says everything again.") }
            return
        }
        let all = Vocabulary(
            commands: view.commands + commands(in: view), choices: view.choices, isTitleFirst: view.isTitleFirst)
        switch all.meaning(of: line) {
        case .command(let command, let rest):
            if let reason = command.reason { return say("\(command.name): \(reason)") }
            command.run(rest)
        case .choice(let choice): press(choice)
        case .none(let message): say(message)
        }
    }

    /// Returns true if a text is the whole name of a command.
    func isCommand(_ text: String, in view: any PlainView) -> Bool {
        (view.commands + commands(in: view)).contains { $0.name == text }
    }

    private func press(_ choice: Choice) {
        if let reason = choice.reason {
            say("\(PlainText.line(choice.title)): \(PlainText.indented(reason))")
        } else {
            choice.press()
        }
    }

    /// The commands that exist everywhere.
    private func commands(in view: any PlainView) -> [Command] {
        [
            Command("show", "", "says everything again.") { [unowned self] _ in sayAgain() },
            Command("actions", "", "lists all that can be done now, with numbers.") { [unowned self] _ in
                sayActions(in: view)
            },
            Command("do", "NUMBER", "does an action of that list; the title of an action has the same effect.") {
                [unowned self] in act($0, in: view)
            },
            Command("back", "", "goes one step back: to the page, the step or the feature before.") {
                [unowned self] _ in
                if let reason = view.goBack() { say("back: \(reason)") }
            },
            Command("leave", "", "leaves this.") { [unowned self] _ in
                if let reason = view.leave() { say("leave: \(reason)") }
            },
            Command("quit", "", "ends the program.") { [unowned self] _ in quit() },
            Command("help", "", "lists all words; ? does so too.") { [unowned self] _ in sayHelp(in: view) },
            Command("?", "", "lists all words.") { [unowned self] _ in sayHelp(in: view) },
        ]
    }

    // MARK: Actions

    /// The actions of the list that ``sayActions(in:)`` says: the buttons, and the commands that need no further words.
    private func actions(in view: any PlainView) -> [Choice] {
        let commands = view.commands.filter { $0.arguments.isEmpty }
        return view.choices
            + commands.map { command in Choice(command.name, unless: command.reason) { command.run("") } }
    }

    private func sayActions(in view: any PlainView) {
        let actions = actions(in: view)
        if actions.isEmpty { return say("There are no actions here.") }
        say("Actions; do and a number does one:")
        for (index, action) in actions.enumerated() {
            let reason = action.reason.map { $0.isEmpty ? ": not now" : ": not now, \(PlainText.line($0))" } ?? ""
            say("\(index + 1). \(PlainText.line(action.title))\(reason)")
        }
    }

    private func act(_ words: String, in view: any PlainView) {
        let actions = actions(in: view)
        if let number = Int(words) {
            guard actions.indices.contains(number - 1) else {
                return say("do: there is no action \(number); actions lists them.")
            }
            return press(actions[number - 1])
        }
        if words.isEmpty { return sayActions(in: view) }
        switch Vocabulary(commands: [], choices: actions).meaning(of: words) {
        case .choice(let choice): press(choice)
        case .none(let message): say(message)
        case .command: break
        }
    }

    private func sayHelp(in view: any PlainView) {
        say("You can type these words; their beginning is enough if no other word has it.")
        let numbers = view.page.items.compactMap(\.number)
        if let first = numbers.first, let last = numbers.last {
            say((first == last ? "\(first)" : "\(first) to \(last)") + ": chooses the line with this number.")
        }
        for command in view.commands + commands(in: view) where command.name != "?" { say(command.help) }
        let titles = view.choices.map { PlainText.line($0.title) }
        if !titles.isEmpty { say("The buttons: \(titles.joined(separator: ", ")).") }
        if view.asking != nil { say("While a question is asked, a command begins with a colon, such as :back.") }
    }

    // MARK: Features

    /// Opens a feature and shows it.
    ///
    /// - Parameter params: the opening params; with params, the feature is opened even if an instance of it is open.
    public func open(_ feature: String, _ params: JSONValue? = nil) {
        session.open(feature, params) { [unowned self] name in instance = name ?? instance }
    }

    /// Shows an instance as soon as its first snapshot has arrived.
    public func show(_ instance: String) { self.instance = instance }

    /// Returns to the catalog; the feature stays open.
    func showCatalog() { instance = nil }

    /// Ends the program, or asks first if changes would be lost.
    func quit() {
        if session.hasUnsavedChanges { decisions.asksToQuit = true } else { exitStatus = 0 }
    }
}
