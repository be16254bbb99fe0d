import FeatureKit
import GRDB
import GRDBSQLite

/// The bounds on what a database can have SQLite do: its views and triggers are not to be trusted.
///
/// What SQLite bounds when it reads a schema, such as the depth of expressions, stays as it is, since one view beyond it
/// would hide all tables; it is meant for a stack of 8 MiB. The messages of SQLite name the bound that is met.
enum DatabaseLimits {
    /// The stack of a thread that uses databases, of which little is ever touched.
    static let stackBytes = 16 << 20
    /// Views may stand in each other, which takes time that grows with the square of their number.
    static let mostViews = 1_000
    /// A trigger may set off another one, and so may a foreign key: each takes up to 2 KiB of the stack.
    static let mostTriggers = 4_000

    private static let limits: [(id: Int32, value: Int32)] = [
        // A pattern is matched by a call for each of its wildcards: 50,000 bytes of it took the stack of any thread.
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 50),
        (SQLITE_LIMIT_VDBE_OP, 1_000_000),
        (SQLITE_LIMIT_ATTACHED, 0),
    ]

    /// Sets them for a connection that has done nothing yet.
    static func set(in db: Database) {
        for (id, value) in limits { sqlite3_limit(db.sqliteConnection, id, value) }
    }

    /// Whether there are so few views that it takes no time to look into all of them.
    static func hasFewViews(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'view'") ?? 0 <= mostViews
    }

    /// Refuses to read a view, or a query that may read one, of a database that has too many of them.
    static func checkViews(in db: Database, of file: DatabaseFile) throws {
        try check("views", "type = 'view'", mostViews, in: db, of: file)
    }

    /// Refuses to change a database in which a change may set off too many others.
    static func checkTriggers(in db: Database, of file: DatabaseFile) throws {
        let condition = "type = 'trigger' OR type = 'table' AND sql LIKE '%REFERENCES%'"
        try check("triggers and tables with foreign keys", condition, mostTriggers, in: db, of: file)
    }

    private static func check(
        _ what: String, _ condition: String, _ most: Int, in db: Database, of file: DatabaseFile
    ) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE \(condition)") ?? 0
        guard count > most else { return }
        throw Failure(
            "databaseError",
            "\(file.path): it has \(count) \(what), each of which may lead to another; "
                + "at most \(most) are allowed", retryable: false)
    }
}
