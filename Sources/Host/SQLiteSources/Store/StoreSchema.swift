import FeatureKit
import GRDB

/// The schema of a store database.
///
/// It consists of tables of rows, and of records about these tables.
///
/// A table of rows has its name from the workspace. `featurehost_tables` lists the tables with their row count and
/// version. Triggers update both, regardless of the program that changes rows.
enum StoreSchema {
    /// The application id of store databases, "FHst".
    static let applicationID = 0x4648_7374
    /// The version of the schema that this program writes.
    ///
    /// A database of an older version is migrated, or only read if it is write-protected.
    private static let version = 3

    /// Prepares a new connection, and creates the schema in a new database.
    ///
    /// - Parameters:
    ///   - queue: The connection.
    ///   - file: The database.
    ///   - mayWrite: False to throw instead of creating or migrating the schema.
    /// - Throws: A `Failure` if the database belongs to another program or a newer version, or if the schema must be
    ///   written and can't be.
    static func prepare(_ queue: DatabaseQueue, _ file: DatabaseFile, mayWrite: Bool = true) throws {
        try queue.inDatabase { db in
            let head = "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
            let row = try Row.fetchOne(db, sql: head)
            let application: Int = row?[0] ?? 0
            let isNew = try application == 0 && Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
            guard isNew || application == applicationID else {
                throw Failure(
                    "invalidData", "\(file.path) is another program's database; the kind sqlite shows its tables",
                    retryable: false)
            }
            let found: Int = row?[1] ?? 0
            guard found <= version else {
                throw Failure(
                    "invalidData", "\(file.path) was written by a newer version of this program; update this one",
                    retryable: false)
            }
            // A read-only database of an older version can still be read.
            if isNew || found < version && !db.isWriteProtected {
                guard mayWrite, !db.isWriteProtected else { throw Failure.unwritable(file.path) }
                // In WAL mode readers don't wait for a writer.
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
                try db.inTransaction(.immediate) {
                    try migrate(db)
                    return .commit
                }
            }
            // Confirmed changes must survive a power failure.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
    }

    /// Migrates a database to the current version.
    ///
    /// If another process has migrated the database since the caller read the version, nothing is changed.
    private static func migrate(_ db: Database) throws {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found < version else { return }
        if found < 1 {
            try db.execute(
                sql: """
                    CREATE TABLE featurehost_tables(
                        name TEXT PRIMARY KEY COLLATE NOCASE,
                        id_key TEXT NOT NULL,
                        row_count INTEGER NOT NULL DEFAULT 0,
                        version INTEGER NOT NULL DEFAULT 0
                    );
                    CREATE TABLE featurehost_operations(
                        number INTEGER PRIMARY KEY,
                        id TEXT NOT NULL UNIQUE,
                        digest INTEGER NOT NULL,
                        answer TEXT
                    );
                    PRAGMA application_id = \(applicationID);
                    """)
        } else {
            try dropIndexes(in: db)
        }
        try db.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Creates a table of rows, unless it exists.
    ///
    /// - Throws: A `Failure` if the table exists with another id key.
    static func makeTable(_ name: StoreName, idKey: String, in db: Database) throws {
        if let known = try Self.idKey(of: name, in: db) {
            guard known == idKey else {
                throw Failure.invalidOption("id", "must be \(known), by which the rows of \(name.text) are known")
            }
            return
        }
        try db.inTransaction(.immediate) {
            // Another process may have created the table meanwhile.
            if try Self.idKey(of: name, in: db) == nil {
                try createTable(name, idKey: idKey, in: db)
            }
            return .commit
        }
        try makeTable(name, idKey: idKey, in: db)
    }

    /// Returns the id key of a table; nil if the table does not exist.
    static func idKey(of name: StoreName, in db: Database) throws -> String? {
        let sql = "SELECT id_key FROM featurehost_tables WHERE name = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [name.text])?[0]
    }

    private static func createTable(_ name: StoreName, idKey: String, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO featurehost_tables(name, id_key) VALUES (?, ?)", arguments: [name.text, idKey])
        try db.execute(
            sql: """
                CREATE TABLE \(name.rows)(
                    key INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    position INTEGER NOT NULL,
                    value TEXT NOT NULL
                );
                CREATE INDEX \(name.order) ON \(name.rows)(position);
                """)
        try createTriggers(name, in: db)
    }

    /// Creates the triggers that count a table's rows and changes, regardless of the program that changes rows.
    static func createTriggers(_ name: StoreName, in db: Database) throws {
        let table = name.text.quotedText
        try db.execute(
            sql: """
                CREATE TRIGGER \(name.trigger("insert")) AFTER INSERT ON \(name.rows) BEGIN
                    UPDATE featurehost_tables SET row_count = row_count + 1, version = version + 1 WHERE name = \(table);
                END;
                CREATE TRIGGER \(name.trigger("update")) AFTER UPDATE ON \(name.rows) BEGIN
                    UPDATE featurehost_tables SET version = version + 1 WHERE name = \(table);
                END;
                CREATE TRIGGER \(name.trigger("delete")) AFTER DELETE ON \(name.rows) BEGIN
                    UPDATE featurehost_tables SET row_count = row_count - 1, version = version + 1 WHERE name = \(table);
                END;
                """)
    }
}

/// The name of a table of rows, and the names derived from it.
struct StoreName: Sendable {
    let text: String

    /// Makes a name.
    ///
    /// - Throws: A `Failure` if the name is reserved.
    init(_ text: String) throws(Failure) {
        let lowercased = text.lowercased()
        guard !lowercased.hasPrefix("sqlite_"), !lowercased.hasPrefix("featurehost_") else {
            throw .invalidOption(
                "table", "must not begin with sqlite_ or featurehost_, which are kept for the database")
        }
        self.text = text
    }

    var rows: String { text.quotedIdentifier }
    var order: String { "featurehost_order_\(text)".quotedIdentifier }

    func trigger(_ event: String) -> String { "featurehost_\(event)_\(text)".quotedIdentifier }
}
