public import FeatureKit
import Hosting
public import JSON

/// The kinds of sources that a plugin has, by name.
public struct PluginSources: Sendable {
    /// Makes a source ready to be asked.
    ///
    /// It runs outside the core thread; what it throws is the answer to `source/open`, after which the host opens the
    /// source again before it asks for anything else.
    /// - Parameters:
    ///   - name: what the workspace calls the source.
    ///   - options: an object: what the workspace says about it.
    public typealias Factory = @Sendable (_ name: String, _ options: JSONValue) async throws(Failure) -> any DataSource

    /// The names in the order in which they were added.
    public private(set) var names: [String] = []
    private var factories: [String: PluginRole.Factory] = [:]

    /// No kinds.
    public init() {}

    /// Adds a kind; one of the same name takes the place of the one before.
    public mutating func add(_ name: String, _ factory: @escaping Factory) {
        put(name) { name, options in
            .later { () async throws(Failure) in try await factory(name, options) }
        }
    }

    /// Adds a kind whose sources are made ready in a way of their own; asked on the core thread.
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
