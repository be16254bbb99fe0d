import FHJSON
import FHTerminalClient
import FHTerminalScreen

/// A drawn column: a member of a row, or a value within a member.
struct Column: Equatable {
    /// The place of a column in its row; a column with the role `none` is not drawn.
    enum Role: String {
        case icon, title, subtitle, detail, badge, toggle, none
    }

    /// The roles in the order of their columns from left to right.
    private static let order: [Role] = [.icon, .title, .subtitle, .detail, .badge, .toggle]

    /// The name of the member, or a JSON Pointer.
    let key: String
    /// The label for users.
    let label: String
    /// The format of the values.
    let type: String
    /// The place in the row.
    ///
    /// An unknown role counts as a detail.
    let role: Role
    /// The mark of the sort order, `▲` or `▼`; empty if the rows are not sorted by the column.
    let mark: String

    /// Makes a column.
    init(_ key: String, label: String, type: String = "text", role: Role, mark: String = "") {
        self.key = key
        self.label = role == .icon ? "" : label
        self.type = type == "toggle" || role == .toggle ? "toggle" : type
        self.role = role
        self.mark = mark
    }

    /// Returns the drawn columns of a state, from left to right.
    ///
    /// - Parameter marks: the marks of the sort order, by the key of the column.
    static func all(of state: JSONValue, marks: [ExactText: String] = [:]) -> [Column] {
        let columns = state.objects("columns").map { json in
            let key = json.text("key")
            let label = json.text("label")
            return Column(
                key, label: label.isEmpty ? key : label, type: json.text("type"),
                role: Role(rawValue: json.text("role")) ?? .detail, mark: marks[key] ?? "")
        }
        return order.flatMap { role in columns.filter { $0.role == role } }
    }

    /// Returns declared columns in the order of the drawn ones, followed by those that are not drawn.
    static func inOrder(_ columns: [JSONValue]) -> [JSONValue] {
        (order + [Role.none]).flatMap { role in
            columns.filter { (Role(rawValue: $0.text("role")) ?? .detail) == role }
        }
    }

    /// The column without the mark of the sort order.
    var unmarked: Column { Column(key, label: label, type: type, role: role) }
    /// The text above the values.
    var heading: String { mark.isEmpty || label.isEmpty ? label + mark : "\(label) \(mark)" }
    /// True if the column shows checkboxes.
    var isToggle: Bool { type == "toggle" }
    /// True if the column gets spare width before the other columns.
    var isFlexible: Bool { role == .title || role == .subtitle }
    /// True if the values are right-aligned.
    var isRightAligned: Bool { type == "number" && !isFlexible }

    /// Returns the text of the column in a row.
    func text(_ row: JSONValue) -> String { CellText.line(row.value(at: key), type: type) }

    /// Returns true if the value of a row is drawn as its text, in which matches can be marked.
    func isText(_ row: JSONValue) -> Bool { CellText.isText(row.value(at: key), type: type) }

    /// Returns the width that shows the heading and the values of rows completely.
    func naturalWidth(_ rows: some Sequence<JSONValue>) -> Int {
        rows.reduce(max(1, TextWidth.columns(of: heading))) { max($0, TextWidth.columns(of: text($1))) }
    }
}

/// A column with its place in a line.
struct FittedColumn {
    let column: Column
    /// The first cell of the column, counted from the beginning of the line.
    let x: Int
    let width: Int
}

/// The division of a line into columns.
///
/// Each column is as wide as its values need, so that the eye has no wide gap to cross. The rest of the line stays
/// empty.
enum ColumnWidths {
    private static let leastFlexible = 16
    private static let leastDetail = 24
    /// The width up to which the title column grows beyond its values, for longer values that are scrolled into view.
    private static let usualTitle = 32
    private static let leaveFirst: [Column.Role] = [.detail, .badge, .subtitle, .icon, .toggle]

    /// Returns the columns that fit into a width; the least important columns are omitted first.
    ///
    /// - Parameter natural: the width that each column needs.
    static func fit(_ columns: [Column], natural: [Int], width: Int) -> [FittedColumn] {
        var kept = Array(zip(columns, natural)).map { column, natural in
            (column: column, natural: natural, width: min(natural, column.isFlexible ? leastFlexible : leastDetail))
        }
        func needed(gap: Int) -> Int { kept.reduce(0) { $0 + $1.width } + gap * max(0, kept.count - 1) }
        for role in leaveFirst {
            while kept.count > 1, needed(gap: 2) > width, let last = kept.lastIndex(where: { $0.column.role == role }) {
                kept.remove(at: last)
            }
        }
        guard !kept.isEmpty else { return [] }
        func grow(_ index: Int, to wanted: Int) {
            kept[index].width += max(0, min(wanted - kept[index].width, width - needed(gap: 2)))
        }
        let flexible = kept.indices.filter { kept[$0].column.isFlexible }
        for index in flexible + kept.indices.filter({ !kept[$0].column.isFlexible }) {
            grow(index, to: kept[index].natural)
        }
        if let title = flexible.first { grow(title, to: usualTitle) }
        // A column that is alone, or that can't be left out, may be too wide.
        let excess = max(0, needed(gap: 2) - width)
        let widest = flexible.last ?? 0
        kept[widest].width = max(1, kept[widest].width - excess)
        let gap = needed(gap: 3) <= width ? 3 : 2
        var x = 0
        return kept.map { part in
            defer { x += part.width + gap }
            return FittedColumn(column: part.column, x: x, width: part.width)
        }
    }
}
