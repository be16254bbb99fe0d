import EventLoop
public import FeatureKit
import Hosting
import Logging
import SystemPackage

/// A process of its own for features and for sources, which a host runs as a plugin.
///
/// The whole of a plugin with a feature is
/// ```swift
/// exit(PluginProcess.run(name: "countdown", version: "1.0", features: [FeatureRegistration { Countdown() }]))
/// ```
/// and that of one with sources
/// ```swift
/// var sources = PluginSources()
/// sources.add("weather") { name, options in WeatherSource(place: options["place"]?.stringValue ?? "") }
/// exit(PluginProcess.run(name: "weather", version: "1.0", sources: sources))
/// ```
public enum PluginProcess {
    /// Serves standard input and output until the host is done or gone.
    ///
    /// To be called once, on the main thread, before anything else: from then on `print` goes to the log, which is
    /// standard error.
    /// - Parameters:
    ///   - name: what the plugin is called, for people.
    ///   - version: its version, for people.
    ///   - features: the features that can be opened; of two with one id the later one counts.
    ///   - sources: the kinds of sources that it has.
    ///   - onStart: called when it may start threads, before anything is read.
    /// - Returns: what the process should exit with.
    public static func run(
        name: String, version: String, features: [FeatureRegistration] = [], sources: PluginSources = PluginSources(),
        onStart: () -> Void = {}
    ) -> Int32 {
        run(PluginDefinition(name: name, version: version, features: features, sources: sources), onStart: onStart)
    }

    /// Serves standard input and output as a plugin that may be of a special kind, such as one for tests.
    ///
    /// - Returns: what the process should exit with.
    package static func run(_ plugin: PluginDefinition, onStart: () -> Void = {}) -> Int32 {
        do throws(Errno) {
            ProcessHeap.share()
            ignoreSIGXFSZ()
            let wire = try StdioWire.take()
            // While there are threads left: what comes later can do without.
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
