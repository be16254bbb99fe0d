import EventLoop
import SystemPackage

/// A process that answers for sources on its standard input and output.
///
/// The whole of a plugin is
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
    ///   - sources: the kinds of sources that it has.
    /// - Returns: what the process should exit with.
    public static func run(name: String, version: String, sources: PluginSources) -> Int32 {
        do throws(Errno) {
            let wire = try StdioWire.take()
            let plugin = PluginInfo(name: name, version: version, sources: sources)
            return try WireServer(plugin, input: wire.input, output: wire.output).run()
        } catch {
            _ = try? FileDescriptor.standardError.writeAll("\(name): no pipe could be made: \(error)\n".utf8)
            return 1
        }
    }
}

/// What a plugin says of itself.
struct PluginInfo: Sendable {
    let name: String
    let version: String
    let sources: PluginSources
    /// How long the end of the input waits for the next answer, in milliseconds.
    var drainMs = 5_000
}
