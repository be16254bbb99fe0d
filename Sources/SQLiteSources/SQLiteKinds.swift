import FeatureKit
public import FeaturePlugin

/// The kinds of sources that SQLite gives.
public enum SQLiteKinds {
    /// `table`, whose rows the store keeps, and `sqlite`, which shows a database that is there.
    public static var all: PluginSources {
        let stores = StoreDatabases()
        var sources = PluginSources()
        sources.add("table") { _, options throws(Failure) in try await TableSource.open(options, in: stores) }
        sources.add("sqlite") { _, options throws(Failure) in try await SQLiteSource.open(options) }
        return sources
    }
}
