import FHTerminalScreen

/// Options of the dialog `table`.
public struct TableOptions: Equatable, Sendable {
    /// The lines around a printed table.
    public enum Border: String, CaseIterable, Sendable {
        case rounded, normal, thick, double, hidden, none
    }

    /// The header, the line of keys, and the timeout.
    public var settings = DialogSettings()
    /// The rows, as CSV or TSV.
    public var text: String
    /// The character between fields; nil for a tab if the first line has one, and otherwise a comma.
    public var separator: Character?
    /// The names of the columns; empty if they are in the first row.
    public var columns: [String] = []
    /// The widths of the first columns; 0 or no width for as many columns as the contents need.
    public var widths: [Int] = []
    /// The number of rows that are drawn; 0 for the default number.
    public var height = 0
    /// The column to print, from 1; 0 for the whole row.
    public var returnColumn = 0
    /// True to accept quotes in fields that aren't quoted.
    public var hasLazyQuotes = false
    /// True to hide the number of rows.
    public var hidesCount = false
    /// The lines around a printed table.
    public var border = Border.rounded

    /// Makes options.
    public init(_ text: String) { self.text = text }
}

/// The columns and rows of a table.
struct TableData {
    let separator: Character
    let columns: [String]
    let rows: [[String]]
    /// The widths of the columns on a terminal that is wide enough.
    let widths: [Int]

    init(_ options: TableOptions) throws(SeparatedValues.Failure) {
        var values = SeparatedValues(
            AnsiText.stripped(options.text), separator: options.separator, hasLazyQuotes: options.hasLazyQuotes)
        separator = values.separator
        var rows = try values.rows()
        if options.columns.isEmpty {
            columns = rows.isEmpty ? [] : rows.removeFirst()
        } else {
            columns = options.columns
        }
        self.rows = rows
        let count = max(columns.count, rows.reduce(0) { max($0, $1.count) })
        var widths = Array(repeating: 0, count: count)
        for (index, name) in columns.enumerated() { widths[index] = TextWidth.columns(of: name) }
        for row in rows {
            for (index, field) in row.enumerated() { widths[index] = max(widths[index], TextWidth.columns(of: field)) }
        }
        for (index, width) in options.widths.prefix(count).enumerated() where width > 0 { widths[index] = width }
        self.widths = widths
    }

    /// Returns the widths of the columns on a terminal with a width.
    ///
    /// The widest columns become smaller until all columns fit, or until they are too small to be read.
    func widths(in width: Int, gap: Int) -> [Int] {
        var widths = widths
        let least = 6
        while widths.reduce(-gap, { $0 + $1 + gap }) > width, let widest = widths.max(), widest > least {
            let over = widths.reduce(-gap) { $0 + $1 + gap } - width
            let second = widths.filter { $0 < widest }.max() ?? least
            let indices = widths.indices.filter { widths[$0] == widest }
            let step = max(1, min(widest - max(second, least), (over + indices.count - 1) / indices.count))
            for index in indices { widths[index] -= step }
        }
        return widths
    }
}
