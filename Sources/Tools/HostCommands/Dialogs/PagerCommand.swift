import ArgumentParser
import FHTerminalDialogs

/// `featurehost pager`: shows a text that the user scrolls and searches.
struct PagerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pager",
        abstract: "Shows a text that the user scrolls and searches.",
        discussion: """
            The text is an argument, or standard input; its colours are shown. / searches, n and N go to the next \
            and to the previous match, and q leaves. Without a terminal the text is printed unchanged.

            Examples:
              git log --color | featurehost pager --no-show-line-numbers
              featurehost pager --height 10 < notes.txt

            Exit status:
              0    the pager was left
              2    the input or output fails
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c
            """)

    @OptionGroup var options: HeadedOptions

    @Flag(inversion: .prefixedNo, help: "Show the numbers of lines.")
    var showLineNumbers = true

    @Flag(inversion: .prefixedNo, help: "Break long lines; otherwise the arrow keys move the text.")
    var softWrap = true

    @Option(help: ArgumentHelp("Rows below the prompt; the whole screen by default.", valueName: "rows"))
    var height: Int?

    @Argument(help: "The text.")
    var text: String?

    func validate() throws {
        if let height, height < 1 { throw ValidationError("--height is \(height); it has to be 1 or more") }
    }

    func run() throws {
        var dialog = PagerOptions(
            try text ?? DialogInput.required("the text is missing: pager TEXT, or standard input"))
        dialog.settings = options.settings()
        dialog.showLineNumbers = showLineNumbers
        dialog.softWrap = softWrap
        dialog.height = height
        try DialogEnd.run(PagerDialog(dialog))
    }
}
