import FHJSON

/// The type that a source declares for a member of its rows.
public struct ColumnType: Sendable, Equatable {
    /// The name of the member.
    public let key: String
    /// The type of the values; nil if the source declares no type.
    public let type: ColumnKind?

    /// Makes a declaration of a member.
    public init(key: String, type: ColumnKind?) {
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
            let type = name.stringValue.flatMap { ColumnKind(rawValue: $0) }
            if type == nil, !name.isNull { return nil }
            types.append(ColumnType(key: key, type: type))
        }
        return types
    }
}
