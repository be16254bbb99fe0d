import FHTerminalScreen

/// The columns of a form's labels and values.
struct FormLayout {
    /// The indentation of a field within another field.
    static let indent = 2
    /// The columns beside a form: one at the left, and two at the right for a gap and the scroll bar.
    static let margins = 3
    /// The least width of an area in which labels are beside their values, and not above them.
    private static let leastWidth = 36
    private static let leastLabel = 8
    /// The number of columns behind a label, for its mark and a gap.
    private static let behindLabel = 4

    /// The number of columns of the form.
    let width: Int
    /// True if labels are above their values.
    let isNarrow: Bool
    /// The column of the outermost labels.
    private let start: Int
    /// The number of columns from the outermost labels to the values, regardless of the depth of a field.
    private let column: Int

    /// Makes the layout of fields.
    ///
    /// - Parameters:
    ///   - labels: the paths and labels of the fields.
    ///   - hasHeaders: true if fields are indented below the headers of sections.
    init(width: Int, labels: [(path: String, label: String)], hasHeaders: Bool) {
        self.width = width
        isNarrow = width + Self.margins < Self.leastWidth
        start = hasHeaders ? Self.indent : 0
        let widest = labels.map { Self.depth($0.path) + TextWidth.columns(of: VisibleText.visible($0.label)) }.max()
        let most = max(min(20, width * 2 / 5), width * 3 / 10)
        column = min(widest ?? 0, most) + Self.behindLabel
    }

    /// Returns the column of a field's label.
    func label(_ path: String) -> Int { start + Self.depth(path) }

    /// Returns the number of columns of a field's label, with its mark and the gap.
    func labelWidth(_ path: String) -> Int {
        isNarrow ? max(1, width - label(path)) : max(column - Self.depth(path), Self.leastLabel)
    }

    /// Returns the column of a field's value.
    func value(_ path: String) -> Int { isNarrow ? label(path) : label(path) + labelWidth(path) }

    /// Returns the number of columns for a field's value.
    func valueWidth(_ path: String) -> Int { max(1, width - value(path)) }

    private static func depth(_ path: String) -> Int {
        let slashes = path.utf8.count { $0 == UInt8(ascii: "/") }
        return indent * min(20, max(0, slashes - 1))
    }
}
