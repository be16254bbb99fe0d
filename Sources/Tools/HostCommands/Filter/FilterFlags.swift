import ArgumentParser
import FHTerminalDialogs
import FHTerminalScreen

/// Options about the lines of a filter, and about their order.
struct FilterLineFlags: ParsableArguments {
    @Option(
        name: [.long, .customShort("f", allowingJoined: true)], parsing: .unconditional,
        help: ArgumentHelp("Print the lines that match this query, without a dialog.", valueName: "query"))
    var filter: String?

    @Option(
        name: [.customLong("query"), .customShort("q", allowingJoined: true)], parsing: .unconditional,
        help: ArgumentHelp("First query of the dialog.", valueName: "query"))
    var firstQuery = ""

    @Flag(
        name: [.long, .customShort("e")],
        help: "Match terms exactly; a term with ' before it matches as without --exact.")
    var exact = false

    @Flag(help: "Keep the order of the lines instead of printing the best first.")
    var noSort = false

    @Flag(help: "Reverse the order of the lines.")
    var tac = false

    @Option(
        name: [.long, .customShort("d", allowingJoined: true)], parsing: .unconditional,
        help: ArgumentHelp(
            "Text between fields, or a set such as [:,] or [0-9]+; blanks by default.", valueName: "text"))
    var delimiter: String?

    @Option(
        name: [.long, .customShort("n", allowingJoined: true)], parsing: .unconditional,
        help: ArgumentHelp("Fields that are searched, such as 2, -1, 2.. or 1,3.", valueName: "fields"))
    var nth: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Fields that are shown and searched.", valueName: "fields"))
    var withNth: String?

    @Flag(help: "Show the colours of the lines; they are neither searched nor printed.")
    var ansi = false

    @Option(help: ArgumentHelp("Number of lines at the beginning that are a header.", valueName: "count"))
    var headerLines = 0

    @Flag(help: "Lines of the input end in a zero byte.")
    var read0 = false

    /// The options of the query.
    var query: FilterQueryOptions {
        var options = FilterQueryOptions()
        options.sorts = !noSort
        options.isReversed = tac
        options.isExact = exact
        return options
    }

    /// True if `LineFilter`, which has no options, can match the lines.
    var isPlain: Bool {
        query == FilterQueryOptions() && nth == nil && withNth == nil && !ansi && headerLines == 0
    }

    /// The byte that ends a line of the input.
    func ending(isNull: Bool) -> UInt8 { isNull || read0 ? 0 : UInt8(ascii: "\n") }

    /// Returns the options of the lines.
    func options(isNull: Bool) throws -> FilterLineOptions {
        var options = FilterLineOptions()
        if let delimiter {
            guard let read = FieldDelimiter(delimiter) else {
                throw ValidationError(
                    "--delimiter “\(delimiter)” is neither a text nor a set such as [:,], [0-9]+ or \\s; other regular "
                        + "expressions are not supported, and \\ before a character makes it a text")
            }
            options.delimiter = read
        }
        options.nth = try Self.fields(nth, "--nth")
        options.withNth = try Self.fields(withNth, "--with-nth")
        if options.nth.count > 16 { throw ValidationError("--nth has \(options.nth.count) fields; 16 are possible") }
        if headerLines < 0 { throw ValidationError("--header-lines is \(headerLines); it has to be 0 or more") }
        options.hasColours = ansi
        options.headerLines = headerLines
        options.ending = ending(isNull: isNull)
        return options
    }

    private static func fields(_ text: String?, _ name: String) throws -> [FieldRange] {
        guard let text else { return [] }
        guard let fields = FieldRange.list(text) else {
            throw ValidationError("\(name) is no list of fields, such as 2, -1, 2.. or 1,3")
        }
        return fields
    }
}

/// Options about choosing in the dialog of a filter.
struct FilterChoiceFlags: ParsableArguments {
    @Flag(name: [.long, .customShort("m")], help: "Any number of lines can be marked, or N with --multi=N.")
    var multi = false

    @Option(help: .hidden)
    var multiLimit: Int?

