import Hosting
import JSON

/// What `featurehost plugins` says of a plugin.
struct PluginReport {
    let name: String
    /// The workspace that declares it; nil where it is installed only.
    var workspace: String?
    /// The manifest of one that is installed.
    var manifest: String?
    /// What can be run; nil where its manifest can't be used.
    var declaration: PluginDeclaration?
    /// What is wrong, each whole.
    private(set) var mistakes: [String] = []
    /// What `host/plugins` tells of it; nil where it was not run.
    private var told: JSONValue?

    /// A plugin that can be run.
    init(_ declaration: PluginDeclaration, workspace: String? = nil) {
        name = declaration.name
        self.workspace = workspace
        manifest = declaration.manifest
        self.declaration = declaration
    }

    /// A plugin whose manifest can't be used.
    init(_ name: String, manifest: String? = nil, mistakes: [String]) {
        self.name = name
        self.manifest = manifest
        self.mistakes = mistakes
    }

    /// Notes what became of it.
    mutating func take(_ told: JSONValue) {
        self.told = told
        if let error = told["lastError"]?.stringValue { return add(error) }
        if let count = told["leftOut"]?.intValue, count > 0 {
            let needed = "an id of its own, kind, title, state, and actions of different names"
            add("has \(count) features that are left out: each needs \(needed)")
        }
        let kinds = texts("sources")
        for (source, kind) in declaration?.wanted ?? [] where !kinds.contains(kind) {
            let known = kinds.isEmpty ? "it has none" : "it has: \(kinds.joined(separator: ", "))"
            add("has no source \(kind), which the source \(source) of the workspace is to show; \(known)")
        }
    }

    private mutating func add(_ mistake: String) { mistakes.append("\(place) \(mistake)") }

    /// Its name, and where it is declared.
    private var place: String { "\(name) (\([workspace, manifest].compactMap(\.self).joined(separator: ", ")))" }

    private func texts(_ member: String) -> [String] {
        (told?[member] ?? .null).elements.compactMap(\.stringValue)
    }

    /// What people read: a line, or one for each mistake.
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

    /// What programs read, as a value.
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
