import FHJSON
import FeatureKit
import GRDB
import Synchronization

/// The rows of a table in a store database.
///
/// Confirmed edits are on disk. A repeated operation is not performed again, even after a restart.
final class TableSource: DataSource {
    let database: StoreDatabase
    private let name: StoreName
    /// The key of the rows' ids.
    let idKey: String
    private let queries = RememberedQueries<StoreRows>()
    /// The index of the latest search.
    private let searched = RememberedIndex()
    /// The errors of rows that other programs have written, for one version of the table.
    private let faults = RememberedFaults<Int>()

    private init(_ database: StoreDatabase, _ name: StoreName, idKey: String) {
        self.database = database
        self.name = name
        self.idKey = idKey
    }

    /// Opens a table.
    ///
    /// Creates the table, its file and its folder unless they exist.
    static func open(_ options: JSONValue, in stores: StoreDatabases) -> SourceAnswer<TableSource> {
        do throws(Failure) {
            let options = try SourceOptions(options, of: "table", known: ["path", "table", "id"])
            let path = try options.requiredText("path", "the database's file")
            let name = try StoreName(options.requiredText("table", "the name of the rows' table"))
            let idKey = try options.text("id") ?? "id"
            let opened = stores.open(DatabaseFile(path: path), name, idKey: idKey)
            return SourceAnswer.promised(opened) {}.map { $0.map { TableSource($0, name, idKey: idKey) } }
        } catch {
            return .now(.failure(error))
        }
    }

    /// All edits, queries and searches.
    var capabilities: SourceCapabilities { [.all, .query, .search, .searchKeys] }

    /// The feed of changes, which includes changes by other programs.
    var changes: ChangeFeed? { database.changes(of: name) }

    // MARK: Reading

    func fetch(_ request: FeatureKit.FetchRequest) -> SourceAnswer<Page> {
        read { [database, queries] rows, cancellation in
            database.noting(
                request.query.isPlain
                    ? try rows.page(from: request.start, limit: request.limit)
                    : try queries.page(request, of: rows, cancellation))
        }
    }

    /// Returns the search index.
    ///
    /// It is rebuilt if the table has changed.
    func index(_ keys: [SearchKey]) -> SourceAnswer<StoreIndex> {
        read { [searched] rows, cancellation in
            let index = try rows.index(keys, searched.last, cancellation)
            searched.last = index
            return index
        }
    }

    /// Returns rows by their keys in the table, up to the size of a page, and the number of keys that were read.
    func rows(_ keys: [Int64]) -> SourceAnswer<(batch: RowBatch, read: Int)> {
        read { rows, _ in try rows.page(of: keys) }
    }

    /// Reads rows.
    ///
    /// Invalid rows are omitted, and reported as problems.
    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (StoreRows, Cancellation) throws -> Value
    ) -> SourceAnswer<Value> {
        database.read { [name, idKey, faults] db, cancellation in
            var rows = StoreRows(name: name, idKey: idKey, db: db)
            return try faults.reading(in: StoreDatabase.version(of: name.text, in: db)) {
                try rows.findFaults(cancellation)
            } _: { found in
                rows.faults = found
                return try body(rows, cancellation)
            }
        }
    }

    // MARK: Edits

    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        let parts = insertions.flatMap { insertion in
            [insertion.row.id, insertion.row.value.string, insertion.before ?? "", "\(insertion.before == nil)"]
        }
        return changeRows(StoreOperation(opID, ["insert", name.text] + parts), insertions.map(\.row.id)) { edits in
            try insertions.map { try edits.insert($0.row, before: $0.before) }
        }
    }

    /// Updates rows.
    ///
    /// Versions are compared within the transaction.
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        // The versions are not part of the identity, because a repeated operation may specify newer versions.
        let parts = updates.flatMap { [$0.id, $0.patch.string] }
        return changeRows(StoreOperation(opID, ["update", name.text] + parts), updates.map(\.id)) { edits in
            try edits.update(updates)
        }
    }

    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        change(StoreOperation(opID, ["move", name.text, before ?? "", "\(before == nil)"] + ids)) { edits in
            try edits.move(ids, before: before)
        }
    }

    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        change(StoreOperation(opID, ["moveBehind", name.text, anchor] + ids)) { edits in
            try edits.move(ids, behind: anchor)
        }
    }

    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        delete(deletions: ids.map { RowDeletion($0) }, opID: opID)
    }

    /// Deletes rows.
    ///
    /// Versions are compared within the transaction.
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        // The versions are not part of the identity, because a repeated operation may specify newer versions.
        let ids = deletions.map(\.id)
        return change(StoreOperation(opID, ["delete", name.text] + ids)) { edits in
            try edits.checkVersions(deletions)
            try edits.delete(ids)
        }
    }

    private func change(
        _ operation: StoreOperation, _ body: @escaping @Sendable (StoreEdits) throws -> Void
    ) -> SourceAnswer<Done> {
        database.change(name, operation) { _, _ in
            Done()
        } _: { [name, idKey] db in
            try body(StoreEdits(name: name, idKey: idKey, db: db))
            return (Done(), nil)
        }
    }

    /// Edits rows.
    ///
    /// A repeated operation gets the stored answer; if no answer is stored, it gets the current rows.
    private func changeRows(
        _ operation: StoreOperation, _ ids: [String],
        _ body: @escaping @Sendable (StoreEdits) throws -> [SourceRow]
    ) -> SourceAnswer<[SourceRow]> {
        database.change(name, operation) { [name, idKey] db, memory in
            if case .row(let value) = memory, let id = ids.first { return [SourceRow(id: id, value: value)] }
            // The current rows are returned for several rows, or if the answer was too long to be stored.
            let rows = StoreRows(name: name, idKey: idKey, db: db)
            return try ids.map { try rows.row($0) }
        } _: { [name, idKey] db in
            let rows = try body(StoreEdits(name: name, idKey: idKey, db: db))
            return (rows, rows.count == 1 ? rows[0].value : nil)
        }
    }
}

