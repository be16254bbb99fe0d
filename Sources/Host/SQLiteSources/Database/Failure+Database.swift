import FeatureKit
import GRDB
import GRDBSQLite
import SystemPackage

extension Failure {
    /// Makes the failure of a database operation.
    ///
    /// - Parameters:
    ///   - error: The error of the database library, or a failure.
    ///   - file: The database.
    ///   - systemError: The system error of the last write or read of the database; 0 if it is unknown.
    ///   - isWrite: True if the operation was a change.
    init(_ error: any Error, of file: DatabaseFile, systemError: Int32 = 0, isWrite: Bool = false) {
        switch error {
        case let failure as Failure: self = failure
        case let error as DatabaseError: self.init(database: error, file.path, systemError, isWrite: isWrite)
        default: self.init("internalError", "\(file.path): \(error)")
        }
    }

    private init(database error: DatabaseError, _ path: String, _ systemError: Int32, isWrite: Bool) {
        let said = error.message ?? "error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init("databaseLocked", "\(path) is in use by another program; try again when that is done with it")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                "databaseCorrupt",
                """
                \(path) is damaged, or no database (\(said)); put a copy in its place, or save what can be read: \
                sqlite3 FILE .recover | sqlite3 NEWFILE
                """, retryable: false)
        case .SQLITE_FULL: self.init(Errno.noSpace, "write", path)
        case .SQLITE_READONLY where !isWrite && error.isAboutLog:
            self.init(
                "permissionDenied",
                """
                can't read \(path): who reads it keeps files beside it too, since it has a log (WAL); check who may \
                write its folder
                """)
        case .SQLITE_READONLY: self = .unwritable(path)
        case .SQLITE_PERM, .SQLITE_AUTH: self.init(Errno.permissionDenied, "use", path)
        case .SQLITE_IOERR, .SQLITE_CANTOPEN:
            let reason = Errno(rawValue: systemError)
            if systemError != 0 {
                self.init(reason, "use", path)
            } else {
                self.init("fileError", "can't use \(path): \(said); see whether its disk is full, or not sound")
            }
        case .SQLITE_NOMEM: self.init(Errno.noMemory, "use", path)
        case .SQLITE_INTERRUPT: self = .cancelled
        case .SQLITE_CONSTRAINT: self.init("invalidData", "\(path) refuses the change: \(said)", retryable: false)
        case .SQLITE_TOOBIG: self.init("invalidData", "\(path) has no room for a value so long", retryable: false)
        case .SQLITE_ERROR where said.hasPrefix("no such table"):
            self.init("tableGone", "\(path): \(said); check the database", retryable: true)
        default: self.init("databaseError", "\(path): \(said)")
        }
    }

    /// Makes the failure of an operation that was interrupted because it took too long.
    static func overdue(_ file: DatabaseFile) -> Failure {
        Failure(
            "timeout",
            "\(file.path): given up after \(Watchdog.patience / 1_000_000_000) s; see whether a view or a trigger ends",
            retryable: true)
    }

    static func unwritable(_ path: String) -> Failure {
        Failure(
            "readOnly", "\(path) can be read but not written; check who may write the file and its folder",
            retryable: true)
    }
}

extension DatabaseError {
    /// True if the files of the log, which are next to the database, can't be created or used.
    fileprivate var isAboutLog: Bool {
        switch extendedResultCode {
        case .SQLITE_READONLY_DIRECTORY, .SQLITE_READONLY_CANTINIT, .SQLITE_READONLY_CANTLOCK,
            .SQLITE_READONLY_RECOVERY:
            true
        default: false
        }
    }
}

extension Database {
    /// The system error of the last failed read or write; 0 if none has failed.
    var systemError: Int32 { sqliteConnection.map { sqlite3_system_errno($0) } ?? 0 }
}
