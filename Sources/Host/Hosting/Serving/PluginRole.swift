import FHJSON
import FeatureKit

/// The name and the sources of a host that is a plugin of another host.
package struct PluginRole: Sendable {
    /// Creates a source from its name in the other host and its options from the workspace.
    package typealias Factory = @Sendable (String, JSONValue) -> SourceAnswer<any DataSource>

    /// The name, for users.
    let name: String
    /// The version, for users.
    let version: String
    /// The names of the kinds of sources, in the order in which the plugin lists them.
    let kinds: [String]
    private let factory: @Sendable (String) -> Factory?

    /// Creates the role of a plugin that serves kinds of sources.
    ///
    /// - Parameters:
    ///   - kinds: the names of the kinds.
    ///   - factory: returns the factory of a kind; nil for an unknown kind.
    package init(name: String, version: String, kinds: [String], factory: @escaping @Sendable (String) -> Factory?) {
        self.name = name
        self.version = version
        self.kinds = kinds
        self.factory = factory
    }

    /// The factory of a kind of sources; nil if there is no such kind.
    func factory(of kind: String) -> Factory? { factory(kind) }
}
