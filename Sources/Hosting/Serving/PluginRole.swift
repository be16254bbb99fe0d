import FeatureKit
import JSON

/// What a host is told where it is the plugin of another one.
package struct PluginRole: Sendable {
    /// Makes a source ready to be asked, for the name that the other host gave it and what the workspace says about it.
    package typealias Factory = @Sendable (String, JSONValue) -> SourceAnswer<any DataSource>

    /// What the plugin is called, for people.
    let name: String
    /// Its version, for people.
    let version: String
    /// The names of the kinds of sources that it serves, in their order.
    let kinds: [String]
    private let factory: @Sendable (String) -> Factory?

    /// A plugin that serves kinds of sources.
    ///
    /// - Parameters:
    ///   - kinds: their names.
    ///   - factory: what makes the sources of a kind.
    package init(name: String, version: String, kinds: [String], factory: @escaping @Sendable (String) -> Factory?) {
        self.name = name
        self.version = version
        self.kinds = kinds
        self.factory = factory
    }

    /// What makes the sources of a kind; nil where there is no such kind.
    func factory(of kind: String) -> Factory? { factory(kind) }
}
