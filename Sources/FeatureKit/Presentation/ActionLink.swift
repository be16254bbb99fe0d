import JSON

/// An action that is sent because of something else: a button, an output.
public struct ActionLink: Sendable, Equatable {
    /// The action's name.
    public let name: String
    /// Those of its params that are declared; the others come from what it is sent for.
    public let params: JSONText
    /// Those that are parts of what it is sent for: where each stands in the object `{id, ids, value}`.
    public let taken: [String: JSONPointer]

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
    public init(_ name: String, params: JSONText = .emptyObject, taken: [String: JSONPointer] = [:]) {
        self.name = name
        self.params = params
        self.taken = taken
    }

    /// The action's params: the declared ones, those that are taken of a row and its value, and those that the schema
    /// has for them.
    ///
    /// - Parameters:
    ///   - schema: the JSON Schema of the action's params.
    ///   - occasion: the rows and the value that it is sent for.
    func params(for schema: JSONValue?, _ occasion: LinkOccasion) -> JSONValue {
        let id = occasion.ids.count == 1 ? occasion.ids[0] : nil
        let known = schema?["properties"]
        let declared = params.value
        // An output may be long: it is read only where something is taken of it.
        let given = taken.isEmpty ? .null : Self.given(occasion)
        return JSONText.build { json in
            json.beginObject()
            for (key, value) in declared.members where taken[key] == nil {
                json.key(key)
                json.value(value)
            }
            for (key, pointer) in taken.sorted(by: { $0.key < $1.key }) {
                guard let part = given.value(at: pointer) else { continue }
                json.key(key)
                json.value(part)
            }
            func wants(_ key: String) -> Bool { known?[key] != nil && !names(key) }
            if let value = occasion.value {
                for key in ["value", "patch", "output"] where wants(key) {
                    json.key(key)
                    json.value(value)
                }
            }
            if let id, wants("id") { json.field("id", id) }
            if !Self.rowParams.contains(where: names), occasion.hasOwnRows || name != "present" {
                if let except = occasion.except, wants("all") {
                    json.field("all", true)
                    json.field("except", except)
                } else if !occasion.ids.isEmpty, wants("ids") {
                    json.field("ids", occasion.ids)
                }
            }
            if let version = occasion.version, wants("ifVersion") { json.field("ifVersion", version) }
            if let value = occasion.value, wants("params") {
                json.key("params")
                Self.write(id: id, values: value, version: occasion.version, to: &json)
            }
            json.endObject()
        }.value
    }

    /// The params that name several rows; with one of them the others are not filled in.
    private static let rowParams = ["ids", "all", "selection"]

    /// Whether a param is declared, or taken of what the action is sent for.
    private func names(_ key: String) -> Bool { params.value[key] != nil || taken[key] != nil }

    /// Whether the action is about the only row that it is sent for, by the schema of its params: it has no place for
    /// several.
    func isAboutOneRow(by schema: JSONValue) -> Bool {
        let known = schema["properties"]
        return known?["id"] != nil && known?["ids"] == nil && !names("id") && !names("selection")
    }

    /// What an action is sent for, as an object to take parts of.
    private static func given(_ occasion: LinkOccasion) -> JSONValue {
        JSONText.build { json in
            json.beginObject()
            if occasion.ids.count == 1 { json.field("id", occasion.ids[0]) }
            if let except = occasion.except {
                json.key("ids")
                json.beginObject()
                json.field("all", true)
                json.field("except", except)
                json.endObject()
            } else {
                json.field("ids", occasion.ids)
            }
            if let value = occasion.value { json.field("value", value) }
            json.endObject()
        }.value
    }

    /// What is wrong with the link for a feature that has these actions.
    func mistake<Action>(among actions: ActionSet<Action>, on occasion: Occasion) -> ActionRefusal? {
        var known = actions.descriptions
        var sent = LinkOccasion()
        switch occasion {
        // The store itself does these; nothing within it can send them.
        case .toolbar:
            let own = Set(known.map(\.name))
            known += CommonAction.set.descriptions.filter { !own.contains($0.name) }
        case .button(let hasTarget): sent.ids = hasTarget ? ["1"] : []
        case .output(let hasID):
            sent.ids = hasID ? ["1"] : []
            sent.value = .emptyObject
        }
        guard let description = known.first(where: { $0.name == name }) else {
            return .unknown(known: known.map(\.name))
        }
        let schema = description.params.value
        let named = taken.keys.sorted() + params.value.members.map { $0.key }
        if let unknown = named.first(where: { schema["properties"]?[$0] == nil }) {
            return .invalidParams([.init(path: "/\(unknown)", code: "unknown", message: "it has no param \(unknown)")])
        }
        let filled = params(for: schema, sent)
        do {
            if try actions.decode(name, filled) == nil { _ = try CommonAction.set.decode(name, filled) }
            return namesNoRow(filled, schema)
        } catch {
            return mistakes(error)
        }
    }

    /// An action on rows that is sent without any is always refused.
    private func namesNoRow(_ filled: JSONValue, _ schema: JSONValue) -> ActionRefusal? {
        // What can be done to the marked rows is an action on rows.
        guard schema["properties"]?["selection"] != nil else { return nil }
        let ways = (["id"] + Self.rowParams).filter { schema["properties"]?[$0] != nil }
        if ways.contains(where: { filled[$0] != nil || taken[$0] != nil }) { return nil }
        let message = "it names no row: give \(ways.joined(separator: ", ")), or let the modal have a target"
        return .invalidParams([.init(path: "/\(ways[0])", code: "missing", message: message)])
    }

    /// What is wrong whatever is taken: what that is nobody knows before.
    private func mistakes(_ refusal: ActionRefusal) -> ActionRefusal? {
        guard case .invalidParams(let fields) = refusal else { return refusal }
        let known = fields.filter { field in
            !taken.keys.contains { field.path == "/\($0)" || field.path.hasPrefix("/\($0)/") }
        }
        return known.isEmpty ? nil : .invalidParams(known)
    }

    /// Writes what a feature that is opened about a row gets as params.
    static func write(id: String?, values: JSONText?, version: String?, to json: inout JSONWriter) {
        json.beginObject()
        if let id { json.field("id", id) }
        if let values { json.field("values", values) }
        if let version { json.field("version", version) }
        json.endObject()
    }
}
