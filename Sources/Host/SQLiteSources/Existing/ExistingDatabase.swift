import FHDataSources
import FHEventLoop
import FHJSON
import FeatureKit
import GRDB
import SystemPackage

/// An existing database that one source reads and edits.
///
/// Its work runs on its own thread, in the order of the calls.
actor ExistingDatabase {
    nonisolated let turns = SerialQueue()
    private nonisolated let options: ExistingOptions
    private let connection: Connection
    private nonisolated let feed = ChangeFeed()
    /// The watches of the database's files; empty before there is a listener.
    private nonisolated let watches = EntryWatches()
    private var seen: FileVersion?
    private var recent: [String: any Sendable] = [:]
    private var order: [String] = []
    private var deleted = DeletedRows(opening: 0)

    /// The errors of rows that are not shown, or are shown in another form than in the database.
    private nonisolated let faults = RememberedFaults<ExistingRows.State>()
    private nonisolated let facts = TableFacts()
    private nonisolated let params: ParamFunction

    /// The maximum number of operations that are remembered while the process runs.
    static let remembered = 1_000

    /// A value that changes when another connection has changed the database or the file was replaced.
    private enum FileVersion: Equatable {
        case open(opening: Int, version: Int)
        /// The file does not exist or can't be opened.
        case unreadable
    }

    /// The executor of the database's own thread.
    nonisolated var unownedExecutor: UnownedSerialExecutor { turns.worker.asUnownedSerialExecutor() }

    init(_ options: ExistingOptions, busySeconds: Double) {
        self.options = options
        let params = ParamFunction()
        self.params = params
        let file = DatabaseFile(path: options.path)
        // Queries use a read-only connection, so that no query can make changes.
        connection = Connection(file, isReadOnly: options.query != nil, busySeconds: busySeconds) {
            guard file.identity != nil else { throw Failure(Errno.noSuchFileOrDirectory, "read", file.path) }
        } _: { queue, _ in
            try queue.inDatabase { db in
                try OrderFunction.add(to: db)
                params.add(to: db)
            }
        }
    }

    /// Opens the database and returns the current columns of the rows.
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

    // MARK: Work queue

    /// Reads the rows.
    ///
    /// - Parameter params: the values of the parameters in the query, as an object; nil for none.
    nonisolated func read<Value: Sendable>(
        with params: JSONText?, _ body: @escaping @Sendable (ExistingRows, Cancellation) throws -> Value
    ) -> SourceAnswer<Value> {
        turns.answer { cancellation throws(Failure) in
            try self.isolated { database throws(Failure) in
                let (connection, faults) = (database.connection, database.faults)
                database.params.use(params)
                return try connection.read(cancellation) { db in
                    var rows = ExistingRows(
                        shape: try database.shape(in: db), db: db, opening: connection.openings, params: params)
                    rows.facts = database.facts
                    let state = try rows.state
                    return try faults.reading(in: state, isSuspect: { try rows.mayRepeatIDs() }) {
                        try rows.findFaults(cancellation)
                    } _: { found in
                        rows.faults = found
                        return try body(rows, cancellation)
                    }
                }
            }
        }
    }

    /// Changes rows in a transaction.
    ///
    /// If the operation was performed recently, nothing is changed, and the earlier answer is returned.
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
                    // Rows that were deleted in another file are not restored.
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

    /// The feed of changes.
    ///
    /// It includes changes by other programs and replacements of the file.
    nonisolated var changes: ChangeFeed {
        watchFiles()
        return feed
    }

    /// Watches the folder entry of the database and, for a symbolic link, of its target.
    private nonisolated func watchFiles() {
        let file = DatabaseFile(path: options.path)
        let target = file.target
        // A link without a target may get a target again.
        watches.keep(
            Set([file, target].compactMap { $0.map { FilePath($0.path) } }), keepsOthers: target == nil
        ) { place throws(EntryWatch.Failure) in
            try ChangePace.watch(place) { [weak self] in self?.noteChange() }
        }
    }

    /// Adds a problem to the page if a limit of the system prevents the detection of changes.
    nonisolated func noting(_ page: Page) -> Page {
        watches.limit(tryingAgain: watchFiles).map { page.adding(.unwatched($0), of: options.path) } ?? page
    }

    private nonisolated func noteChange() {
        turns.worker.perform { [weak self] in
            // The path may be a link with another target now.
            self?.watchFiles()
            self?.assumeIsolated { $0.lookForChange() }
        }
    }

    /// Notifies listeners if another connection has changed the database or the file was replaced or removed.
    private func lookForChange() {
        let now: FileVersion
        do throws(Failure) {
            let version = try connection.use { db in try db.dataVersion() }
            now = .open(opening: connection.openings, version: version)
        } catch {
            // The program that has the lock will write, and that causes another check.
            if error.code == "databaseLocked" { return }
            now = .unreadable
        }
        if let seen, seen != now { feed.tell() }
        seen = now
    }
}
