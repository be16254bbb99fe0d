import ArgumentParser
import FHHosting
import FHTerminalDialogs

/// `featurehost spin`: runs a command, and shows a spinner meanwhile.
struct SpinnerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spin",
        abstract: "Runs a command, and shows a spinner until it ends.",
        discussion: """
            Options after the command, or after --, are those of the command. On a terminal, the output of the \
            command is hidden if no option shows it; to a pipe or a file, it is passed on unchanged. The command \
            reads the keyboard. Without a terminal nothing is drawn.

            Examples:
              featurehost spin --title 'Building…' -- make -j8
              sum=$(featurehost spin --title 'Adding…' -- sha256sum large.iso)

            Exit status:
              the status of the command, or 128 + the number of the signal that ended it
              64   usage error
              124  the time of --timeout has passed
              126  the command can't be run
              127  the command doesn't exist
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Text beside the spinner.", valueName: "text"))
    var title = "Loading..."

    @Option(name: [.long, .short], help: "The spinner.")
    var spinner = Spinner.dot

    @Option(name: [.long, .short], help: "The side of the title on which the spinner is drawn.")
    var align = Side.left

    @Flag(help: "Write all output of the command above the spinner.")
    var showOutput = false

    @Flag(help: "Write the standard output of the command.")
    var showStdout = false

    @Flag(help: "Write the standard error of the command.")
    var showStderr = false

    @Flag(help: "Write the output of the command if it fails.")
    var showError = false

    @Option(help: ArgumentHelp("Time after which the command is ended, such as 30s.", valueName: "duration"))
    var timeout: DialogDuration?

    @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
    var command: [String] = []

    /// A side of the title.
    enum Side: String, CaseIterable, ExpressibleByArgument { case left, right }

    /// The command and its arguments, without the `--` before them.
    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    func validate() throws {
        // ArgumentParser reads an unknown option and all arguments after it as the command.
        switch command.first {
        case "--help", "-h": throw CleanExit.helpRequest(self)
        case "--version": throw CleanExit.message(Host.version)
        case let first? where first.hasPrefix("-") && first != "--":
            throw ValidationError("Unknown option '\(first)'; a command with such a name stands after --")
        default: break
        }
        if words.isEmpty { throw ValidationError("the command is missing: spin -- COMMAND …") }
    }

    func run() throws {
        var options = SpinOptions(words)
        options.title = title
        options.spinner = spinner
        options.isTrailing = align == .right
        options.showStdout = showStdout || showOutput
        options.showStderr = showStderr || showOutput
        options.showError = showError
        options.timeoutMs = timeout?.milliseconds
        let dialog = SpinDialog(options)
        try DialogEnd.finish(DialogRunner(.standard).run(dialog, beside: SpinCommand(dialog, .standard)))
    }
}
