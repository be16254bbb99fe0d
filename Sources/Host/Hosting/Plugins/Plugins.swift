import FHEventLoop
import FHJSON
import FHPeers

/// The plugins of a host.
///
/// Belongs to the core thread.
package final class Plugins {
    private let all: [Plugin]
    private let catalog: Catalog
    /// The schedule for starting the SQLite plugin.
    var ahead: AheadStart

    init(of host: Host) {
        catalog = host.catalog
        let seed = host.options.seed
        let startsAhead = host.options.startsAhead && catalog.plugins.contains(where: \.isStartedAhead)
        ahead = startsAhead ? .afterInitialize : .never
        all = catalog.plugins.enumerated().map { Plugin($1, of: host, seed: seed &+ UInt64($0)) }
    }

    /// The plugin with this name; nil if there is none.
    package subscript(name: String) -> Plugin? { all.first { $0.declaration.name == name } }

    /// Starts the SQLite plugin, if the features of the workspace need it.
    func startAhead() {
        for plugin in all where plugin.declaration.isStartedAhead { plugin.startAhead() }
    }

    /// Sends the queued requests of all plugins, and resumes reading their messages.
    func handOn() {
        for plugin in all { plugin.handOn() }
    }

    /// Pauses or resumes the reading of the plugins' output.
    func hold(_ isHeld: Bool) {
        for plugin in all { plugin.hold(isHeld) }
    }

    /// Sends `shutdown` and `exit` to all plugins, and stops watching them.
    ///
    /// - Returns: the processes of the plugins.
    func leave() -> [ChildProcess] { all.compactMap { $0.leave() } }

    /// The plugin of a feature, and the plugin's own id of the feature; nil if the feature belongs to no plugin.
    func place(of feature: String) -> (plugin: Plugin, feature: String)? {
        guard let place = catalog.plugin(of: feature) else { return nil }
        return all.first { $0.declaration.name == place.plugin.name }.map { ($0, place.feature) }
    }

    /// Calls `body` as soon as every plugin has listed its features or failed.
    ///
    /// If all plugins have already done so, the call is immediate.
    func whenListed(_ body: @escaping () -> Void) {
        let asked = all.filter(\.declaration.mayHaveFeatures)
        var count = asked.count
        if count == 0 { return body() }
        for plugin in asked {
            plugin.whenListed {
                count -= 1
                if count == 0 { body() }
            }
        }
    }

    /// Writes the entries of the listed features, as elements of an array.
    func writeFeatures(to json: inout JSONWriter) {
        for plugin in all {
            for feature in plugin.features.all { json.value(feature.entry) }
        }
    }

    /// The entries of the listed features.
    var entries: [JSONValue] { all.flatMap { plugin in plugin.features.all.map(\.entry.value) } }

    /// The ids of the listed features, as clients use them.
    var featureNames: [String] {
        all.flatMap { plugin in plugin.features.all.map { PluginFeature.name($0.id, of: plugin.declaration.name) } }
    }

    /// Writes the plugins as the array in the answer to `host/plugins`.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        for plugin in all {
            json.beginObject()
            json.field("plugin", plugin.declaration.name)
            json.field("state", plugin.state.rawValue)
            json.field("pid", plugin.processID)
            json.field("restarts", plugin.restarts)
            json.field("lastError", plugin.lastError)
            write(plugin.introduction, plugin, to: &json)
            json.endObject()
        }
        json.endArray()
    }

    /// Writes the introduction and the features of a plugin, as members.
    private func write(_ introduction: PluginIntroduction?, _ plugin: Plugin, to json: inout JSONWriter) {
        json.key("hostInfo")
        if let introduction { introduction.writeInfo(to: &json) } else { json.null() }
        let features = plugin.features.all.map { PluginFeature.name($0.id, of: plugin.declaration.name) }
        json.key("features")
        if plugin.features.isKnown { json.value(features) } else { json.null() }
        json.key("sources")
        if let introduction { json.value(introduction.kinds) } else { json.null() }
        json.field("leftOut", plugin.features.leftOut)
    }
}
