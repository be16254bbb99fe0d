import JSON

/// An action that is sent because of something else: a button, an output.
public struct ActionLink: Sendable, Equatable {
    /// The action's name.
    public let name: String
    /// Those of its params that are declared; the others come from what it is sent for.
    public let params: JSONText

    /// What an action is sent for, which says what its params are filled with.
    public enum Occasion: Sendable {
        /// A front end sends it as it is declared.
        case toolbar
        /// A button was pressed.
        case button(hasTarget: Bool)
        /// A feature has handed something on: a row, or values without an id.
        case output(hasID: Bool)
    }

    /// Makes a link.
    public init(_ name: String, params: JSONText = .emptyObject) {
        self.name = name
        self.params = params
    }

    /// The action's params: the declared ones, and those that its schema has for a row and its value.
    ///
    /// - Parameters:
    ///   - schema: the JSON Schema of the action's params.
    ///   - id: the row that it is about.
    ///   - value: the row, or what a form hands on.
    func params(for schema: JSONValue?, id: String?, value: JSONText?) -> JSONValue {
        let known = schema?["properties"]
        let declared = params.value
        return JSONText.build { json in
            json.beginObject()
            for (key, value) in declared.members {
                json.key(key)
                json.value(value)
            }
            func wants(_ key: String) -> Bool { known?[key] != nil && declared[key] == nil }
            if let value {
                for key in ["value", "patch", "output"] where wants(key) {
                    json.key(key)
                    json.value(value)
                }
            }
            if let id, wants("id") { json.field("id", id) }
            if let id, wants("ids") {
                json.key("ids")
                json.beginArray()
                json.value(id)
                json.endArray()
            }
            if value != nil, wants("params") {
                json.key("params")
                Self.write(id: id, values: value, to: &json)
            }
            json.endObject()
        }.value
    }

    /// What is wrong with the link for a feature that has these actions.
    func mistake<Action>(among actions: ActionSet<Action>, on occasion: Occasion) -> ActionRefusal? {
        var known = actions.descriptions
        var id: String?
        var value: JSONText?
        switch occasion {
        // The store itself does these; nothing within it can send them.
        case .toolbar:
            let own = Set(known.map(\.name))
            known += CommonAction.set.descriptions.filter { !own.contains($0.name) }
        case .button(let hasTarget): id = hasTarget ? "1" : nil
        case .output(let hasID): (id, value) = (hasID ? "1" : nil, .emptyObject)
        }
        guard let description = known.first(where: { $0.name == name }) else {
            return .unknown(known: known.map(\.name))
        }
        let filled = params(for: description.params.value, id: id, value: value)
        do {
            if try actions.decode(name, filled) == nil { _ = try CommonAction.set.decode(name, filled) }
            return nil
        } catch {
            return error
        }
    }

    /// Writes what a feature that is opened about a row gets as params.
    static func write(id: String?, values: JSONText?, to json: inout JSONWriter) {
        json.beginObject()
        if let id { json.field("id", id) }
        if let values { json.field("values", values) }
        json.endObject()
    }
}
