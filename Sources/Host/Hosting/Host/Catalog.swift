import FHEventLoop
import FHJSON
public import FHRemoteSources
public import FeatureKit
import OrderedCollections

/// The features that a host can open, in the order of `feature/list`.
public struct Catalog: Sendable {
    private var entries: OrderedDictionary<String, FeatureRegistration> = [:]
    /// The sources for which clients answer.
    ///
    /// The names of the sources are unique.
    let clientSources: [RemoteSource]

    /// The plugins, which answer for further sources or provide features.
    ///
    /// The names of the plugins are unique.
    let plugins: [PluginDeclaration]

    /// The workspace of the features, if the user does not trust the workspace; otherwise nil.
    ///
    /// The programs of an untrusted workspace are not run.
    let untrusted: UntrustedWorkspace?

    /// Creates a catalog.
    ///
    /// If two features have the same id, the later one replaces the earlier one.
    public init(
        _ features: [FeatureRegistration] = [], clientSources: [RemoteSource] = [], plugins: [PluginDeclaration] = [],
        untrusted: UntrustedWorkspace? = nil
    ) {
        self.untrusted = untrusted
        self.clientSources = clientSources
        self.plugins = plugins
        for feature in features { entries[feature.id] = feature }
    }

    /// The features, in the order of `feature/list`.
    public var features: some Collection<FeatureRegistration> { entries.values }

    /// The feature with this id; nil if the catalog has no such feature.
    public subscript(id: String) -> FeatureRegistration? { entries[id] }

    /// True if plugins can add features to the catalog.
    public var hasPlugins: Bool { plugins.contains(where: \.mayHaveFeatures) }

    /// The text of each readable plugin manifest, by plugin name.
    package var manifests: [String: String] {
        var texts: [String: String] = [:]
        for plugin in plugins {
            guard let path = plugin.manifest, let bytes = try? WholeFile.read(path) else { continue }
            texts[plugin.name] = String(decoding: bytes, as: UTF8.self)
        }
        return texts
    }

    /// Returns the plugin and the plugin's own feature id for an id such as `plugin:feature`; nil for any other id.
    func plugin(of id: String) -> (plugin: PluginDeclaration, feature: String)? {
        guard let colon = id.firstIndex(of: ":") else { return nil }
        let plugin = plugins.first { $0.name == id[..<colon] && $0.mayHaveFeatures }
        return plugin.map { ($0, String(id[id.index(after: colon)...])) }
    }

    /// Writes the features, as elements of an array.
    func writeElements(to json: inout JSONWriter) {
        for feature in entries.values {
            if let entry = feature.entry {
                json.raw(entry)
                continue
            }
            let description = feature.description
            json.beginObject()
            json.field("id", feature.id)
            json.field("kind", feature.kind.rawValue)
            json.field("title", feature.title)
            feature.menu.writeMembers(to: &json)
            json.key("actions")
            json.beginArray()
            for action in description.actions {
                json.beginObject()
                json.field("name", action.name)
                json.field("params", action.params)
                json.endObject()
            }
            json.endArray()
            if let params = feature.params { json.field("params", params) }
            json.field("state", description.state)
            if let output = description.output { json.field("output", output) }
            let fixtures = feature.fixtures
            if !fixtures.isEmpty { json.field("fixtures", fixtures) }
            json.endObject()
        }
    }
}
