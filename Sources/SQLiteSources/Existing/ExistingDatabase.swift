import EventLoop
import FeatureKit
import GRDB
import Synchronization
import SystemPackage

/// A database that is there, for one source over it.
///
/// What is asked of it runs on a thread of its own, in the order in which it was asked for.
actor ExistingDatabase {
    nonisolated let turns = Turns()
    private nonisolated let options: ExistingOptions
    private let connection: Connection
    private nonisolated let feed = ChangeFeed()
    /// Nil before somebody wants to be told, and where the folder can't be watched.
    private nonisolated let watch = Mutex<EntryWatch?>(nil)
    private var seen: (opening: Int, version: Int)?
    private var recent: [String: any Sendable] = [:]
    private var order: [String] = []

    /// How many operations are remembered, as long as the process runs.
    private static let remembered = 1_000

    /// Its calls run on its own thread.
    nonisolated var unownedExecutor: UnownedSerialExecutor { turns.worker.asUnownedSerialExecutor() }

    init(_ options: ExistingOptions, busySeconds: Double) {
        self.options = options
        let file = DatabaseFile(path: options.path)
        // Read alone where there is a query, so that none changes anything.
        connection = Connection(file, isReadOnly: options.query != nil, busySeconds: busySeconds) {
            guard file.identity != nil else { throw Failure(Errno.noSuchFileOrDirectory, "read", file.path) }
        } _: { _, _ in
        }
    }

    /// What the rows look like now.
    nonisolated func open() -> SourceAnswer<TableShape> {
        turns.answer { _ throws(Failure) in
            try self.isolated { database throws(Failure) in
                database.lookForChange()
                return try database.connection.use { db in try database.shape(in: db) }
            }
        }
    }

    private nonisolated func shape(in db: Database) throws -> TableShape {
        if let query = options.query { return try TableShape(query: query, options, in: db) }
        return try TableShape(table: options.table ?? "", options, in: db)
    }

    // MARK: Turns

    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (ExistingRows) throws -> Value
    ) -> SourceAnswer<Value> {
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                try database.connection.read(cancellation) { db in
                    try body(ExistingRows(shape: database.shape(in: db), db: db))
                }
            }
        }
    }

    /// Changes rows in turn, all of it or nothing, and unless that was done of late.
    nonisolated func change<Value: Sendable>(
        _ opID: String, _ body: @escaping @Sendable (ExistingEdits) throws -> Value
    ) -> SourceAnswer<Value> {
        turns.answer { _ throws(Failure) in
            try self.isolated { database throws(Failure) in
                if let answer = database.recent[opID] as? Value { return answer }
                try database.connection.use { db in
                    if try !database.shape(in: db).isTable { throw Failure.readOnly }
                    if db.isWriteProtected { throw Failure.unwritable(database.options.path) }
                }
                let value = try database.connection.change { db in
                    try body(ExistingEdits(shape: database.shape(in: db), db: db))
                }
                database.remember(opID, value)
                database.feed.tell(SourceChange(opID: opID))
                return value
            }
        }
    }

    private func remember(_ opID: String, _ answer: some Sendable) {
        recent[opID] = answer
        order.append(opID)
        if order.count > Self.remembered { recent[order.removeFirst()] = nil }
    }

    private nonisolated func isolated<Value: Sendable>(
        _ body: @Sendable (isolated ExistingDatabase) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try assumeIsolated { database in Result { () throws(Failure) in try body(database) } }.get()
    }

    // MARK: Changes

    /// Where changes are told, also those that other programs make to whatever is in the file.
    nonisolated var changes: ChangeFeed {
        watch.withLock { watch in
            if watch == nil {
                watch = ChangePace.watch(DatabaseFile(path: options.path)) { [weak self] in self?.noteChange() }
            }
        }
        return feed
    }

    private nonisolated func noteChange() {
        turns.worker.perform { [weak self] in
            self?.assumeIsolated { $0.lookForChange() }
        }
    }

    /// Tells where another connection has changed the database, or another file is in its place.
    private func lookForChange() {
        // What can't be read now fails for whoever asks for rows.
        guard let version = try? connection.use({ db in try db.dataVersion() }) else { return }
        let now = (opening: connection.openings, version: version)
        if let seen, seen != now { feed.tell() }
        seen = now
    }
}
