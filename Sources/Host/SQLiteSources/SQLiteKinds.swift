import FeatureKit
public import FeaturePlugin

/// The source kinds of the SQLite plugin.
///
/// ```swift
/// let kinds = SQLiteKinds()
/// let sources = kinds.all
/// ```
public final class SQLiteKinds: Sendable {
    private let stores = StoreDatabases()

    /// Makes kinds that share the databases that they have opened.
    public init() {}

    /// The kind `table`, for tables that the plugin creates, and the kind `sqlite`, for existing databases.
    public var all: PluginSources {
        var sources = PluginSources()
        sources.add("table", answering: { [stores] in TableSource.open($1, in: stores) })
        sources.add("sqlite", answering: { SQLiteSource.open($1) })
        return sources
    }

    /// Opens a database of tables in advance and reads a table in it, on a separate thread.
    ///
    /// Nothing is created or written. Errors are ignored, because the first real request reports them.
    ///
    /// - Parameter place: The path of the database and the name of the table. With another number of elements, the call
    ///   has no effect.
    public func openAhead(_ place: [String]) {
        guard place.count == 2, let table = try? StoreName(place[1]) else { return }
        _ = stores.openAhead(DatabaseFile(path: place[0]), table)
    }

    /// Closes databases that were opened in advance but not used.
    ///
    /// Call this before the process ends.
    public func closeAhead() { stores.closeAhead() }
}
