import EventLoop
import FeatureKit
import GRDB
import SystemPackage

/// A database that is there, for one source over it.
///
/// What is asked of it runs on a thread of its own, in the order in which it was asked for.
actor ExistingDatabase {
    nonisolated let turns = Turns()
    private nonisolated let options: ExistingOptions
    private let connection: Connection
    private nonisolated let feed = ChangeFeed()
    /// None before somebody wants to be told.
    private nonisolated let watches = EntryWatches()
    private var seen: Sight?
    private var recent: [String: any Sendable] = [:]
    private var order: [String] = []
    private var deleted = DeletedRows(opening: 0)

    /// The rows that can't be shown as they are.
    private nonisolated let faults = RememberedFaults<RowsState>()

    /// What differs when rows may have changed: by another file, another connection or an edit.
    private struct RowsState: Equatable, Sendable {
        let opening: Int
        let version: Int
        let changes: Int
    }

    /// How many operations are remembered, as long as the process runs.
    static let remembered = 1_000

    /// What differs when another connection has changed the database, or it is another file.
    private enum Sight: Equatable {
        case open(opening: Int, version: Int)
        /// It is not there, or can't be opened.
        case unreadable
    }

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
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                database.lookForChange()
                return try database.connection.use(Watchdog(cancellation)) { db in try database.shape(in: db) }
            }
        }
    }

    private nonisolated func shape(in db: Database) throws -> TableShape {
        let type = try String.fetchOne(
            db, sql: "SELECT type FROM sqlite_master WHERE name = ? COLLATE NOCASE", arguments: [options.table])
        if type != "table" { try DatabaseLimits.checkViews(in: db, of: DatabaseFile(path: options.path)) }
        if let query = options.query { return try TableShape(query: query, options, in: db) }
        return try TableShape(table: options.table ?? "", options, in: db)
    }

    // MARK: Turns

    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (ExistingRows) throws -> Value
    ) -> SourceAnswer<Value> {
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                let (connection, faults) = (database.connection, database.faults)
                return try connection.read(cancellation) { db in
                    var rows = ExistingRows(shape: try database.shape(in: db), db: db)
                    let opening = connection.openings
                    return try faults.reading(
                        in: RowsState(
                            opening: opening, version: db.dataVersion(), changes: db.totalChangesCount),
                        isSuspect: { try rows.mayRepeatIDs() }
                    ) {
                        try rows.findFaults(cancellation)
                    } _: { found in
                        rows.faults = found
                        return try body(rows)
                    }
                }
            }
        }
    }

    /// Changes rows in turn, all of it or nothing, and unless that was done of late.
    nonisolated func change<Value: Sendable>(
        _ opID: String, _ body: @escaping @Sendable (inout ExistingEdits) throws -> Value
    ) -> SourceAnswer<Value> {
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                if let answer = database.recent[opID] as? Value { return answer }
                try database.connection.use { db in
                    if try !database.shape(in: db).isTable { throw Failure.readOnly }
                    if db.isWriteProtected { throw Failure.unwritable(database.options.path) }
                }
                let (connection, known) = (database.connection, database.deleted)
                let done = try connection.change(cancellation) { db in
                    // Nothing comes back to another file.
                    let isSame = known.opening == connection.openings
                    let deleted = isSame ? known : DeletedRows(opening: connection.openings)
                    var edits = ExistingEdits(shape: try database.shape(in: db), db: db, deleted: deleted)
                    let value = try body(&edits)
                    return (value: value, deleted: edits.deleted)
                }
                database.deleted = done.deleted
                database.remember(opID, done.value)
                database.feed.tell(SourceChange(opID: opID))
                return done.value
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
        watchFiles()
        return feed
    }

    /// Watches the entry of the database, and of what it leads to where it is a link.
    private nonisolated func watchFiles() {
        let file = DatabaseFile(path: options.path)
        let target = file.target
        // A link that leads nowhere now may lead there again.
        watches.keep(
            Set([file, target].compactMap { $0.map { FilePath($0.path) } }), keepsOthers: target == nil
        ) { place throws(EntryWatch.Failure) in
            try ChangePace.watch(place) { [weak self] in self?.noteChange() }
        }
    }

    /// The page, with a problem where changes of other programs are not noticed for a limit of the system.
    nonisolated func noting(_ page: Page) -> Page {
        watches.limit(tryingAgain: watchFiles).map { page.adding(.unwatched($0), of: options.path) } ?? page
    }

    private nonisolated func noteChange() {
        turns.worker.perform { [weak self] in
            // It may be a link that leads to another file.
            self?.watchFiles()
            self?.assumeIsolated { $0.lookForChange() }
        }
    }

    /// Tells where another connection has changed the database, another file is in its place, or none.
    private func lookForChange() {
        let now: Sight
        do throws(Failure) {
            let version = try connection.use { db in try db.dataVersion() }
            now = .open(opening: connection.openings, version: version)
        } catch {
            // Whoever holds it lets go of it again, and is heard of once something is written.
            if error.code == "databaseLocked" { return }
            now = .unreadable
        }
        if let seen, seen != now { feed.tell() }
        seen = now
    }
}
