import FeatureKit
import JSON

/// A feature that a plugin has, as the catalog tells it.
struct PluginFeature {
    /// What the plugin calls it.
    let id: String
    /// The names of its actions.
    let actions: [String]
    /// Its entry in the catalog, under the name that front ends open it by.
    let entry: JSONText

    /// The most bytes of an id, and of a title.
    private static let longestName = 1_000
    /// The most features of one plugin.
    static let most = 1_000

    /// The members of an entry that are passed on, beside those that the host writes.
    private static let members = ["kind", "title", "actions", "state", "output", "fixtures"]

    /// Reads what a plugin says of a feature; nil where that is no entry of a catalog.
    init?(_ value: JSONValue, of plugin: String) {
        guard let id = value["id"]?.stringValue, !id.isEmpty, id.utf8.count <= Self.longestName,
            let title = value["title"]?.stringValue, title.utf8.count <= Self.longestName,
            let kind = value["kind"]?.stringValue, FeatureKind(rawValue: kind) != nil,
            let actions = value["actions"], actions.isArray, value["state"]?.isObject == true
        else { return nil }
        let names = actions.elements.map { $0["name"]?.stringValue }
        if let output = value["output"], !output.isObject { return nil }
        if let fixtures = value["fixtures"],
            !fixtures.isArray || fixtures.elements.contains(where: { $0.stringValue == nil })
        {
            return nil
        }
        // Snapshots have members named after actions, which an object has once.
        if names.contains(nil) || Set(names).count < names.count { return nil }
        self.id = id
        self.actions = names.compactMap(\.self)
        entry = JSONText.build { json in
            json.beginObject()
            json.field("id", Self.name(id, of: plugin))
            json.field("plugin", plugin)
            for (key, value) in value.members where Self.members.contains(key) {
                json.key(key)
                json.value(value)
            }
            json.endObject()
        }
    }

    /// What front ends call a plugin's feature.
    static func name(_ id: String, of plugin: String) -> String { "\(plugin):\(id)" }
}
