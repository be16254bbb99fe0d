import JSON

/// What a front end draws of each row of a list or a search.
public struct Column: Sendable, Equatable {
    /// Where it goes.
    public enum Role: String, Sendable, CaseIterable {
        case title, subtitle, detail, badge, toggle, icon, none
    }

    /// How the value is drawn.
    public enum Kind: String, Sendable, CaseIterable {
        case text, number, date, toggle
    }

    /// The member of the row's value.
    public let key: String
    /// What a person reads above it.
    public let label: String
    /// How it is drawn.
    public let type: Kind
    /// Where it goes.
    public let role: Role

    /// Makes a column; its label is made of the key where none is given.
    public init(key: String, label: String? = nil, type: Kind = .text, role: Role = .detail) {
        self.key = key
        self.label = label ?? NameLabel.label(of: key)
        self.type = type
        self.role = role
    }

    /// The columns that a row's own keys give: the first text is its title, the second its subtitle, others are details.
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

    /// The member `columns` of a list's or a search's state.
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
