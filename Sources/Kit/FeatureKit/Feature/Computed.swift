import FHJSON

/// A member of a feature's JSON that is computed from the state whenever the state is written.
///
/// Clients then don't have to filter, sort or count, and the state contains no value twice:
///
/// ```swift
/// static let computed = [Computed<Self>("openCount") { $0.tasks.count { !$0.isDone } }]
/// ```
public struct Computed<F: Feature>: Sendable {
    /// The member's name.
    public let name: String
    private let schema: @Sendable () -> JSONText
    private let write: @Sendable (F.State, inout JSONWriter) -> Void

    /// Makes a member that is computed from the state.
    public init<Value: Codable & Sendable>(_ name: String, _ value: @escaping @Sendable (F.State) -> Value) {
        self.name = name
        schema = { JSONSchema.of(Value.self) }
        write = { state, json in json.encodeAlways(value(state)) }
    }

    /// Adds members to the object that was written last.
    static func write(_ members: [Computed], of state: F.State, to json: inout JSONWriter) {
        if members.isEmpty { return }
        json.reopenObject()
        for member in members {
            json.key(member.name)
            member.write(state, &json)
        }
        json.endObject()
    }

    /// Returns the schema of a state, extended by computed members.
    static func add(_ members: [Computed], to schema: JSONText) -> JSONText {
        if members.isEmpty { return schema }
        let known = schema.value["required"]?.elements.compactMap(\.stringValue) ?? []
        let patch = JSONText.build { json in
            json.beginObject()
            json.key("properties")
            json.beginObject()
            for member in members {
                json.key(member.name)
                json.value(member.schema())
            }
            json.endObject()
            json.key("required")
            json.beginArray()
            for name in known + members.map(\.name) { json.value(name) }
            json.endArray()
            json.endObject()
        }
        return schema.value.merged(with: patch.value)
    }
}
