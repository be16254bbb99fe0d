import FHJSON

/// A declared action that a button or an output triggers.
public struct ActionLink: Sendable, Equatable {
    /// The action's name on the wire.
    public let name: String
    /// The declared params; all other params are filled in from the ``LinkOccasion``.
    public let params: JSONText
    /// The params that are taken from the occasion: for each param, a pointer into the object `{id, ids, value}`.
    ///
    /// A key that begins with `/` is a JSON Pointer to a member inside a param.
    public let taken: [String: JSONPointer]

    /// The kind of occasion on which an action is sent; it determines the params that are filled in.
    public enum Occasion: Sendable {
        /// A toolbar item: a client sends the action as declared.
        case toolbar
        /// The user presses a button of a modal; `hasTarget` is true if the modal is about rows.
        case button(hasTarget: Bool)
        /// A feature emits an output: a row, which has an id, or values without an id.
        case output(hasID: Bool)
    }

    /// Makes a link.
    public init(_ name: String, params: JSONText = .emptyObject, taken: [String: JSONPointer] = [:]) {
        self.name = name
        self.params = params
        self.taken = taken
    }

    /// Returns the complete params of the action.
    ///
    /// These are the declared params and the params taken from the occasion. If the schema has params for rows or a
    /// value, these are filled in from the occasion as well.
    ///
    /// - Parameters:
    ///   - schema: the JSON Schema of the action's params; nil if unknown.
    ///   - occasion: the rows and the value for which the action is sent.
    func params(for schema: JSONValue?, _ occasion: LinkOccasion) -> JSONValue {
        let id = occasion.ids.count == 1 ? occasion.ids[0] : nil
        let known = schema?["properties"]
        let declared = params.value
        // The value of an output can be long, so it is parsed only if a param is taken from the occasion.
        let given = taken.isEmpty ? .null : Self.given(occasion)
        let inner = Set(taken.keys.map(Self.param))
        let filled = JSONText.build { json in
            json.beginObject()
            for (key, value) in declared.members where taken[key] == nil {
                json.key(key)
                json.value(value)
            }
            for key in inner.sorted() where taken[key] == nil && declared[key] == nil {
                json.key(key)
                json.value(JSONText.emptyObject)
            }
            for (key, pointer) in taken.sorted(by: { $0.key < $1.key }) where !key.hasPrefix("/") {
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
        }
        return taken.filter { $0.key.hasPrefix("/") }.sorted { $0.key < $1.key }.reduce(filled) { filled, taken in
            guard let part = given.value(at: taken.value) else { return filled }
            let tokens = (try? JSONPointer(parsing: taken.key))?.tokens ?? []
            return Self.setting(filled.value, tokens[...], to: part)
        }.value
    }

    /// The param to which a key of ``taken`` belongs.
    private static func param(_ key: String) -> String {
        key.hasPrefix("/") ? (try? JSONPointer(parsing: key))?.tokens.first ?? "" : key
    }

    /// The value with another value at a path, whose missing objects are made.
    private static func setting(_ whole: JSONValue?, _ path: ArraySlice<String>, to value: JSONValue) -> JSONText {
        guard let name = path.first else { return JSONText(value) }
        return JSONText.build { json in
            json.beginObject()
            for (key, member) in (whole ?? .emptyObject).members where key != name {
                json.key(key)
                json.value(member)
            }
            json.key(name)
            json.value(setting(whole?[name], path.dropFirst(), to: value))
            json.endObject()
        }
    }

    /// The params that name several rows; if one is declared or taken from the occasion, the others are not
    /// filled in.
    private static let rowParams = ["ids", "all", "selection"]

    /// True if a param is declared, or taken from the occasion.
    private func names(_ key: String) -> Bool {
        params.value[key] != nil || taken.keys.contains { Self.param($0) == key }
    }

    /// True if the action is about exactly one row, whose id is filled in from the occasion.
    func isAboutOneRow(by schema: JSONValue) -> Bool {
        let known = schema["properties"]
        return known?["id"] != nil && known?["ids"] == nil && !names("id") && !names("selection")
    }

    /// The occasion as an object, from which params are taken.
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

    /// Returns the validation error of the link for a feature with these actions; nil if the link is valid.
    func mistake<Action>(among actions: ActionSet<Action>, on occasion: Occasion) -> ActionRefusal? {
        var known = actions.descriptions
        var sent = LinkOccasion()
        switch occasion {
        // The store itself handles the common actions: a client can send them, and a feature can't.
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
        let named = taken.keys.map(Self.param).sorted() + params.value.members.map { $0.key }
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

    /// Returns the error of an action on rows that is declared without rows; nil for any other action.
    ///
    /// Without rows, the feature would always refuse an action on rows.
    private func namesNoRow(_ filled: JSONValue, _ schema: JSONValue) -> ActionRefusal? {
        // An action with the param `selection` is an action on rows.
        guard schema["properties"]?["selection"] != nil else { return nil }
        // An action with the param `action` has the rows of the declared action that it names.
        if schema["properties"]?["action"] != nil { return nil }
        let ways = (["id"] + Self.rowParams).filter { schema["properties"]?[$0] != nil }
        if ways.contains(where: { filled[$0] != nil || taken[$0] != nil }) { return nil }
        let message = "it names no row: give \(ways.joined(separator: ", ")), or let the modal have a target"
        return .invalidParams([.init(path: "/\(ways[0])", code: "missing", message: message)])
    }

    /// Returns a refusal without the errors of the params in ``taken``; nil if no error remains.
    ///
    /// The values of these params are determined only when the action is sent.
    private func mistakes(_ refusal: ActionRefusal) -> ActionRefusal? {
        guard case .invalidParams(let fields) = refusal else { return refusal }
        let known = fields.filter { field in
            !taken.keys.map { $0.hasPrefix("/") ? $0 : "/\($0)" }.contains {
                field.path == $0 || field.path.hasPrefix("\($0)/")
            }
        }
        return known.isEmpty ? nil : .invalidParams(known)
    }

    /// Writes the params of a feature that is opened about a row.
    static func write(id: String?, values: JSONText?, version: String?, to json: inout JSONWriter) {
        json.beginObject()
        if let id { json.field("id", id) }
        if let values { json.field("values", values) }
        if let version { json.field("version", version) }
        json.endObject()
    }
}
