import GRDB

extension StoreSchema {
    /// Drops the word indexes that versions 1 and 2 kept for each table; searches now read the rows themselves.
    static func dropIndexes(in db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT name FROM featurehost_tables") {
            let name = try StoreName(row[0])
            for event in ["insert", "update", "text", "delete"] {
                try db.execute(sql: "DROP TRIGGER IF EXISTS \(name.trigger(event))")
            }
            // These are the names of versions 1 and 2. The name of version 1 may also belong to a table that FTS5 has
            // created for another index.
            for index in ["featurehost_search_\(name.text)", "featurehost_search_\(name.text)."] {
                if try hasTable(index, "sql LIKE 'CREATE VIRTUAL TABLE%'", in: db) {
                    try db.execute(sql: "DROP TABLE \(index.quotedIdentifier)")
                }
            }
            // If another program has dropped the table, the next request for its rows reports it.
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
