public import DataSources
import EventLoop
public import FeatureKit
import JSON
import OrderedCollections

/// The features that can be opened, in the order in which they are listed.
public struct Catalog: Sendable {
    private var entries: OrderedDictionary<String, FeatureRegistration> = [:]
    /// The sources of theirs that front ends answer for; their names differ.
    let clientSources: [RemoteSource]

    /// The plugins that answer for others of their sources; their names differ.
    let plugins: [PluginDeclaration]

    /// The workspace that they are of, where its programs are not run.
    let untrusted: UntrustedWorkspace?

    /// Lists features; of two with one id the later one counts.
    public init(
        _ features: [FeatureRegistration] = [], clientSources: [RemoteSource] = [], plugins: [PluginDeclaration] = [],
        untrusted: UntrustedWorkspace? = nil
    ) {
        self.untrusted = untrusted
        self.clientSources = clientSources
        self.plugins = plugins
        for feature in features { entries[feature.id] = feature }
    }

    /// The features in their order.
    public var features: some Collection<FeatureRegistration> { entries.values }

    /// The feature of this id.
    public subscript(id: String) -> FeatureRegistration? { entries[id] }

    /// Whether there may be features of plugins beside these.
    public var hasPlugins: Bool { plugins.contains(where: \.mayHaveFeatures) }

    /// The texts of the manifests that declare its plugins, by the plugins' names, as far as they can be read.
    package var manifests: [String: String] {
        var texts: [String: String] = [:]
        for plugin in plugins {
            guard let path = plugin.manifest, let bytes = try? WholeFile.read(path) else { continue }
            texts[plugin.name] = String(decoding: bytes, as: UTF8.self)
        }
        return texts
    }

    /// The plugin that would have a feature of this id, and what it calls the feature.
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
            json.key("actions")
            json.beginArray()
            for action in description.actions {
                json.beginObject()
                json.field("name", action.name)
                json.field("params", action.params)
                json.endObject()
            }
            json.endArray()
            json.field("state", description.state)
            if let output = description.output { json.field("output", output) }
            let fixtures = feature.fixtures
            if !fixtures.isEmpty { json.field("fixtures", fixtures) }
            json.endObject()
        }
    }
}
