import FeatureKit
import OrderedCollections

/// The sources of a workspace, for the features that name them.
package struct WorkspaceSources: Sendable {
    /// The names of all declared sources, including invalid ones.
    package let names: OrderedSet<String>
    /// The declared types, by name.
    package let types: [String: String]
    private let bind: @Sendable (String, ParamValues) throws(ActionRefusal) -> (any DataSource)?

    /// Makes a set of sources.
    ///
    /// - Parameter bind: returns the source with a name, or nil if it is invalid. Features that give a source the same
    ///   values share it. Throws `ActionRefusal.invalidParams(_:)` for values that the source can't take.
    package init(
        names: OrderedSet<String>, types: [String: String],
        bind: @escaping @Sendable (String, ParamValues) throws(ActionRefusal) -> (any DataSource)?
    ) {
        self.names = names
        self.types = types
        self.bind = bind
    }

    func source(_ name: String, _ values: ParamValues) throws(ActionRefusal) -> (any DataSource)? {
        try bind(name, values)
    }
}
