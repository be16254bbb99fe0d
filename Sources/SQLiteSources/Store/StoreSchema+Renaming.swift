import GRDB

extension StoreSchema {
    /// Gives the indexes for searches that version 1 made the names that they have now.
    ///
    /// The index of a table `a_data` had the name of a table that FTS5 makes for the index of a table `a`: of the two,
    /// only the one could be made that came first.
    static func renameIndexes(in db: Database) throws {
        // Else views of other programs would be looked into, and one that has lost its table would be in the way.
        try db.execute(sql: "PRAGMA legacy_alter_table = ON")
        for row in try Row.fetchAll(db, sql: "SELECT name, id_key FROM featurehost_tables") {
            try renameIndex(of: try StoreName(row[0]), idKey: row[1], in: db)
        }
        try db.execute(sql: "PRAGMA legacy_alter_table = OFF")
    }

    private static func renameIndex(of name: StoreName, idKey: String, in db: Database) throws {
        let old = "featurehost_search_\(name.text)"
        let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name COLLATE NOCASE IN (?, ?)"
        // What another program has dropped is told to whoever asks for it.
        guard try Int.fetchOne(db, sql: sql, arguments: [name.text, old]) == 2 else { return }
        for event in ["insert", "update", "text", "delete"] {
            try db.execute(sql: "DROP TRIGGER IF EXISTS \(name.trigger(event))")
        }
        try db.execute(sql: "ALTER TABLE \(old.quotedIdentifier) RENAME TO \(name.search)")
        try createTriggers(name, idKey: idKey, in: db)
    }
}
