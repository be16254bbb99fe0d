public import FHJSON

/// A drawn column: a member of a row, or a value within a member.
public struct Column: Equatable, Sendable {
    /// The place of a column in its row; a column with the role `none` is not drawn.
    public enum Role: String, Sendable {
        case icon, title, subtitle, detail, badge, toggle, none
    }

    /// The roles in the order of their columns from left to right.
    private static let order: [Role] = [.icon, .title, .subtitle, .detail, .badge, .toggle]

    /// The name of the member, or a JSON Pointer.
    public let key: String
    /// The label for users.
    public let label: String
    /// The format of the values.
    public let type: String
    /// The place in the row.
    ///
    /// An unknown role counts as a detail.
    public let role: Role
    /// The room of the column in a table.
    public let room: Room
    /// The mark of the sort order, `▲` or `▼`; empty if the rows are not sorted by the column.
    public let mark: String

    /// The room of a column in a table.
    public struct Room: Equatable, Sendable {
        /// The width in characters; nil for the width of the values.
        public var width: Int?
        /// The side on which the values stand, such as `right`; empty for the side of the type.
        public var align = ""
        /// The share of the remaining width that the column gets.
        public var grow = 0

        /// Makes the room of an ordinary column.
        public init() {}

        /// Reads the room of a column in a state.
        init(_ column: JSONValue) {
            let width = column.boundedNumber("width")
            self.width = width > 0 ? width : nil
            align = column.text("align")
            grow = min(column.boundedNumber("grow"), 1_000)
        }
    }

    /// Makes a column.
    public init(
        _ key: String, label: String, type: String = "text", role: Role, mark: String = "", room: Room = Room()
    ) {
        self.key = key
        self.label = role == .icon ? "" : label
        self.type = type == "toggle" || role == .toggle ? "toggle" : type
        self.role = role
        self.mark = mark
        self.room = room
    }

    /// Returns the drawn columns of a state, from left to right.
    ///
    /// - Parameter marks: the marks of the sort order, by the key of the column.
    public static func all(of state: JSONValue, marks: [ExactText: String] = [:]) -> [Column] {
        let columns = state.objects("columns").map { json in
            let key = json.text("key")
            let label = json.text("label")
            return Column(
                key, label: label.isEmpty ? key : label, type: json.text("type"),
                role: Role(rawValue: json.text("role")) ?? .detail, mark: marks[key] ?? "", room: Room(json))
        }
        return order.flatMap { role in columns.filter { $0.role == role } }
    }

    /// Returns declared columns in the order of the drawn ones, followed by those that are not drawn.
    public static func inOrder(_ columns: [JSONValue]) -> [JSONValue] {
        (order + [Role.none]).flatMap { role in
            columns.filter { (Role(rawValue: $0.text("role")) ?? .detail) == role }
        }
    }

    /// The column without the mark of the sort order.
    public var unmarked: Column { Column(key, label: label, type: type, role: role, room: room) }
    /// The text above the values.
    public var heading: String { mark.isEmpty || label.isEmpty ? label + mark : "\(label) \(mark)" }
    /// True if the column shows checkboxes.
    public var isToggle: Bool { type == "toggle" }
    /// True if the column gets spare width before the other columns.
    public var isFlexible: Bool { role == .title || role == .subtitle }
    /// True if the values are right-aligned.
    public var isRightAligned: Bool {
        room.align.isEmpty ? type == "number" && !isFlexible : room.align == "right"
    }
    /// True if the values are centred.
    public var isCentred: Bool { room.align == "center" }

    /// Returns the text of the column in a row.
    ///
    /// - Parameter cells: the texts that the host has written for formatted columns.
    public func text(_ row: JSONValue, _ cells: RowCells = .none) -> String {
        cell(in: cells)?.line ?? CellText.line(row.value(at: key), type: type)
    }

    /// Returns the cell of the column; nil if there is none, or if the column is a checkbox of the row.
    public func cell(in cells: RowCells) -> RowCells.Cell? { role == .toggle ? nil : cells[key] }

    /// Returns true if the value of a row is drawn as its text, in which matches can be marked.
    public func isText(_ row: JSONValue, _ cells: RowCells = .none) -> Bool {
        let value = row.value(at: key)
        if let cell = cell(in: cells) { return isSameText(cell.line, CellText.plain(value)) }
        return CellText.isText(value, type: type)
    }
}
