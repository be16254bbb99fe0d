import FHHosting
import FHPeers
import FHServing
import FeatureKit
import Logging
import SystemPackage

/// The definition of a plugin: its features and sources, and the options of its host.
package struct PluginDefinition: Sendable {
    /// The maximum frame size of a plugin with sources, in bytes.
    ///
    /// A frame that names a million rows must fit.
    private static let maxFrameBytes = 256 << 20
    /// The time in milliseconds to wait for a source's next answer after the end of the input.
    private static let drainMs = 5_000

    package let name: String
    private let features: [FeatureRegistration]
    /// The options of the host in the plugin.
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

    /// Creates the server for the session with the host, on a loop of the calling thread.
    ///
    /// - Throws: `Errno` if the process has no free descriptor.
    package func server(input: FileDescriptor, output: FileDescriptor) throws(Errno) -> WireServer {
        try WireServer(Catalog(features), options, input: input, output: output) { [name] in
            ErrorLog.make(.warning, label: name)
        }
    }
}
