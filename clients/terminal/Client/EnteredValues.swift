import FHJSON

/// The values that the user has entered in a feature whose host has ended.
struct EnteredValues {
    /// A value with its label, and the action that enters it again.
    typealias Value = (label: String, text: String, again: Entered.Again?)

    private let node: Node
    /// The unanswered actions with their params, oldest first.
    private let sent: [(action: String, params: JSONValue)]

    init(_ node: Node, _ sent: [(String, JSONValue)]) {
        self.node = node
        self.sent = sent.map { (action: $0, params: $1) }
    }

    var all: [Value] {
        switch node.kind {
        case "form":
            var typed: [ExactText: JSONValue] = [:]
            for sent in sent where sent.action == "setValue" {
                typed[sent.params.text("path")] = sent.params["value"] ?? .null
            }
            return EnteredFields(node.state.object("fields"), typed).all
        case "search": return query
        case "list": return filter
        case "flow": return answers
        default: return []
        }
    }

    private var query: [Value] {
        let query = last("setQuery").text("query")
        guard !query.isEmpty else { return [] }
        return [("Query", query, Entered.Again(action: "setQuery", params: Params { $0.field("query", query) }))]
    }

    private var filter: [Value] {
        guard let rule = last("setFilter").value("filter"), rule.isObject ? rule.count > 0 : rule.stringValue != ""
        else { return [] }
        let again = Entered.Again(action: "setFilter", params: Params { $0.field("filter", rule) })
        return [("", EnteredText.of(rule), again)]
    }

    private var answers: [Value] {
        let answers = node.state.object("steps").object("answers")
        guard node.state.text("status") == "active", answers.count > 0 else { return [] }
        return [("Answers", EnteredText.of(answers), nil)]
    }

    /// Returns the params of the last unanswered action with a name, or the state if there is no such action.
    private func last(_ action: String) -> JSONValue {
        sent.last { $0.action == action }?.params ?? node.state
    }
}

/// The fields of a form with the values that the user has entered.
private struct EnteredFields {
    private let fields: [(path: String, json: JSONValue)]
    private let typed: [ExactText: JSONValue]

    init(_ fields: JSONValue, _ typed: [ExactText: JSONValue]) {
        self.fields = fields.members.map { (path: $0.key, json: $0.value) }
        self.typed = typed
    }

    var all: [EnteredValues.Value] {
        let holders = fields.filter { $0.json.text("type") == "repeated" }.map { "\($0.path)/" }
        return fields.compactMap { path, json in
            // A repeated field is entered as one value, the fields of a group one by one.
            let isWithin = holders.contains { path.hasExactPrefix($0) }
            guard json.text("type") != "group", !isWithin, isEntered(path, json) else { return nil }
            let label = json.text("label").isEmpty ? path : json.text("label")
            guard json.text("type") != "secure" else {
                return (label, "a secret, which has to be entered again", nil)
            }
            var visited: Set<ExactText> = []
            let value = value(path, &visited)
            let params = Params {
                $0.field("path", path)
                $0.field("value", value)
            }
            return (label, EnteredText.of(value.value), Entered.Again(action: "setValue", params: params))
        }
    }

    private func isEntered(_ path: String, _ json: JSONValue) -> Bool {
        json.isTrue("dirty") || typed.keys.contains { isSameText($0.text, path) || $0.text.hasExactPrefix("\(path)/") }
    }

    private func field(_ path: String) -> JSONValue { fields.first { isSameText($0.path, path) }?.json ?? .emptyObject }

    /// Returns the value of a field.
    ///
    /// - Parameter visited: the paths of the fields that were visited. A faulty host may declare a field within itself.
    private func value(_ path: String, _ visited: inout Set<ExactText>) -> JSONText {
        if let value = typed[path] { return JSONText(value) }
        guard visited.insert(path) else { return .null }
        let field = field(path)
        switch field.text("type") {
        case "group": return object(field.texts("fields"), &visited)
        case "repeated":
            return JSONText.build { json in
                json.beginArray()
                for item in field.objects("items") { json.value(object(item.texts("fields"), &visited)) }
                json.endArray()
            }
        default: return field["value"].map { JSONText($0) } ?? .null
        }
    }

    private func object(_ paths: [String], _ visited: inout Set<ExactText>) -> JSONText {
        JSONText.build { json in
            json.beginObject()
            for path in paths where field(path).text("type") != "secure" {
                let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
                json.key(name.replacing("~1", with: "/").replacing("~0", with: "~"))
                json.value(value(path, &visited))
            }
            json.endObject()
        }
    }
}

/// Entered values as text for users.
enum EnteredText {
    static func of(_ value: JSONValue) -> String {
        if value.isNull { return "" }
        return value.stringValue ?? value.boolValue.map { $0 ? "yes" : "no" } ?? JSONText(value).string
    }
}
