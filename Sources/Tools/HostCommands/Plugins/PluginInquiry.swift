import FHJSON

/// The requests that list all features of a host, and then the state of each plugin.
///
/// Listing the features starts the host's plugins.
struct PluginInquiry {
    private static let methods = ["feature/list", "host/plugins"]

    private var answers: [JSONValue] = []

    /// The next request, as a line; nil after the last answer.
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

    /// The method of the next request, or of the last one.
    var method: String { Self.methods[min(answers.count, Self.methods.count - 1)] }

    /// The error in the host's answer to `feature/list`; nil if there is none.
    private(set) var error: String?

    /// Stores the answer to the current ``request``; ignores the answer if there is no further request.
    mutating func take(_ answer: JSONValue) {
        guard request != nil else { return }
        if answers.isEmpty, let error = answer["error"] {
            self.error = "the host does not list its features: \(error["message"]?.stringValue ?? "")"
        }
        answers.append(answer["result"] ?? .null)
    }

    /// The plugins in the answer to `host/plugins`.
    var plugins: [JSONValue] { answers.last?["plugins"].map { Array($0.elements) } ?? [] }

    private var features: [JSONValue] { answers.first?["features"].map { Array($0.elements) } ?? [] }

    /// The ids of all features.
    var names: [String] { features.compactMap { $0["id"]?.stringValue } }

    /// Returns the schemas of the params of a feature's actions, by the actions' names; nil if there is no such
    /// feature.
    func actions(of feature: String) -> [String: JSONValue]? {
        guard let entry = features.first(where: { $0["id"]?.stringValue == feature }) else { return nil }
        var actions: [String: JSONValue] = [:]
        for action in (entry["actions"] ?? .null).elements {
            if let name = action["name"]?.stringValue, actions[name] == nil { actions[name] = action["params"] }
        }
        return actions
    }

    /// The failure of the plugin to which a feature id refers; nil if there is none.
    func failure(of feature: String) -> String? {
        let plugin = plugins.first { feature.hasPrefix(($0["plugin"]?.stringValue ?? "") + ":") }
        guard let name = plugin?["plugin"]?.stringValue else { return nil }
        return plugin?["lastError"]?.stringValue.map { "the plugin \(name) \($0)" }
    }
}
