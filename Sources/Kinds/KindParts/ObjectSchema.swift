import FHJSON

/// A builder for the JSON Schema of an object with named members.
public struct ObjectSchema: Sendable {
    private var members: [(name: String, schema: JSONText, isRequired: Bool)] = []
    /// True if the object allows only the added members.
    public var isClosed = true

    /// Makes the schema of an object without members.
    public init() {}

    /// Adds a member.
    ///
    /// - Parameters:
    ///   - name: The name, which must be unique.
    ///   - schema: The schema of the value.
    ///   - isRequired: True if the member is always present.
    public mutating func add(_ name: String, _ schema: JSONText, isRequired: Bool) {
        members.append((name, schema, isRequired))
    }

    /// The schema as text.
    public var text: JSONText {
        .build { json in
            json.beginObject()
            json.field("type", "object")
            json.key("properties")
            json.beginObject()
            for member in members {
                json.key(member.name)
                json.value(member.schema)
            }
            json.endObject()
            let required = members.filter(\.isRequired).map(\.name)
            if !required.isEmpty { json.field("required", required) }
            if isClosed { json.field("additionalProperties", false) }
            json.endObject()
        }
    }
}
