import ArgumentParser
import FHTerminalDialogs

/// `featurehost table`: asks the user to choose a row of a table.
struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Asks the user to choose a row of a CSV or TSV table, and prints it.",
        discussion: """
            The table is standard input, or a file. The first row has the names of the columns if --columns \
            doesn't give them. With --print the whole table is printed instead, with lines around it.

            Examples:
              id=$(featurehost table --return-column 1 < people.csv) || exit
              ps -eo pid,comm,etime | tr -s ' ' ',' | featurehost table --print --border rounded

            Exit status:
              0    chosen, or printed
              1    there is no row
              2    there is no terminal, the table has an error, or the input or output fails
              64   usage error
              124  the time of --timeout has passed
              130  cancelled by ctrl+c or escape
            """)

    @OptionGroup var options: HeadedOptions
    @OptionGroup var input: TableInputOptions

    @Option(
        name: [.long, .short], help: ArgumentHelp("Widths of the columns, such as 10,20.", valueName: "number,…"))
    var widths: CommaSeparated?

    @Option(help: ArgumentHelp("Rows of the dialog; 0 for 10.", valueName: "rows"))
    var height = 0

    @Flag(name: [.long, .short], help: "Print the whole table without a dialog.")
    var print = false

    @Option(name: [.long, .short], help: "The lines around a printed table.")
    var border = TableOptions.Border.rounded

    @Option(
        name: [.long, .short],
        help: ArgumentHelp("Print this column of the row, counted from 1; 0 for the whole row.", valueName: "number"))
    var returnColumn = 0

    @Flag(help: "Hide the number of rows.")
    var hideCount = false

    func validate() throws {
        try input.validate()
        if height < 0 { throw ValidationError("--height is \(height); it has to be 0 or more") }
        if widths?.parts.contains(where: { Int($0).map { $0 < 0 } ?? true }) == true {
            throw ValidationError("--widths are numbers of 0 or more, such as 10,20")
        }
        if returnColumn < 0 { throw ValidationError("--return-column is \(returnColumn); it has to be 0 or more") }
    }

    func run() throws {
        var table = try input.table()
        table.settings = options.settings()
        table.widths = widths?.parts.compactMap { Int($0) } ?? []
        table.height = height
        table.returnColumn = returnColumn
        table.hidesCount = hideCount
        table.border = border
        if print {
            let style = OutputStyle.suited(to: DialogStreams.standard.output)
            try DialogEnd.finish(TablePrinter.result(table, style), isStyled: true)
        }
        try DialogEnd.run(TableDialog(table))
    }
}

/// Options about the source of a table.
struct TableInputOptions: ParsableArguments {
    @Option(name: [.long, .short], help: ArgumentHelp("File with the table.", valueName: "file"))
    var file: String?

    @Option(
        name: [.long, .short], parsing: .unconditional,
        help: ArgumentHelp(
            "Character between fields; by default a tab if the first line has one, otherwise a comma.",
            valueName: "character"))
    var separator: String?

    @Option(
        name: [.long, .short], parsing: .unconditional,
        help: ArgumentHelp("Names of the columns.", valueName: "text,…"))
    var columns: CommaSeparated?

    @Flag(help: "Accept quotes within fields that are not quoted.")
    var lazyQuotes = false

    /// The given separator, or a tab for `\t`; nil if none is given.
    private var character: Character? { separator == "\\t" ? "\t" : separator?.first }

    func validate() throws {
        if let separator, separator.count != 1, separator != "\\t" {
            throw ValidationError("--separator is one character, or \\t for a tab")
        }
    }

    func table() throws -> TableOptions {
        let missing = "the table is missing: table --file FILE, or standard input"
        var table = TableOptions(try file.map(DialogInput.text(ofFile:)) ?? DialogInput.required(missing))
        table.separator = character
        table.columns = columns?.parts ?? []
        table.hasLazyQuotes = lazyQuotes
        return table
    }
}
