import FHJSON

/// The name and the capabilities in a plugin's answer to `initialize`.
package struct PluginIntroduction {
    /// The name and the version; nil if the plugin reports none.
    let info: (name: String, version: String)?
    /// The names of the plugin's kinds of sources.
    package let kinds: [String]
    package let hasFeatures: Bool

    /// Reads the answer to `initialize`.
    package init(_ answer: JSONValue) {
        let capabilities: JSONValue = answer["capabilities"] ?? .null
        kinds = (capabilities["sources"] ?? .null).elements.compactMap(\.stringValue)
        hasFeatures = capabilities["features"]?.boolValue == true
        let said: JSONValue = answer["hostInfo"] ?? .null
        info = said["name"]?.stringValue.map { name in
            (LikelyName.shown(name), LikelyName.shown(said["version"]?.stringValue ?? ""))
        }
    }

    /// Writes name and version as a value.
    package func writeInfo(to json: inout JSONWriter) {
        guard let info else { return json.null() }
        json.beginObject()
        json.field("name", info.name)
        json.field("version", info.version)
        json.endObject()
    }
}
