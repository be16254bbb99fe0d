import FeatureKit
public import FeaturePlugin

/// The kinds of sources that SQLite gives.
public enum SQLiteKinds {
    /// `table`, whose rows the store keeps, and `sqlite`, which shows a database that is there.
    public static var all: PluginSources {
        let stores = StoreDatabases()
        var sources = PluginSources()
        sources.add("table", answering: { TableSource.open($1, in: stores) })
        sources.add("sqlite", answering: { SQLiteSource.open($1) })
        return sources
    }
}
