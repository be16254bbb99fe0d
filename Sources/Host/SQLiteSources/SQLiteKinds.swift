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

    /// Makes kinds that share their knowledge of databases.
    public init() {}

    /// `table`, whose rows the store keeps, and `sqlite`, over an existing database.
    public var all: PluginSources {
        var sources = PluginSources()
        sources.add("table", answering: { [stores] in TableSource.open($1, in: stores) })
        sources.add("sqlite", answering: { SQLiteSource.open($1) })
        return sources
    }

    /// Opens a database of tables in advance and reads a table in it, on a thread of its own.
    ///
    /// Nothing is created or written, and errors are ignored: the first real request reports them.
    ///
    /// - Parameter place: The path of the database and the name of the table; ignored if there are not two elements.
    public func openAhead(_ place: [String]) {
        guard place.count == 2, let table = try? StoreName(place[1]) else { return }
        _ = stores.openAhead(DatabaseFile(path: place[0]), table)
    }

    /// Closes databases that were opened in advance and not used; call this before the process ends.
    public func closeAhead() { stores.closeAhead() }
}
