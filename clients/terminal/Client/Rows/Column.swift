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
    /// The mark of the sort order, `▲` or `▼`; empty if the rows are not sorted by the column.
    public let mark: String

    /// Makes a column.
    public init(_ key: String, label: String, type: String = "text", role: Role, mark: String = "") {
        self.key = key
        self.label = role == .icon ? "" : label
        self.type = type == "toggle" || role == .toggle ? "toggle" : type
        self.role = role
        self.mark = mark
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
                role: Role(rawValue: json.text("role")) ?? .detail, mark: marks[key] ?? "")
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
    public var unmarked: Column { Column(key, label: label, type: type, role: role) }
    /// The text above the values.
    public var heading: String { mark.isEmpty || label.isEmpty ? label + mark : "\(label) \(mark)" }
    /// True if the column shows checkboxes.
    public var isToggle: Bool { type == "toggle" }
    /// True if the column gets spare width before the other columns.
    public var isFlexible: Bool { role == .title || role == .subtitle }
    /// True if the values are right-aligned.
    public var isRightAligned: Bool { type == "number" && !isFlexible }

    /// Returns the text of the column in a row.
    public func text(_ row: JSONValue) -> String { CellText.line(row.value(at: key), type: type) }

    /// Returns true if the value of a row is drawn as its text, in which matches can be marked.
    public func isText(_ row: JSONValue) -> Bool { CellText.isText(row.value(at: key), type: type) }
}
