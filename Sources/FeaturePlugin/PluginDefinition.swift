import FeatureKit
import Hosting
import Logging
import SystemPackage

/// All that makes up a plugin: what it has, and how it is served.
package struct PluginDefinition: Sendable {
    /// The longest frame that is read where there are sources, in bytes: it may name a million rows.
    private static let maxFrameBytes = 256 << 20
    /// How long the end of the input waits for a source's next answer, in milliseconds.
    private static let drainMs = 5_000

    package let name: String
    private let features: [FeatureRegistration]
    /// How the host in the plugin is started.
    package var options = Host.Options()

    package init(
        name: String, version: String, features: [FeatureRegistration] = [], sources: PluginSources = PluginSources()
    ) {
        self.name = name
        self.features = features
        options.role = PluginRole(name: name, version: version, kinds: sources.names) { sources.factory(of: $0) }
        guard !sources.names.isEmpty else { return }
        options.limits.maxFrameBytes = Self.maxFrameBytes
        options.limits.drainMs = Self.drainMs
    }

    /// Prepares the conversation with the host on a loop of the calling thread.
    ///
    /// - Throws: `Errno` where the process has no descriptor left.
    package func server(input: FileDescriptor, output: FileDescriptor) throws(Errno) -> WireServer {
        try WireServer(Catalog(features), options, input: input, output: output) { [name] in
            ErrorLog.make(.warning, label: name)
        }
    }
}
