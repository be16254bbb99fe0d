import FHHosting
public import FHJSON
public import FeatureKit

/// The kinds of sources that a plugin has, by name.
///
/// ```swift
/// var sources = PluginSources()
/// sources.add("weather") { name, options in WeatherSource(place: options["place"]?.stringValue ?? "") }
/// ```
public struct PluginSources: Sendable {
    /// Makes a source that is ready for requests.
    ///
    /// The factory runs outside the core thread. If it throws an error, `source/open` fails with the error, and the
    /// host opens the source again before the next request to the source.
    /// - Parameters:
    ///   - name: the source's name in the workspace.
    ///   - options: an object with the source's options in the workspace.
    public typealias Factory = @Sendable (_ name: String, _ options: JSONValue) async throws(Failure) -> any DataSource

    /// The names of the kinds, in the order in which they were added.
    public private(set) var names: [String] = []
    private var factories: [String: PluginRole.Factory] = [:]

    /// Creates an empty collection.
    public init() {}

    /// Adds a kind.
    ///
    /// It replaces an earlier kind with the same name.
    public mutating func add(_ name: String, _ factory: @escaping Factory) {
        put(name) { name, options in
            .later { () async throws(Failure) in try await factory(name, options) }
        }
    }

    /// Adds a kind whose factory returns a ``SourceAnswer`` instead of suspending.
    ///
    /// The factory is called on the core thread.
    package mutating func add<Source: DataSource>(
        _ name: String, answering factory: @escaping @Sendable (String, JSONValue) -> SourceAnswer<Source>
    ) {
        put(name) { name, options in factory(name, options).map { $0.map { $0 } } }
    }

    private mutating func put(_ name: String, _ factory: @escaping PluginRole.Factory) {
        if factories.updateValue(factory, forKey: name) == nil { names.append(name) }
    }

    func factory(of kind: String) -> PluginRole.Factory? { factories[kind] }
}