/// The open store databases, by file.
///
/// Sources over the same file share a connection.
final class StoreDatabases: Sendable {
    private struct Weak {
        weak var database: StoreDatabase?
    }

    /// The time in seconds to wait for locks of other programs.
    private let busySeconds: Double
    /// The databases, by path.
    private let known = Mutex<[String: Weak]>([:])
    /// The database that was opened in advance.
    ///
    /// The database is kept until a table is opened.
    private let ahead = Mutex<StoreDatabase?>(nil)

    init(busySeconds: Double = 5) {
        self.busySeconds = busySeconds
    }

    /// Opens the database of a file, and creates a table in the database if the table does not exist.
    func open(_ file: DatabaseFile, _ name: StoreName, idKey: String) -> Promise<StoreDatabase> {
        let opened = Promise<StoreDatabase>()
        // The file is resolved on the thread of the queue, which a new database then uses.
        let turns = SerialQueue()
        turns.promise { () throws(Failure) in try self.database(file, in: turns) }.whenKept { result in
            switch result {
            case .success(let database):
                database.open(name, idKey: idKey).whenKept { result in
                    self.ahead.withLock { $0 = nil }
                    opened.keep(result.map { database })
                }
            case .failure(let failure): opened.keep(.failure(failure))
            }
        }
        return opened
    }

    /// Opens an existing database in advance and reads a table, so that the first request is fast.
    ///
    /// - Returns: The number of rows that were read; nil if the database is already open.
    func openAhead(_ file: DatabaseFile, _ name: StoreName) -> Promise<Int>? {
        let turns = SerialQueue()
        let database = database(of: file, in: turns)
        guard database.turns === turns else { return nil }
        ahead.withLock { $0 = database }
        return database.openAhead(name)
    }

    /// Closes the database that was opened in advance, after its pending work.
    func closeAhead() {
        let database = ahead.withLock { ahead in
            defer { ahead = nil }
            return ahead
        }
        database?.turns.end()
    }

    /// Creates the file if necessary, and returns its database.
    ///
    /// - Throws: A failure if the file can't be created.
    private func database(_ file: DatabaseFile, in turns: SerialQueue) throws(Failure) -> StoreDatabase {
        try file.create()
        return database(of: file, in: turns)
    }

    /// Returns the open database of a file, or makes a new one on this queue.
    private func database(of file: DatabaseFile, in turns: SerialQueue) -> StoreDatabase {
        let file = file.resolved
        return known.withLock { known in
            if let database = known[file.path]?.database { return database }
            let database = StoreDatabase(file, in: turns, busySeconds: busySeconds)
            known[file.path] = Weak(database: database)
            return database
        }
    }
}
