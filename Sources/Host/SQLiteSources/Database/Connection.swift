import FeatureKit
import GRDB
import GRDBSQLite
import Glibc
import SystemPackage

/// A connection to a database file.
///
/// The file is opened at first use, and reopened if it was replaced.
///
/// The connection belongs to the thread of its owner.
final class Connection {
    /// The system errors for a disk that can't be written, and for files that can't be opened.
    private static let diskErrors = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO, EMFILE, ENFILE]

    private let file: DatabaseFile
    private let isReadOnly: Bool
    private let busySeconds: Double
    /// Prepares the file before it is opened.
    private let beforeOpening: () throws -> Void
    /// Prepares a new connection.
    ///
    /// The closure must not write if the connection is opened in advance (`isAhead`).
    private let prepare: (_ queue: DatabaseQueue, _ isAhead: Bool) throws -> Void
    private var queue: DatabaseQueue?
    /// The number of times the connection was opened.
    ///
    /// Each opening may be of a new file at the same path.
    private(set) var openings = 0
    private var identity: DatabaseFile.Identity?

    /// Makes a connection without opening it.
    ///
    /// - Parameter busySeconds: The time in seconds to wait for locks of other programs.
    init(
        _ file: DatabaseFile, isReadOnly: Bool = false, busySeconds: Double, beforeOpening: @escaping () throws -> Void,
        _ prepare: @escaping (_ queue: DatabaseQueue, _ isAhead: Bool) throws -> Void
    ) {
        self.file = file
        self.isReadOnly = isReadOnly
        self.busySeconds = busySeconds
        self.beforeOpening = beforeOpening
        self.prepare = prepare
    }

    /// Uses the database outside a transaction.
    func use<Value>(
        _ watchdog: Watchdog = Watchdog(), _ body: (Database) throws -> Value
    ) throws(Failure) -> Value {
        try use(connected(), watchdog, body)
    }

    /// Opens the connection in advance and reads.
    ///
    /// Fails instead of creating a file or waiting for a lock.
    func openAhead<Value>(_ body: (Database) throws -> Value) throws(Failure) -> Value {
        guard file.identity != nil else { throw Failure(Errno.noSuchFileOrDirectory, "read", file.path) }
        return try use(connected(isAhead: true), Watchdog()) { db in
            // Later requests wait for locks.
            defer { sqlite3_busy_timeout(db.sqliteConnection, Int32(busySeconds * 1_000)) }
            return try body(db)
        }
    }

    private func use<Value>(
        _ queue: DatabaseQueue, _ watchdog: Watchdog, isWrite: Bool = false, _ body: (Database) throws -> Value
    ) throws(Failure) -> Value {
        var systemError: Int32 = 0
        do {
            return try queue.inDatabase { db in
                errno = 0
                do {
                    return try watchdog.watch(db) { try body(db) }
                } catch {
                    systemError = Self.systemError(errno, db)
                    throw error
                }
            }
        } catch {
            if watchdog.isOverdue { throw .overdue(file) }
            throw Failure(error, of: file, systemError: systemError, isWrite: isWrite)
        }
    }

    /// Returns the system error of an operation that has just failed; 0 if it is unknown.
    ///
    /// SQLite does not keep the system error of a commit. That error is in `errno` of this thread.
    private static func systemError(_ code: Int32, _ db: Database?) -> Int32 {
        diskErrors.contains(code) ? code : db?.systemError ?? 0
    }

    /// Changes the database in a transaction.
    ///
    /// After a cancellation, the change continues for a short time.
    func change<Value>(
        _ cancellation: Cancellation, _ body: (Database) throws -> Value
    ) throws(Failure) -> Value {
        try use(connected(), Watchdog(cancellation, grace: Watchdog.grace), isWrite: true) { db in
            try DatabaseLimits.checkTriggers(in: db, of: file)
            var value: Value?
            try db.inTransaction(.immediate) {
                value = try body(db)
                return .commit
            }
            guard let value else { preconditionFailure("a transaction that was not rolled back has its value") }
            return value
        }
    }

    /// Reads one state of the database with `body`, and interrupts `body` after a cancellation.
    func read<Value>(_ cancellation: Cancellation, _ body: (Database) throws -> Value) throws(Failure) -> Value {
        try use(Watchdog(cancellation)) { db in
            var value: Value?
            try db.inTransaction(.deferred) {
                value = try body(db)
                return .commit
            }
            guard let value else { preconditionFailure("a transaction that was not rolled back has its value") }
            return value
        }
    }

    private func connected(isAhead: Bool = false) throws(Failure) -> DatabaseQueue {
        if let queue, file.identity == identity { return queue }
        // Writes to a removed file would be lost.
        queue = nil
        try file.checkIsRegular()
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = isAhead ? .immediateError : .timeout(busySeconds)
        configuration.prepareDatabase { DatabaseLimits.set(in: $0) }
        var systemError: Int32 = 0
        do {
            try beforeOpening()
            // The identity is read before the file is opened, so that a replacement in between is detected.
            let now = file.identity
            errno = 0
            let opened: DatabaseQueue
            do {
                opened = try DatabaseQueue(path: file.path, configuration: configuration)
            } catch {
                systemError = Self.systemError(errno, nil)
                throw error
            }
            do {
                try prepare(opened, isAhead)
            } catch {
                let code = errno
                systemError = opened.inDatabase { Self.systemError(code, $0) }
                throw error
            }
            queue = opened
            openings += 1
            identity = now
            return opened
        } catch {
            let openError = file.openError
            throw Failure(error, of: file, systemError: openError == 0 ? systemError : openError)
        }
    }
}

