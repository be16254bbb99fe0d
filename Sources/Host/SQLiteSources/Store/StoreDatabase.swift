import FHDataSources
import FHEventLoop
import FHJSON
import FeatureKit
import GRDB
import Synchronization
import SystemPackage

/// A store database: a database with the rows of sources of the kind `table`.
///
/// All sources whose tables are in the same file share the database. Its work runs on one thread, in the order of the
/// calls.
actor StoreDatabase {
    nonisolated let turns: SerialQueue
    nonisolated let file: DatabaseFile
    private let connection: Connection
    /// The watches of the database's files; empty before there is a listener.
    private nonisolated let watches = EntryWatches()
    private nonisolated let feeds = Mutex<[String: ChangeFeed]>([:])
    /// The version of each table at the last comparison, by name.
    private var versions: [String: Int] = [:]
    private var dataVersion: DataVersion?
    private let tables = StoreTables()

    /// A value that changes when another connection has changed the database or the file was replaced.
    private struct DataVersion: Equatable {
        let opening: Int
        let version: Int
    }

    /// The executor of the database's own thread.
    nonisolated var unownedExecutor: UnownedSerialExecutor { turns.worker.asUnownedSerialExecutor() }

    /// Makes a database whose work runs on the queue `turns`.
    init(_ file: DatabaseFile, in turns: SerialQueue, busySeconds: Double) {
        self.file = file
        self.turns = turns
        connection = Connection(file, busySeconds: busySeconds) { [tables] in
            if !tables.isEmpty { try file.create() }
        } _: { [tables] queue, isAhead in
            try StoreSchema.prepare(queue, file, mayWrite: !isAhead)
            // Recreates tables of a file that was removed.
            try queue.inDatabase { try tables.make(in: $0) }
        }
    }

    /// Creates a table and the file, unless they exist.
    nonisolated func open(_ name: StoreName, idKey: String) -> Promise<Void> {
        turns.promise { () throws(Failure) in
            try self.isolated { database throws(Failure) in
                try database.file.create()
                try database.connection.use { db in try StoreSchema.makeTable(name, idKey: idKey, in: db) }
                database.tables.add(name, idKey: idKey)
                database.compareVersions(of: [name.text])
            }
        }
    }

    /// Opens an existing database file in advance.
    ///
    /// Reads as much of a table as a typical first request.
    ///
    /// The caller may ignore a failure, because the next request reports it.
    /// - Returns: The number of rows that were read. The rows themselves are discarded: the purpose is to warm up
    ///   everything that reading needs.
    nonisolated func openAhead(_ name: StoreName) -> Promise<Int> {
        turns.promise { () throws(Failure) in
            try self.isolated { database throws(Failure) in
                try database.connection.openAhead { db in
                    let rows = try StoreRows(name: name, idKey: StoreSchema.idKey(of: name, in: db) ?? "", db: db)
                    do {
                        return try rows.page(from: .offset(0), limit: 50).rows.count
                    } catch is RowFault {
                        return 0
                    }
                }
            }
        }
    }

    // MARK: Work queue

    /// Reads one state of the database.
    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database, Cancellation) throws -> Value
    ) -> SourceAnswer<Value> {
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                try database.connection.read(cancellation) { db in try body(db, cancellation) }
            }
        }
    }

    /// Changes a table in a transaction.
    ///
    /// If the operation was performed before, nothing is changed, and `repeated` makes the answer.
    ///
    /// - Parameters:
    ///   - repeated: Makes the answer to a repeated operation.
    ///   - body: Makes the change. Returns the value for the caller, and the answer to store; nil to store no answer.
    nonisolated func change<Value: Sendable>(
        _ name: StoreName, _ operation: StoreOperation,
        repeated: @escaping @Sendable (Database, StoreOperations.Memory) throws -> Value,
        _ body: @escaping @Sendable (Database) throws -> (value: Value, kept: JSONText?)
    ) -> SourceAnswer<Value> {
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                try database.performChange(name, operation, cancellation, repeated, body)
            }
        }
    }

    private func performChange<Value>(
        _ name: StoreName, _ operation: StoreOperation, _ cancellation: Cancellation,
        _ repeated: (Database, StoreOperations.Memory) throws -> Value,
        _ body: (Database) throws -> (value: Value, kept: JSONText?)
    ) throws(Failure) -> Value {
        let done = try connection.change(cancellation) { db in
            if let memory = try StoreOperations.memory(of: operation, in: db) {
                return (value: try repeated(db, memory), versions: nil as (before: Int, after: Int)?)
            }
            let before = try Self.version(of: name.text, in: db)
            let (value, kept) = try body(db)
            try StoreOperations.remember(operation, kept, in: db)
            return (value, (before, try Self.version(of: name.text, in: db)))
        }
        if let (before, after) = done.versions {
            let isForeign = versions[name.text].map { $0 != before } ?? false
            versions[name.text] = after
            let feed = feeds.withLock { $0[name.text] }
            if isForeign { feed?.tell() }
            feed?.tell(SourceChange(opID: operation.id))
        }
        return done.value
    }

    private nonisolated func isolated<Value: Sendable>(
        _ body: @Sendable (isolated StoreDatabase) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try assumeIsolated { database in Result { () throws(Failure) in try body(database) } }.get()
    }

    // MARK: Changes

    /// Returns the feed of a table's changes, which includes changes by other programs.
    nonisolated func changes(of name: StoreName) -> ChangeFeed {
        watchFile()
        return feeds.withLock { feeds in
            let feed = feeds[name.text] ?? ChangeFeed()
            feeds[name.text] = feed
            return feed
        }
    }

    private nonisolated func watchFile() {
        watches.keep([FilePath(file.path)]) { place throws(EntryWatch.Failure) in
            try ChangePace.watch(place) { [weak self] in self?.lookForChange() }
        }
    }

    /// Adds a problem to the page if a limit of the system prevents the detection of changes.
    nonisolated func noting(_ page: Page) -> Page {
        watches.limit(tryingAgain: watchFile).map { page.adding(.unwatched($0), of: file.path) } ?? page
    }

    private nonisolated func lookForChange() {
        turns.worker.perform { [weak self] in
            self?.assumeIsolated { $0.compareVersions() }
        }
    }

    /// Notifies the listeners of each table that another connection has changed.
    ///
    /// - Parameter first: The names of tables whose version has not been read yet.
    private func compareVersions(of first: [String] = []) {
        let feeds = feeds.withLock { $0 }
        let opening = connection.openings
        let known = dataVersion
        // A read error is reported by the next request for rows.
        let found = try? connection.use { db in
            let now = DataVersion(opening: opening, version: try db.dataVersion())
            let names = now == known ? [] : Array(feeds.keys)
            return (now, try (names + first).map { ($0, try Self.version(of: $0, in: db)) })
        }
        guard let (now, versions) = found else { return }
        // If the file was replaced during the check, the new file is checked completely.
        guard connection.openings == opening else { return compareVersions(of: first) }
        let isOther = known.map { $0.opening != opening } ?? false
        dataVersion = now
        for (name, version) in versions {
            let told = self.versions.updateValue(version, forKey: name)
            if let told, told != version || isOther { feeds[name]?.tell() }
        }
    }

    static func version(of name: String, in db: Database) throws -> Int {
        let sql = "SELECT version FROM featurehost_tables WHERE name = ?"
        return try Row.fetchOne(db, cached: sql, [name])?[0] ?? 0
    }
}

/// The tables for which a source was opened, each with the key of its rows' ids.
private final class StoreTables: Sendable {
    private let known = Mutex<[String: (name: StoreName, idKey: String)]>([:])

    var isEmpty: Bool { known.withLock { $0.isEmpty } }

    func add(_ name: StoreName, idKey: String) { known.withLock { $0[name.text] = (name, idKey) } }

    func make(in db: Database) throws {
        for (name, idKey) in known.withLock({ $0 }).values { try StoreSchema.makeTable(name, idKey: idKey, in: db) }
    }
}
