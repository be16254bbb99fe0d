import FeatureKit
import GRDB
import GRDBSQLite

/// Limits on the work of SQLite, because the views and triggers of a database are not trusted.
///
/// SQLite's limits on reading a schema, such as the depth of expressions, stay unchanged. With lower limits, a single
/// view that exceeds them would make all tables unreadable. The defaults of these limits suit a stack of 8 MiB.
/// SQLite's messages name the limit that is exceeded.
enum DatabaseLimits {
    /// The stack size of threads that use databases.
    ///
    /// Usually only a small part of the stack is used.
    static let stackBytes = 16 << 20
    /// The maximum number of views.
    ///
    /// Resolving nested views takes time that is quadratic in their number.
    static let mostViews = 1_000
    /// The maximum number of triggers and tables with foreign keys, counted together.
    ///
    /// A trigger or foreign key may fire others, and each level takes up to 2 KiB of stack.
    static let mostTriggers = 4_000

    private static let limits: [(id: Int32, value: Int32)] = [
        // Each wildcard of a pattern is a recursive call, and a pattern of 50,000 bytes exhausted the stack of any
        // thread.
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (SQLITE_LIMIT_TRIGGER_DEPTH, 50),
        (SQLITE_LIMIT_VDBE_OP, 1_000_000),
        (SQLITE_LIMIT_ATTACHED, 0),
    ]

    /// Sets the limits of a new connection.
    static func set(in db: Database) {
        for (id, value) in limits { sqlite3_limit(db.sqliteConnection, id, value) }
    }

    /// True if there are so few views that all of them can be resolved quickly.
    static func hasFewViews(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'view'") ?? 0 <= mostViews
    }

    /// Throws if a database has too many views.
    ///
    /// Call this before reading a view, or a query that may read a view.
    static func checkViews(in db: Database, of file: DatabaseFile) throws {
        try check("views", "type = 'view'", mostViews, in: db, of: file)
    }

    /// Throws if a database must not be changed, because it has too many triggers and tables with foreign keys.
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
