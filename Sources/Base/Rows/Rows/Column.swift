import FHJSON

/// A column of a list or a search, drawn for each row.
public struct Column: Sendable, Equatable {
    /// The part of a drawn row in which a client shows the value; a column with the role `none` is not shown.
    public enum Role: String, Sendable, CaseIterable {
        case title, subtitle, detail, badge, toggle, icon, none
    }

    /// The key of the value in the row.
    public let key: String
    /// The column's heading.
    public let label: String
    /// The presentation of the value.
    public let type: Kind
    /// The part of a drawn row in which a client shows the value.
    public let role: Role

    /// Makes a column.
    ///
    /// By default, the label is derived from the key.
    public init(key: String, label: String? = nil, type: Kind = .text, role: Role = .detail) {
        self.key = key
        self.label = label ?? NameLabel.label(of: key)
        self.type = type
        self.role = role
    }

    /// The columns that are derived from the members of a row.
    ///
    /// The first string is the title, and the second string is the subtitle. Booleans are toggles, and other strings
    /// and numbers are details. The member `id` is not shown. There are no columns for other values.
    public static func derived(from row: JSONValue) -> [Column] {
        var roles: [Role] = [.title, .subtitle]
        return row.members.compactMap { key, value in
            switch value.kind {
            case .bool: return Column(key: key, type: .toggle, role: .toggle)
            case .integer, .real: return Column(key: key, type: .number, role: key == "id" ? .none : .detail)
            case .string:
                if key == "id" { return Column(key: key, role: .none) }
                return Column(key: key, role: roles.isEmpty ? .detail : roles.removeFirst())
            default: return nil
            }
        }
    }

    /// Encodes the member `columns` of a list's or a search's state.
    public static func encode(_ columns: [Column]) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            for column in columns {
                json.beginObject()
                json.field("key", column.key)
                json.field("label", column.label)
                json.field("type", column.type.rawValue)
                json.field("role", column.role.rawValue)
                json.endObject()
            }
            json.endArray()
        }
    }
}
