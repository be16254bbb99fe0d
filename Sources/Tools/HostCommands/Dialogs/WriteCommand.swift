import ArgumentParser
import FHTerminalDialogs

/// `featurehost write`: asks the user for a text with several lines.
struct WriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Asks the user for a text with several lines, and prints it.",
        discussion: """
            The text is edited below the prompt, on the terminal itself. Enter breaks the line, and ctrl+d submits \
            the text. The initial text is --value, or else standard input if that is no terminal. Without a \
            terminal, the initial text is the answer.

            Examples:
              git commit -F <(featurehost write --header 'Message') || exit
              featurehost write --show-line-numbers < notes.txt > edited.txt

            Exit status:
              0    the text was submitted
              2    there is no terminal, or the input or output fails
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: HeadedOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("Initial text.", valueName: "text"))
    var value: String?

    @OptionGroup var field: TextFieldOptions

    @Option(help: ArgumentHelp("Rows of the text.", valueName: "rows"))
    var height = 5

    @Option(help: ArgumentHelp("Maximum number of lines; 0 for no limit.", valueName: "count"))
    var maxLines = 0

    @Flag(help: "Show the numbers of lines.")
    var showLineNumbers = false

    func validate() throws {
        if height < 1 { throw ValidationError("--height is \(height); it has to be 1 or more") }
        if maxLines < 0 { throw ValidationError("--max-lines is \(maxLines); it has to be 0 or more") }
    }

    func run() throws {
        var dialog = WriteOptions()
        dialog.text.settings = options.settings()
        field.apply(to: &dialog.text)
        dialog.text.value = try value ?? Self.withoutLastBreak(DialogInput.text()) ?? ""
        dialog.height = height
        dialog.maxLines = maxLines
        dialog.showLineNumbers = showLineNumbers
        try DialogEnd.run(WriteDialog(dialog))
    }

    /// Removes the line feed at the end, because the answer gets one when it is printed.
    private static func withoutLastBreak(_ text: String?) -> String? {
        guard let text, text.last?.isNewline == true else { return text }
        return String(text.dropLast())
    }
}
