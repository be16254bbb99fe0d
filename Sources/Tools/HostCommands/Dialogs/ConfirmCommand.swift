import ArgumentParser
import FHTerminalDialogs

/// `featurehost confirm`: asks the user a question that is answered with yes or no.
struct ConfirmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Asks the user a question, and exits with status 0 for yes and 1 for no.",
        discussion: """
            The question is drawn below the prompt, on the terminal itself. y and n answer it; the arrow keys switch \
            between the answers, and enter gives the active one.

            Without a terminal, the answer is --default if that option is given. After --timeout, it is the answer \
            to which the user has switched, or else --default if that option is given.

            Examples:
              featurehost confirm 'Delete the branch?' && git branch -d "$branch"
              featurehost confirm --no-default --affirmative Delete 'Really?'

            Exit status:
              0    yes
              1    no
              2    there is no terminal
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: DialogOptions

    @Flag(inversion: .prefixedNo, help: "The answer of enter: yes, or no with --no-default or --default=false.")
    var `default`: Bool?

    @Option(parsing: .unconditional, help: ArgumentHelp("Title of the answer yes.", valueName: "text"))
    var affirmative = "Yes"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Title of the answer no; an empty text leaves out this answer.", valueName: "text"))
    var negative = "No"

    @Flag(help: "Print the question and the answer.")
    var showOutput = false

    @Argument(help: "The question.")
    var question = "Are you sure?"

    func run() throws {
        var dialog = ConfirmOptions(question)
        dialog.settings = options.settings(question)
        dialog.standard = `default`
        dialog.affirmative = affirmative
        dialog.negative = negative
        dialog.showOutput = showOutput
        try DialogEnd.run(ConfirmDialog(dialog))
    }
}
