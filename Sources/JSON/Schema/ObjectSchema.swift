/// The schema of an object of which each member is known by itself.
public struct ObjectSchema: Sendable {
    private var members: [(name: String, schema: JSONText, isRequired: Bool)] = []
    /// Whether the object has no other members.
    public var isClosed = true

    /// Of an object without members.
    public init() {}

    /// Adds a member.
    ///
    /// - Parameters:
    ///   - name: its name, which none of the others has.
    ///   - schema: the schema of its value.
    ///   - isRequired: whether it is always there.
    public mutating func add(_ name: String, _ schema: JSONText, isRequired: Bool) {
        members.append((name, schema, isRequired))
    }

    /// The schema.
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
