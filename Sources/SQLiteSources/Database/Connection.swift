import FeatureKit
import GRDB
import GRDBSQLite
import Glibc
import SystemPackage

/// A connection to a database file, opened when it is first used and anew when another file came in its place.
///
/// Belongs to the thread of its owner.
final class Connection {
    /// What the system says where a disk takes no more.
    private static let diskErrors = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO]

    private let file: DatabaseFile
    private let isReadOnly: Bool
    private let busySeconds: Double
    /// Makes the file ready to be opened.
    private let beforeOpening: () throws -> Void
    /// Makes a connection that was just opened ready; nothing is written where it is opened ahead.
    private let prepare: (_ queue: DatabaseQueue, _ isAhead: Bool) throws -> Void
    private var queue: DatabaseQueue?
    /// How many times it was opened: each time it may be another file.
    private(set) var openings = 0
    private var identity: DatabaseFile.Identity?

    /// - Parameter busySeconds: how long a lock of another program is waited for.
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

    /// Does something with the database, outside a transaction.
    func use<Value>(
        _ watchdog: Watchdog = Watchdog(), _ body: (Database) throws -> Value
    ) throws(Failure) -> Value {
        try use(connected(), watchdog, body)
    }

    /// Opens it before somebody asks, and reads something, where nothing has to be made or waited for.
    func openAhead<Value>(_ body: (Database) throws -> Value) throws(Failure) -> Value {
        guard file.identity != nil else { throw Failure(Errno.noSuchFileOrDirectory, "read", file.path) }
        return try use(connected(isAhead: true), Watchdog()) { db in
            // Who asks waits for locks.
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
                    // SQLite doesn't keep what the system said to a commit; on this thread it was said last.
                    systemError = Self.diskErrors.contains(errno) ? errno : db.systemError
                    throw error
                }
            }
        } catch {
            if watchdog.isOverdue { throw .overdue(file) }
            throw Failure(error, of: file, systemError: systemError, isWrite: isWrite)
        }
    }

    /// Does something that changes the database, all of it or nothing.
    ///
    /// Where nobody waits for it any more it goes on for a moment.
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

    /// Reads, of one state of the database, until nobody waits any more.
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
        // What is written to a file that is gone is lost.
        queue = nil
        try file.checkIsRegular()
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = isAhead ? .immediateError : .timeout(busySeconds)
        configuration.prepareDatabase { DatabaseLimits.set(in: $0) }
        do {
            try beforeOpening()
            // Before it is opened: one that takes its place meanwhile is another one.
            let now = file.identity
            let opened = try DatabaseQueue(path: file.path, configuration: configuration)
            try prepare(opened, isAhead)
            queue = opened
            openings += 1
            identity = now
            return opened
        } catch {
            throw Failure(error, of: file, systemError: file.openError)
        }
    }
}

extension Database {
    /// Whether the file can only be read.
    var isWriteProtected: Bool { sqlite3_db_readonly(sqliteConnection, nil) == 1 }

    /// A number that differs when another connection has changed the database.
    func dataVersion() throws -> Int { try Row.fetchOne(self, sql: "PRAGMA data_version")?[0] ?? 0 }
}

extension String {
    /// The name as SQL has it, whatever is in it.
    var quotedIdentifier: String { quoted("\"") }
    /// The text as SQL has it, whatever is in it.
    var quotedText: String { quoted("'") }

    /// By scalars, as SQLite reads them: a mark may have others behind it that make one character of both.
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

/// A text of a column as the bytes that are there, which need not be UTF-8.
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

    /// A text is asked for as one, so that it is UTF-8 also where the database keeps UTF-16.
    private static func start(of index: CInt, _ statement: SQLiteStatement) -> UnsafeRawPointer? {
        guard sqlite3_column_type(statement, index) == SQLITE_TEXT else { return sqlite3_column_blob(statement, index) }
        let text: UnsafePointer<UInt8>? = sqlite3_column_text(statement, index)
        return text.map { UnsafeRawPointer($0) }
    }

    var databaseValue: DatabaseValue { String(decoding: bytes, as: UTF8.self).databaseValue }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Of a row that was copied from its statement; what is no text is the empty one, which is no JSON either.
    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        if case .string(let text) = value.storage { return StoredText(bytes: Array(text.utf8)) }
        return StoredText(bytes: [])
    }
}
