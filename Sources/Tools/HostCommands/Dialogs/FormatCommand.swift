import ArgumentParser
import FHTerminalDialogs

/// `featurehost format`: prints text with styles.
struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Prints Markdown, code or a template with styles for the terminal.",
        discussion: """
            The text is standard input, or the arguments, each a line. If standard output is no terminal, the text \
            has no styles.

            Examples:
              featurehost format < README.md
              featurehost format '# Fruits' '- apple' '- pear'
              featurehost format --type template '{{ Bold "Done" }} in {{ Color "2" "3 s" }}'

            Exit status:
              0    success
              2    the template has an error, or the input or output fails
              64   usage error
            """)

    @Option(name: [.long, .short], help: "The kind of the text.")
    var type = FormatOptions.Kind.markdown

    @Argument(help: "Lines of the text.")
    var lines: [String] = []

    func run() throws {
        let text =
            try lines.isEmpty
            ? DialogInput.required("the text is missing: format LINE …, or standard input")
            : lines.joined(separator: "\n")
        var options = FormatOptions(text)
        options.kind = type
        try DialogEnd.finish(Formatter.result(options, .suited(to: DialogStreams.standard.output)), isStyled: true)
    }
}
