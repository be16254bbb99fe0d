import FHHosting
import FHJSON

/// The output of `featurehost plugins` for a plugin.
struct PluginReport {
    let name: String
    /// The workspace that declares the plugin; nil if it is only installed.
    var workspace: String?
    /// The path of the manifest; nil for a plugin without one.
    var manifest: String?
    /// The declaration; nil if the manifest is invalid.
    var declaration: PluginDeclaration?
    /// The problems, as complete lines.
    private(set) var mistakes: [String] = []
    /// The entry of the plugin in the answer to `host/plugins`; nil if the plugin was not run.
    private var told: JSONValue?

    /// Creates the report of a plugin that can be run.
    init(_ declaration: PluginDeclaration, workspace: String? = nil) {
        name = declaration.name
        self.workspace = workspace
        manifest = declaration.manifest
        self.declaration = declaration
    }

    /// Creates the report of a plugin with an invalid manifest.
    init(_ name: String, manifest: String? = nil, mistakes: [String]) {
        self.name = name
        self.manifest = manifest
        self.mistakes = mistakes
    }

    /// Adds the entry of the plugin in the answer to `host/plugins`.
    mutating func take(_ told: JSONValue) {
        self.told = told
        if let error = told["lastError"]?.stringValue { return add(error) }
        if let count = told["leftOut"]?.intValue, count > 0 {
            let needed = "a unique id, kind, title, state, and actions with different names"
            add("has \(count) features that are omitted: each needs \(needed)")
        }
        let kinds = texts("sources")
        for (source, kind) in declaration?.wanted ?? [] where !kinds.contains(kind) {
            let known = kinds.isEmpty ? "it has no sources" : "it has: \(kinds.joined(separator: ", "))"
            add("has no source \(kind), which the source \(source) of the workspace is to show; \(known)")
        }
    }

    private mutating func add(_ mistake: String) { mistakes.append("\(place) \(mistake)") }

    /// The name of the plugin, and the files that declare it.
    private var place: String { "\(name) (\([workspace, manifest].compactMap(\.self).joined(separator: ", ")))" }

    private func texts(_ member: String) -> [String] {
        (told?[member] ?? .null).elements.compactMap(\.stringValue)
    }

    /// The text output.
    ///
    /// It is one line, or one line for each problem.
    var lines: [String] {
        if !mistakes.isEmpty { return mistakes }
        guard let told else { return ["\(place): not run"] }
        let info = ["name", "version"].compactMap { told["hostInfo"]?[$0]?.stringValue }.filter { !$0.isEmpty }
        let has = ["features", "sources"].map { member in
            let names = texts(member)
            return names.isEmpty ? "no \(member)" : "\(member) \(names.joined(separator: ", "))"
        }
        return ["\(place): " + ([info.joined(separator: " ")] + has).filter { !$0.isEmpty }.joined(separator: "; ")]
    }

    /// Writes the JSON output, as a value.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.field("plugin", name)
        json.field("workspace", workspace)
        json.field("manifest", manifest)
        for member in ["hostInfo", "features", "sources"] {
            json.key(member)
            json.value(told?[member])
        }
        json.field("mistakes", mistakes)
        json.endObject()
    }
}
