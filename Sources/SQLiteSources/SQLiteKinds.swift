import FeatureKit
public import FeaturePlugin

/// The kinds of sources that SQLite gives.
public enum SQLiteKinds {
    /// `table`, whose rows the store keeps, and `sqlite`, which shows a database that is there.
    ///
    /// - Parameter place: the path of a database of tables, and the name of a table in it, which is opened at once where
    ///   it is there; of what fails, whoever asks for it is told. Nothing else does anything.
    public static func all(openingAhead place: [String] = []) -> PluginSources {
        let stores = StoreDatabases()
        if place.count == 2, let table = try? StoreName(place[1]) {
            stores.openAhead(DatabaseFile(path: place[0]), table)
        }
        var sources = PluginSources()
        sources.add("table", answering: { TableSource.open($1, in: stores) })
        sources.add("sqlite", answering: { SQLiteSource.open($1) })
        return sources
    }
}
