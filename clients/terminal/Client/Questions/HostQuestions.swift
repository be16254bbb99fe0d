import FHJSON

extension Question {
    private static let shownLogLines = 6
    /// The largest number of characters in the line about a program.
    private static let programLength = 1_000

    /// Returns the question that is shown after the host has ended.
    ///
    /// - Parameters:
    ///   - end: the reason for the end; further lines are the last lines of the log.
    ///   - note: the sentence about the last state of the features.
    ///   - restart: connects again; nil if that is not possible.
    static func hostEnded(
        _ end: String, note: String, restart: (() -> Void)?, quit: @escaping () -> Void
    ) -> Question {
        var lines = end.split(whereSeparator: \.isNewline).map(String.init)
        var how = lines.isEmpty ? "It has ended" : lines.removeFirst()
        while how.hasSuffix(".") { how.removeLast() }
        let log = lines.isEmpty ? [] : [lines.suffix(shownLogLines).joined(separator: "\n")]
        let message = ["\(how). \(note)"] + log
        var choices = [Choice("Quit", press: quit)]
        if let restart { choices.append(Choice("Restart", role: "primary", press: restart)) }
        return Question(
            title: "The host has ended", message: message.joined(separator: "\n\n"), choices: choices)
    }

    /// Returns the question that asks whether the host may run the programs of a workspace.
    ///
    /// There is no answer for quitting, so that no arrow key leads to it; the keys for quitting work as everywhere.
    static func untrusted(
        _ workspace: JSONValue, trust: @escaping () -> Void, decline: @escaping () -> Void
    ) -> Question {
        let programs = workspace.objects("programs")
        let lines = programs.map { program in
            let command = program.texts("argv").map(quoted).joined(separator: " ")
            let line = "• \(program.text("kind")) \(program.text("name")): \(command)"
            return line.count > programLength ? line.prefix(programLength - 1) + "…" : line
        }
        let number = programs.count == 1 ? "1 program" : "\(programs.count) programs"
        let head = [workspace.text("workspace"), "", "It would run \(number):"]
        let message = head + lines + ["", "Trust the workspace only if you have read it, or know its author."]
        return Question(
            title: "Run the programs of this workspace?", message: message.joined(separator: "\n"),
            choices: [
                Choice("Run nothing", role: "cancel", press: decline),
                Choice("Trust and run", role: "destructive", press: trust),
            ], leave: decline)
    }

    /// Returns the message that the host still runs no programs although the user now trusts the workspace.
    ///
    /// A host on a socket is started again only when all its clients have left it.
    static func stillUntrusted(_ leave: @escaping () -> Void) -> Question {
        let message = [
            "The workspace is trusted from now on, but other programs use this host, so it was not started again.",
            "It runs nothing until all of them have left it. Then start this program again.",
        ]
        return Question(
            title: "The host still runs without the programs", message: message.joined(separator: " "),
            choices: [Choice("Continue", role: "cancel", press: leave)], leave: leave)
    }

    /// Returns a message with values that could not be entered again, so that the user can read them.
    static func lost(_ entered: [Entered], forget: @escaping () -> Void) -> Question {
        let message = entered.map { "\($0.title) — \($0.label):\n\($0.text)" }.joined(separator: "\n\n")
        return Question(
            title: "Values that could not be entered again", message: message,
            choices: [Choice("OK", role: "cancel", press: forget)], leave: forget)
    }

    /// Returns an argument quoted for a shell.
    private static func quoted(_ argument: String) -> String {
        let isPlain = argument.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "@%+=:,./-_".contains($0)) }
        if isPlain, !argument.isEmpty { return argument }
        return "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\"'\"'") + "'"
    }
}
