import FHDataSources
import FHDeclarations
import FHHosting
import FHJSON
import FHRemoteSources
import FeatureKit

/// Reads the plugins of a workspace.
///
/// Assigns the sources to the plugins that answer for them.
struct PluginReader {
    private(set) var all: [PluginDeclaration] = []
    /// The database path and the table name of each table, by source name.
    ///
    /// With these two arguments, the SQLite plugin can open the table in advance.
    private var tables: [String: [String]] = [:]
    private let folder: String
    private let store: StorePlace
    /// The names of all declared plugins, including invalid ones.
    private let names: [String]

    init(_ root: WorkspaceNode, folder: String, store: StorePlace, installed: PluginFolder) {
        self.folder = folder
        self.store = store
        let declared = root.objects("plugins")
        names = declared.map(\.0)
        all = declared.compactMap { PluginDeclaration($0, $1, folder: folder, installed: installed) }
    }

    /// Assigns a source to its plugin.
    ///
    /// - Returns: false if no plugin answers for sources of this type.
    mutating func take(_ remote: RemoteSource, _ node: WorkspaceNode) -> Bool {
        switch node.value["type"]?.stringValue {
        case "plugin": takePlugin(remote, node)
        case "table": takeTable(remote, node)
        case "sqlite": takeDatabase(remote, node)
        default: return false
        }
        return true
    }

    /// The plugins, each marked as needed if a feature names one of its sources.
    ///
    /// The SQLite plugin also gets the arguments with which it opens, in advance, the first table that a feature names.
    ///
    /// - Parameter named: the names of all sources that features name.
    func all(named: Set<String>) -> [PluginDeclaration] {
        all.map { plugin in
            var plugin = plugin
            let needed = plugin.sources.map(\.remote.name).filter(named.contains)
            plugin.isNeeded = !needed.isEmpty
            plugin.argumentsAhead = needed.lazy.compactMap { tables[$0] }.first ?? []
            return plugin
        }
    }

    // MARK: The SQLite plugin

    /// Adds the default source of drafts, for features that specify none.
    mutating func draftSource() -> RemoteSource {
        let remote = RemoteSource(
            name: WorkspaceContext.draftSourceName, capabilities: [.all, .query], id: "id",
            timeoutMs: SourceDeclaration.usualTimeoutMs)
        let path = store.drafts
        tables[remote.name] = [path, "drafts"]
        add(remote, "table") { json in
            json.field("path", path)
            json.field("table", "drafts")
            json.field("id", remote.idKey)
        }
        return remote
    }

    private mutating func takeTable(_ remote: RemoteSource, _ node: WorkspaceNode) {
        let path = path(node) ?? store.tables
        tables[remote.name] = [path, remote.name]
        add(remote, "table") { json in
            json.field("path", path)
            json.field("table", remote.name)
            json.field("id", remote.idKey)
        }
    }

    private mutating func takeDatabase(_ remote: RemoteSource, _ node: WorkspaceNode) {
        if node.value.isObject, node.value["path"] == nil { node.report("lacks path, a string") }
        let path = path(node) ?? ""
        let members = ["table", "query"].map { ($0, node.nonEmptyString($0)) }
        let (id, columns) = (node.value["id"], node.value["columns"])
        add(remote, "sqlite") { json in
            json.field("path", path)
            for (key, text) in members {
                guard let text else { continue }
                json.key(key)
                json.value(text)
            }
            if id != nil { json.field("id", remote.idKey) }
            if let columns { json.field("columns", columns) }
        }
    }

    private func path(_ node: WorkspaceNode) -> String? {
        node.nonEmptyString("path").map { SourceDeclaration.place($0, folder) }
    }

    private mutating func add(_ remote: RemoteSource, _ kind: String, _ options: (inout JSONWriter) -> Void) {
        let options = JSONText.build { json in
            json.beginObject()
            options(&json)
            json.endObject()
        }
        if !all.contains(where: { $0.name == StorePlace.pluginName }) {
            // The plugin runs in the host's working folder, because the paths are relative to that folder.
            all.append(
                PluginDeclaration(name: StorePlace.pluginName, argv: store.program, folder: nil, environment: [:]))
        }
        add(.init(remote: remote, kind: kind, options: options), to: StorePlace.pluginName)
    }

    private mutating func add(_ source: PluginDeclaration.Source, to name: String) {
        if let place = all.firstIndex(where: { $0.name == name }) { all[place].sources.append(source) }
    }

    // MARK: Other plugins

    private mutating func takePlugin(_ remote: RemoteSource, _ node: WorkspaceNode) {
        let options = node.object("options") ?? .emptyObject
        let kind = node.string("source") ?? remote.name
        if kind.isEmpty { node.report("must name a source of the plugin", at: "source") }
        guard let name = node.requiredString("plugin") else { return }
        if !names.contains(name) {
            node.report("there is no plugin \(name); \(WorkspaceContext.list(names))", at: "plugin")
        }
        add(.init(remote: remote, kind: kind, options: options), to: name)
    }
}
