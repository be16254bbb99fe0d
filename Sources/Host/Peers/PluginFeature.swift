import FHJSON
import FeatureKit

/// A feature of a plugin, with its entry in the catalog.
package struct PluginFeature {
    /// The plugin's own id of the feature.
    package let id: String
    /// The names of the feature's actions.
    package let actions: [String]
    /// The feature's entry in the catalog, under the id that clients use.
    package let entry: JSONText

    /// The maximum number of bytes of an id or a title.
    private static let longestName = 1_000
    /// The maximum number of features of a plugin.
    package static let most = 1_000

    /// The members of an entry that are forwarded unchanged.
    private static let members = [
        "kind", "title", "description", "icon", "group", "keywords", "hidden", "key", "actions", "state", "output",
        "fixtures",
    ]

    /// Reads an entry of a plugin's feature list; nil if it is invalid.
    package init?(_ value: JSONValue, of plugin: String) {
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
        guard Self.isValidMenuEntry(value) else { return nil }
        // Snapshots have members that are named after actions, and member names must be unique.
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

    /// True if the texts and marks for menus have the right types.
    private static func isValidMenuEntry(_ value: JSONValue) -> Bool {
        for key in ["description", "group", "key", "icon"] {
            guard let member = value[key] else { continue }
            guard let text = member.stringValue, text.utf8.count <= longestName else { return false }
            if text.isEmpty, key != "description" { return false }
        }
        if let key = value["key"]?.stringValue, key.count != 1 { return false }
        if let icon = value["icon"]?.stringValue, !isName(icon) { return false }
        if let hidden = value["hidden"], hidden.boolValue != true { return false }
        guard let keywords = value["keywords"] else { return true }
        return keywords.isArray && keywords.count > 0
            && keywords.elements.allSatisfy { $0.stringValue?.isEmpty == false }
    }

    /// True for the name of an icon: ASCII letters, the first of them a small one.
    private static func isName(_ text: String) -> Bool {
        text.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } == true
            && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }

    /// The id by which clients open a feature of a plugin.
    package static func name(_ id: String, of plugin: String) -> String { "\(plugin):\(id)" }
}
