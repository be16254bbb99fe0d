import GRDB

extension StoreSchema {
    /// Takes away the indexes of words that versions 1 and 2 kept of each table: searches read the rows themselves.
    static func dropIndexes(in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT name FROM featurehost_tables") {
            let name = try StoreName(row[0])
            for event in ["insert", "update", "text", "delete"] {
                try db.execute(sql: "DROP TRIGGER IF EXISTS \(name.trigger(event))")
            }
            // The name of version 1, which may also be that of a table which FTS5 made for another index, and of 2.
            for index in ["featurehost_search_\(name.text)", "featurehost_search_\(name.text)."] {
                if try hasTable(index, "sql LIKE 'CREATE VIRTUAL TABLE%'", in: db) {
                    try db.execute(sql: "DROP TABLE \(index.quotedIdentifier)")
                }
            }
            // A table that another program has dropped fails for whoever asks for its rows.
            if try hasTable(name.text, "true", in: db) { try createTriggers(name, in: db) }
        }
    }

    private static func hasTable(_ name: String, _ condition: String, in db: Database) throws -> Bool {
        let sql = """
            SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE AND \(condition)
            """
        return try Int.fetchOne(db, sql: sql, arguments: [name]) == 1
    }
}
