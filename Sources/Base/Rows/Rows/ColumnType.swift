import FHJSON

/// The type that a source declares for a member of its rows.
public struct ColumnType: Sendable, Equatable {
    /// The name of the member.
    public let key: String
    /// The type of the values; nil if the source declares no type.
    public let type: Column.Kind?

    /// Makes a declaration of a member.
    public init(key: String, type: Column.Kind?) {
        self.key = key
        self.type = type
    }

    /// Writes a list of declarations as one value.
    public static func write(_ types: [ColumnType], to json: inout JSONWriter) {
        json.beginArray()
        for column in types {
            json.beginObject()
            json.field("key", column.key)
            if let type = column.type { json.field("type", type.rawValue) }
            json.endObject()
        }
        json.endArray()
    }

    /// Reads a list of declarations; returns nil for any other value.
    public static func list(_ value: JSONValue) -> [ColumnType]? {
        guard value.isArray else { return nil }
        var types: [ColumnType] = []
        for element in value.elements {
            guard let key = element["key"]?.stringValue else { return nil }
            let name: JSONValue = element["type"] ?? .null
            let type = name.stringValue.flatMap { Column.Kind(rawValue: $0) }
            if type == nil, !name.isNull { return nil }
            types.append(ColumnType(key: key, type: type))
        }
        return types
    }
}

extension Column {
    /// The columns that are derived from a source's declarations.
    ///
    /// The first member of the type `text` is the title, and the second is the subtitle.
    ///
    /// - Parameters:
    ///   - declared: the source's declarations; nil to derive the columns from the members of the row.
    ///   - row: the first row, which supplies the types that are missing in the declarations; nil if there is no row.
    public static func derived(from declared: [ColumnType]?, _ row: JSONValue?) -> [Column] {
        guard let declared else { return row.map { derived(from: $0) } ?? [] }
        var roles: [Role] = [.title, .subtitle]
        return declared.compactMap { column in
            guard let type = column.type ?? (row?[column.key]).flatMap(kind) else { return nil }
            if column.key == "id" { return Column(key: column.key, type: type, role: .none) }
            var role = type.derivedRole
            if role == .title { role = roles.isEmpty ? .detail : roles.removeFirst() }
            return Column(key: column.key, type: type, role: role)
        }
    }

    /// The column type of a value; nil for null, an array or an object, which no column shows.
    private static func kind(_ value: JSONValue) -> Kind? {
        switch value.kind {
        case .bool: .toggle
        case .integer, .real: .number
        case .string: .text
        case .null, .array, .object: nil
        }
    }
}
