import ArgumentParser
import FHTerminalDialogs

/// `featurehost choose`: asks the user to choose one or several items of a list.
struct ChooseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Asks the user to choose from a list, and prints the choice.",
        discussion: """
            The items are arguments, or the lines of standard input. The dialog is drawn below the prompt, on the \
            terminal itself, although standard input and output may be pipes. If several items can be chosen, \
            space marks the active one, and a marks all.

            Without a terminal the choice is --selected, or the only item with --select-if-one.

            Examples:
              fruit=$(featurehost choose apple pear plum) || exit
              git branch --format='%(refname:short)' | featurehost choose --header 'Which branch?'
              featurehost choose --no-limit --selected='*' src docs tests
              featurehost choose --label-delimiter=: Small:1 Large:2

            Exit status:
              0    chosen
              1    nothing is chosen, or there is nothing to choose from
              2    there is no terminal, or the input or output fails
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: HeadedOptions

    @Option(help: "Number of items that can be chosen.")
    var limit = 1

    @Flag(help: "Any number of items can be chosen.")
    var noLimit = false

    @Flag(help: "Print the items in the order in which they were marked.")
    var ordered = false

    @Option(help: "Rows of the list.")
    var height = 10

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Items that are marked at first, by label or value; * for all. With limit 1: the active item.",
            valueName: "text,…"))
    var selected: [CommaSeparated] = []

    @Flag(help: "Answer at once if there is only one item.")
    var selectIfOne = false

    @OptionGroup var prefixes: ChoosePrefixOptions
    @OptionGroup var delimiters: ChooseDelimiterOptions

    @Argument(help: "The items.")
    var items: [String] = []

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit is \(limit); it has to be 1 or more") }
        if height < 1 { throw ValidationError("--height is \(height); it has to be 1 or more") }
    }

    func run() throws {
        var dialog: ChooseOptions
        if items.isEmpty {
            let text = try DialogInput.required("the items are missing: choose ITEM …, or lines of standard input")
            dialog = ChooseOptions(
                text: text, inputDelimiter: delimiters.inputDelimiter ?? "\n",
                labelDelimiter: delimiters.labelDelimiter)
        } else {
            dialog = ChooseOptions(texts: items, labelDelimiter: delimiters.labelDelimiter)
        }
        dialog.settings = options.settings("Choose:")
        dialog.limit = noLimit ? nil : limit
        dialog.ordered = ordered
        dialog.height = height
        dialog.selected = selected.flatMap(\.parts)
        dialog.selectIfOne = selectIfOne
        dialog.outputDelimiter = delimiters.outputDelimiter ?? "\n"
        dialog.prefixes = prefixes.prefixes
        try DialogEnd.run(ChooseDialog(dialog))
    }
}

/// The texts before the items of a list.
struct ChoosePrefixOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Text before the active item.", valueName: "text"))
    var cursor = "> "

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Text before the label of the active item, if several can be chosen.", valueName: "text"))
    var cursorPrefix = "• "

    @Option(parsing: .unconditional, help: ArgumentHelp("Text before the label of a marked item.", valueName: "text"))
    var selectedPrefix = "✓ "

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Text before the label of any other item, if several can be chosen.", valueName: "text"))
    var unselectedPrefix = "• "

    var prefixes: ChoosePrefixes {
        var prefixes = ChoosePrefixes()
        prefixes.cursor = cursor
        prefixes.active = cursorPrefix
        prefixes.selected = selectedPrefix
        prefixes.unselected = unselectedPrefix
        return prefixes
    }
}

/// The texts between the items of a list.
struct ChooseDelimiterOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Text between items on standard input; a line feed by default.", valueName: "text"))
    var inputDelimiter: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Text between printed items; a line feed by default.", valueName: "text"))
    var outputDelimiter: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Text between the shown label of an item and its printed value.", valueName: "text"))
    var labelDelimiter: String?
}
