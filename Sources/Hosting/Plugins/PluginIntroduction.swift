import JSON

/// What a plugin says of itself when it answers `initialize`.
struct PluginIntroduction {
    /// What it is called, and its version, for people; nil where it does not say.
    let info: (name: String, version: String)?
    /// The kinds of sources that it has.
    let kinds: [String]
    let hasFeatures: Bool

    /// Reads the answer.
    init(_ answer: JSONValue) {
        let capabilities: JSONValue = answer["capabilities"] ?? .null
        kinds = (capabilities["sources"] ?? .null).elements.compactMap(\.stringValue)
        hasFeatures = capabilities["features"]?.boolValue == true
        let said: JSONValue = answer["hostInfo"] ?? .null
        info = said["name"]?.stringValue.map { name in
            (LikelyName.shown(name), LikelyName.shown(said["version"]?.stringValue ?? ""))
        }
    }

    /// Writes what people are told of it, as a value.
    func writeInfo(to json: inout JSONWriter) {
        guard let info else { return json.null() }
        json.beginObject()
        json.field("name", info.name)
        json.field("version", info.version)
        json.endObject()
    }
}
