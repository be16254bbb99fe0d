public import FHTerminalScreen

/// Options for reading, splitting, searching and showing the lines of a filter.
public struct FilterLineOptions: Sendable {
    /// The text between fields.
    public var delimiter = FieldDelimiter.blanks
    /// The fields that are searched; empty for whole lines.
    public var nth: [FieldRange] = []
    /// The fields that are shown; empty for whole lines.
    public var withNth: [FieldRange] = []
    /// True if lines contain colours, which are shown, but neither searched nor printed.
    public var hasColours = false
    /// The number of first lines that are shown as a header and are not searched.
    public var headerLines = 0
    /// The byte that ends a line of the input.
    public var ending = UInt8(ascii: "\n")

    /// Makes the default options.
    public init() {}
}

/// The meaning of a query.
public struct FilterQueryOptions: Equatable, Sendable {
    /// True to put the best matches first.
    public var sorts = true
    /// True to reverse the order of the lines.
    public var isReversed = false
    /// True to find a term only where its characters are side by side.
    public var isExact = false

    /// Makes the default options.
    public init() {}
}

/// The look of a filter.
public struct FilterLook: Equatable, Sendable {
    /// The arrangement of the query and the lines.
    public enum Layout: String, CaseIterable, Sendable {
        /// The query is below the lines, and the first line is at the bottom.
        case standard = "default"
        /// The query is above the lines, and the first line is at the top.
        case reverse
        /// The query is below the lines, and the first line is at the top.
        case reverseList = "reverse-list"
    }

    /// The number of rows of the dialog.
    public enum Height: Equatable, Sendable {
        case rows(Int)
        case percent(Int)
        /// All rows of the terminal except this number.
        case allBut(Int)
    }

    /// The text before the query.
    public var prompt = "> "
    /// The text before the active line.
    public var pointer = "▌"
    /// The text before a marked line.
    public var marker = "┃"
    /// The arrangement of the query and the lines.
    public var layout = Layout.standard
    /// The number of rows of the dialog.
    public var height = Height.percent(40)
    /// True to use fewer rows if there are few lines.
    public var isAdaptive = false
    /// True if a step from the last line goes to the first, and from the first to the last.
    public var cycles = false
    /// The number of rows of the terminal.
    public var screenHeight = 24

    /// Makes the default look.
    public init() {}
}

/// The output of a filter.
public struct FilterOutput: Equatable, Sendable {
    /// True to print the query as the first line.
    public var hasQuery = false
    /// The keys that accept the chosen lines in addition to ⏎, and the names of these keys.
    ///
    /// If there are such keys, the name of the pressed key is printed on a line before the chosen lines. This line is
    /// empty for ⏎.
    public var keys: [Key: String] = [:]
    /// The byte that ends a printed line.
    public var ending = UInt8(ascii: "\n")

    /// Makes the default output.
    public init() {}
}

/// Options of the dialog `filter`.
public struct FilterOptions: Sendable {
    /// The header, the line of keys, and the timeout.
    public var settings = DialogSettings()
    /// The options of the lines.
    public var lines = FilterLineOptions()
    /// The query at first.
    public var query = ""
    /// The meaning of the query.
    public var search = FilterQueryOptions()
    /// The number of lines that can be marked; nil for any number; 1 to choose one line without marks.
    public var limit: Int? = 1
    /// True to answer at once if exactly one line matches the first query.
    public var selectsOne = false
    /// True to end at once if no line matches the first query.
    public var exitsEmpty = false
    /// The look.
    public var look = FilterLook()
    /// The output.
    public var output = FilterOutput()
    /// The actions of keys and events.
    public var bindings = FilterBindings()
    /// The preview; nil for none.
    public var preview: FilterPreviewOptions?

    /// Makes the default options.
    public init() {}

    /// True if several lines can be marked.
    var isMultiple: Bool { limit.map { $0 > 1 } ?? true }
}