extension Database {
    /// True if the database is read-only.
    var isWriteProtected: Bool { sqlite3_db_readonly(sqliteConnection, nil) == 1 }

    /// Returns a number that changes when another connection has changed the database.
    func dataVersion() throws -> Int { try Row.fetchOne(self, sql: "PRAGMA data_version")?[0] ?? 0 }
}

extension String {
    /// The name as a quoted SQL identifier.
    var quotedIdentifier: String { quoted("\"") }
    /// The text as a quoted SQL string.
    var quotedText: String { quoted("'") }

    /// Quotes a text by Unicode scalars, as SQLite does.
    ///
    /// A quotation mark followed by combining marks would be a single Character.
    private func quoted(_ mark: Unicode.Scalar) -> String {
        var text = String(mark)
        for scalar in unicodeScalars {
            if scalar == mark { text.unicodeScalars.append(mark) }
            text.unicodeScalars.append(scalar)
        }
        text.unicodeScalars.append(mark)
        return text
    }
}

/// The text of a column as its stored bytes, which need not be valid UTF-8.
struct StoredText: StatementColumnConvertible, DatabaseValueConvertible {
    let bytes: [UInt8]

    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard let start = Self.start(of: index, sqliteStatement) else {
            bytes = []
            return
        }
        let count = Int(sqlite3_column_bytes(sqliteStatement, index))
        bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the start of a column's bytes.
    ///
    /// A text is read by the function for texts, so that SQLite converts it to UTF-8 if the database is UTF-16.
    private static func start(of index: CInt, _ statement: SQLiteStatement) -> UnsafeRawPointer? {
        guard sqlite3_column_type(statement, index) == SQLITE_TEXT else { return sqlite3_column_blob(statement, index) }
        let text: UnsafePointer<UInt8>? = sqlite3_column_text(statement, index)
        return text.map { UnsafeRawPointer($0) }
    }

    var databaseValue: DatabaseValue { String(decoding: bytes, as: UTF8.self).databaseValue }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Converts a value of a copied row.
    ///
    /// A value that is not text, and therefore not JSON, becomes an empty text, because an empty text is not valid
    /// JSON.
    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        if case .string(let text) = value.storage { return StoredText(bytes: Array(text.utf8)) }
        return StoredText(bytes: [])
    }
}
