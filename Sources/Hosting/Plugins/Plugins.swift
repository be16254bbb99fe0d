import EventLoop
import JSON

/// The plugins of a host.
///
/// Belongs to the core thread.
final class Plugins {
    private let all: [Plugin]
    private let catalog: Catalog

    init(of host: Host, seed: UInt64) {
        catalog = host.catalog
        all = catalog.plugins.enumerated().map { Plugin($1, of: host, seed: seed &+ UInt64($0)) }
    }

    /// The plugin of this name.
    subscript(name: String) -> Plugin? { all.first { $0.declaration.name == name } }

    /// Starts the one that comes with the host, where the features of the workspace need it, before they ask for it.
    func startAhead() {
        for plugin in all where plugin.declaration.isStartedAhead { plugin.startAhead() }
    }

    /// Sends what has been asked since the last call, and goes on with what has been read.
    func handOn() {
        for plugin in all { plugin.handOn() }
    }

    /// Leaves what they say unread for a while, or reads on.
    func hold(_ isHeld: Bool) {
        for plugin in all { plugin.hold(isHeld) }
    }

    /// Lets all of them end by themselves.
    ///
    /// - Returns: their processes.
    func leave() -> [ChildProcess] { all.compactMap { $0.leave() } }

    /// The plugin that has a feature, and what it calls it; nil where its name is that of no plugin.
    func place(of feature: String) -> (plugin: Plugin, feature: String)? {
        guard let place = catalog.plugin(of: feature) else { return nil }
        return all.first { $0.declaration.name == place.plugin.name }.map { ($0, place.feature) }
    }

    /// Calls back when every plugin has told its features, or it is known that it can't; at once where that is so.
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

    /// Writes the entries of the features that are known, as elements of an array.
    func writeFeatures(to json: inout JSONWriter) {
        for plugin in all {
            for feature in plugin.features.all { json.value(feature.entry) }
        }
    }

    /// The names of the features that are known, as front ends open them.
    var featureNames: [String] {
        all.flatMap { plugin in plugin.features.all.map { PluginFeature.name($0.id, of: plugin.declaration.name) } }
    }

    /// Writes the array that `host/plugins` answers with.
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

    /// Writes what a plugin has said of itself, as members.
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