    @Flag(name: [.customLong("select-1"), .customShort("1")], help: "Choose at once if one line matches --query.")
    var select1 = false

    @Flag(name: [.customLong("exit-0"), .customShort("0")], help: "End at once if no line matches --query.")
    var exit0 = false

    @Flag(help: "Move from the last line to the first, and from the first to the last.")
    var cycle = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Actions of keys and events, such as ctrl-a:select-all,ctrl-o:execute(less {}).",
            valueName: "key:action,…"))
    var bind: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Command whose output for the active line is shown.", valueName: "command"))
    var preview: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Side, size and flags of the preview, such as right,50%, down,5 or hidden,wrap.", valueName: "place"))
    var previewWindow = ""

    /// The number of lines that can be marked; `.some(nil)` for any number, nil if no option is given.
    var limit: Int?? {
        if let multiLimit { return multiLimit }
        return multi ? .some(nil) : nil
    }

    func bindings() throws -> FilterBindings {
        var bindings = FilterBindings()
        for text in bind {
            do throws(FilterBindings.Failure) {
                try bindings.add(text)
            } catch {
                throw ValidationError("--bind: \(error.message)")
            }
        }
        return bindings
    }

    func previewOptions() throws -> FilterPreviewOptions? {
        guard let preview else { return nil }
        var options = FilterPreviewOptions(preview)
        guard options.place(previewWindow) else {
            throw ValidationError("--preview-window is no place, such as right,50% or down,5,wrap or hidden")
        }
        return options
    }
}

/// Options about the output of the dialog of a filter.
struct FilterOutputFlags: ParsableArguments {
    @Flag(help: "Print the query as the first line.")
    var printQuery = false

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Further keys that choose; a line with the key, empty for enter, precedes the chosen lines.",
            valueName: "key,…"))
    var expect: [String] = []

    @Flag(help: "Printed lines end in a zero byte.")
    var print0 = false

    /// The byte that ends a printed line.
    func ending(isNull: Bool) -> UInt8 { isNull || print0 ? 0 : UInt8(ascii: "\n") }

    /// Returns the additional keys that choose a line, with the name of each key.
    func keys() throws -> [Key: String] {
        var keys: [Key: String] = [:]
        for name in expect.flatMap({ $0.split(separator: ",") }) {
            guard let key = FilterKey.key(String(name)) else {
                throw ValidationError("--expect: “\(name)” is no key that terminals send, such as ctrl-a or f2")
            }
            keys[key] = String(name)
        }
        return keys
    }
}

/// Options about the look of the dialog of a filter.
struct FilterLookFlags: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("Text before the query.", valueName: "text"))
    var prompt = "> "

    @Option(parsing: .unconditional, help: ArgumentHelp("Text before the active line.", valueName: "text"))
    var pointer = "▌"

    @Option(parsing: .unconditional, help: ArgumentHelp("Text before a marked line.", valueName: "text"))
    var marker = "┃"

    @Flag(help: "The query is above the lines, as with --layout reverse.")
    var reverse = false

    @Option(help: "Arrangement of the query and the lines.")
    var layout = FilterLook.Layout.standard

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rows, a share of the terminal such as 40%, or -2 for all but 2 rows; ~40% uses fewer for few lines.",
            valueName: "rows"))
    var height = "40%"

    func look() throws -> FilterLook {
        var look = FilterLook()
        look.prompt = prompt
        look.pointer = pointer
        look.marker = marker
        look.layout = reverse ? .reverse : layout
        look.isAdaptive = height.hasPrefix("~")
        let text = look.isAdaptive ? height.dropFirst() : height[...]
        if text.last == "%", let percent = Int(text.dropLast()), (1...100).contains(percent) {
            look.height = .percent(percent)
        } else if let rows = Int(text), rows != 0 {
            look.height = rows > 0 ? .rows(rows) : .allBut(-rows)
        } else {
            throw ValidationError("--height is no number of rows, such as 15, 40%, ~40% or -2")
        }
        look.screenHeight = (try? TerminalDevice())?.size.height ?? look.screenHeight
        return look
    }
}

extension FilterLook.Layout: ExpressibleByArgument {}
