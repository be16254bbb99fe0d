import FHEventLoop
import FHHosting
import FHPeers
import FHServing
public import FeatureKit
import Logging
import SystemPackage

/// Runs the calling process as a plugin, which has features or sources.
///
/// A plugin with a feature:
///
/// ```swift
/// exit(PluginProcess.run(name: "countdown", version: "1.0", features: [FeatureRegistration { Countdown() }]))
/// ```
///
/// A plugin with sources:
///
/// ```swift
/// var sources = PluginSources()
/// sources.add("weather") { name, options in WeatherSource(place: options["place"]?.stringValue ?? "") }
/// exit(PluginProcess.run(name: "weather", version: "1.0", sources: sources))
/// ```
public enum PluginProcess {
    /// Serves standard input and output until the host has ended the session or no longer exists.
    ///
    /// Call this once, on the main thread, before anything else. Afterwards `print` writes to the log, which is
    /// standard error.
    ///
    /// - Parameters:
    ///   - name: the plugin's name, shown to users.
    ///   - version: the plugin's version, shown to users.
    ///   - features: the features that can be opened. If two features have the same id, the later one is used.
    ///   - sources: the kinds of sources that the plugin has.
    ///   - onStart: called when the plugin may start threads, before any input is read.
    /// - Returns: the exit status of the process.
    public static func run(
        name: String, version: String, features: [FeatureRegistration] = [], sources: PluginSources = PluginSources(),
        onStart: () -> Void = {}
    ) -> Int32 {
        run(PluginDefinition(name: name, version: version, features: features, sources: sources), onStart: onStart)
    }

    /// Serves standard input and output as a plugin with this definition.
    ///
    /// A test plugin uses this function to set the options of the host in the plugin.
    ///
    /// - Returns: the exit status of the process.
    package static func run(_ plugin: PluginDefinition, onStart: () -> Void = {}) -> Int32 {
        do throws(Errno) {
            ProcessHeap.share()
            ignoreSIGXFSZ()
            let wire = try StdioWire.take()
            // The spare thread is started now, while threads are available. Later work then needs no new thread.
            try SpareThread.start()
            TaskThreads.use()
            onStart()
            return try plugin.server(input: wire.input, output: wire.output).run()
        } catch {
            ErrorLog.make(.error, label: plugin.name).error("no pipe or thread could be made: \(error)")
            return 1
        }
    }
}
