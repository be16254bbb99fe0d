import JSON

/// What plugins have: asks a host for all features, which starts them, and then for what became of each.
struct PluginInquiry {
    private static let methods = ["feature/list", "host/plugins"]

    private var answers: [JSONValue] = []

    /// The next request, a line; nil when all have been answered.
    var request: String? {
        if answers.count == Self.methods.count { return nil }
        return JSONText.build { json in
            json.beginObject()
            json.field("jsonrpc", "2.0")
            json.field("id", "inquiry-\(answers.count)")
            json.field("method", Self.methods[answers.count])
            json.endObject()
        }.string + "\n"
    }

    /// Notes the answer to the request.
    mutating func take(_ answer: JSONValue) { answers.append(answer["result"] ?? .null) }

    /// The plugins as `host/plugins` tells of them.
    var plugins: [JSONValue] { answers.last?["plugins"].map { Array($0.elements) } ?? [] }

    private var features: [JSONValue] { answers.first?["features"].map { Array($0.elements) } ?? [] }

    /// The names of all features.
    var names: [String] { features.compactMap { $0["id"]?.stringValue } }

    /// The schemas of a feature's params, by action; nil where it is not there.
    func actions(of feature: String) -> [String: JSONValue]? {
        guard let entry = features.first(where: { $0["id"]?.stringValue == feature }) else { return nil }
        var actions: [String: JSONValue] = [:]
        for action in (entry["actions"] ?? .null).elements {
            if let name = action["name"]?.stringValue, actions[name] == nil { actions[name] = action["params"] }
        }
        return actions
    }

    /// Why the plugin that a feature is named after can't tell what it has; nil where it can, or is none.
    func failure(of feature: String) -> String? {
        let plugin = plugins.first { feature.hasPrefix(($0["plugin"]?.stringValue ?? "") + ":") }
        guard let name = plugin?["plugin"]?.stringValue else { return nil }
        return plugin?["lastError"]?.stringValue.map { "the plugin \(name) \($0)" }
    }
}
