import FeatureKit
public import FeaturePlugin

/// The kinds of sources that SQLite gives.
public final class SQLiteKinds: Sendable {
    private let stores = StoreDatabases()

    /// Gives kinds that share what they know of databases.
    public init() {}

    /// `table`, whose rows the store keeps, and `sqlite`, which shows a database that is there.
    public var all: PluginSources {
        var sources = PluginSources()
        sources.add("table", answering: { [stores] in TableSource.open($1, in: stores) })
        sources.add("sqlite", answering: { SQLiteSource.open($1) })
        return sources
    }

    /// Opens a database of tables before somebody asks for it, and reads of a table in it, on a thread of its own.
    ///
    /// Nothing is made or written, and of what fails, whoever asks for it is told.
    /// - Parameter place: the path of the database, and the name of the table; nothing else does anything.
    public func openAhead(_ place: [String]) {
        guard place.count == 2, let table = try? StoreName(place[1]) else { return }
        _ = stores.openAhead(DatabaseFile(path: place[0]), table)
    }

    /// Closes what was opened ahead and nobody has asked for; to be called before the process ends.
    public func closeAhead() { stores.closeAhead() }
}
