import FHJSON
import FHTerminalClient

/// The meaning of a line that the user has typed.
enum Meaning {
    /// A command with its arguments.
    case command(Command, String)
    /// A button.
    case choice(Choice)
    /// No meaning, with a message that says why.
    case none(String)
}

/// The words that the user can type now: commands, and the titles of buttons.
struct Vocabulary {
    let commands: [Command]
    let choices: [Choice]
    /// True if the title of a button has precedence over a command of the same name.
    var isTitleFirst = false

    /// Returns the meaning of a line.
    ///
    /// Whole words and titles come first. Otherwise the beginning of a word or title is enough if only one has it.
    func meaning(of line: String) -> Meaning {
        let (word, rest) = Self.divided(line)
        let title = Self.folded(line)
        let name = Self.folded(word)
        let titled = choices.filter { Self.folded($0.title) == title }
        let command = commands.first { $0.name == name && (rest.isEmpty || !$0.arguments.isEmpty) }
        if let command, titled.isEmpty || !isTitleFirst { return .command(command, rest) }
        if let choice = titled.first, titled.count == 1 { return .choice(choice) }
        if titled.count > 1 {
            return .none("There are \(titled.count) of “\(PlainText.line(titled[0].title))”. Choose one by its number.")
        }
        let begun = commands.filter { $0.name.hasPrefix(name) && (rest.isEmpty || !$0.arguments.isEmpty) }
        let chosen = choices.filter { Self.folded($0.title).hasPrefix(title) }
        if begun.count == 1, chosen.isEmpty { return .command(begun[0], rest) }
        if begun.isEmpty, chosen.count == 1 { return .choice(chosen[0]) }
        let candidates = begun.map(\.name) + chosen.map { PlainText.line($0.title) }
        if !candidates.isEmpty {
            return .none("“\(Self.shown(line))” can mean \(Self.alternatives(candidates)).")
        }
        if let command = commands.first(where: { $0.name == name }) {
            return .none("\(command.name) stands alone: \(command.effect)")
        }
        let known = commands.map(\.name) + choices.map(\.title)
        let near = LikelyName.of(word, among: known) ?? LikelyName.of(line, among: known)
        let guess = near.map { " Did you mean \(PlainText.line($0))?" } ?? ""
        return .none("“\(Self.shown(line))” is not known here.\(guess) ? lists all words.")
    }

    /// Divides a line into its first word and the rest.
    static func divided(_ line: String) -> (word: String, rest: String) {
        guard let end = line.firstIndex(of: " ") else { return (line, "") }
        return (String(line[..<end]), trimmed(String(line[end...])))
    }

    /// Returns a text without blanks at its ends.
    static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Returns a text for comparisons without case.
    static func folded(_ text: String) -> String { trimmed(PlainText.line(text)).lowercased() }

    private static func shown(_ line: String) -> String { LikelyName.shown(line) }

    private static func alternatives(_ names: [String]) -> String {
        let shown = names.prefix(LikelyName.longestList)
        guard let last = shown.last, shown.count > 1 else { return shown.joined() }
        return shown.dropLast().joined(separator: ", ") + " or \(last)"
    }
}
