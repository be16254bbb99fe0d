import ArgumentParser
import FHTerminalDialogs

/// `featurehost progress`: shows a bar that follows the lines of standard input.
struct ProgressCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "progress",
        abstract: "Shows a progress bar that follows the lines of standard input.",
        discussion: """
            A line is a number, which is a percentage or a part of --total, or a part of a given total, such as 3/10. \
            Text after a blank is shown beside the title or the bar, and so are lines without a number. The bar ends \
            with the input.

            Examples:
              for n in {1..10}; do work "$n"; echo "$n/10 file $n"; done | featurehost progress --title Copying

            Exit status:
              0    the input has ended
              2    standard input is a terminal
              64   usage error
              124  the time of --timeout has passed
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Text above the bar.", valueName: "text"))
    var title = ""

    @Option(
        help: ArgumentHelp("Number at which all is done; without it, numbers are percentages.", valueName: "number"))
    var total: Int?

    @Option(help: ArgumentHelp("Columns of the bar.", valueName: "columns"))
    var width = 40

    @Flag(inversion: .prefixedNo, help: "Show the percentage.")
    var showPercentage = true

    @Option(help: ArgumentHelp("Time after which the bar ends, such as 30s.", valueName: "duration"))
    var timeout: DialogDuration?

    func validate() throws {
        if let total, total < 1 { throw ValidationError("--total is \(total); it has to be 1 or more") }
        if width < 1 { throw ValidationError("--width is \(width); it has to be 1 or more") }
    }

    func run() throws {
        var options = ProgressOptions()
        options.title = title
        options.total = total
        options.width = width
        options.showPercentage = showPercentage
        options.timeoutMs = timeout?.milliseconds
        let dialog = ProgressDialog(options)
        try DialogEnd.finish(DialogRunner(.standard).run(dialog, beside: ProgressInput(dialog)))
    }
}
