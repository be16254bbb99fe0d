import FeatureKit
import GRDB
import JSON
import Querying
import Synchronization

/// Rows that the store keeps: a table of one of its databases.
///
/// What was confirmed is on the disk. An edit that comes again by its id is not done twice, also after a restart.
final class TableSource: DataSource {
    let database: StoreDatabase
    private let name: StoreName
    /// The key of the rows' ids.
    let idKey: String
    private let queries = RememberedQueries()
    /// The texts that searches look through.
    private let searched = RememberedIndex()
    /// The rows that other programs have spoilt, by the number of the table's state.
    private let faults = RememberedFaults<Int>()

    private init(_ database: StoreDatabase, _ name: StoreName, idKey: String) {
        self.database = database
        self.name = name
        self.idKey = idKey
    }

    /// Opens a table; it, the file and its folder are made where they are not there.
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
    var abilities: SourceAbilities { [.all, .query, .search, .searchKeys] }

    /// Where changes are told, also those that other programs make.
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

    /// The rows' texts, read anew where the table has changed.
    func index(_ keys: [SearchKey]) -> SourceAnswer<StoreIndex> {
        read { [searched] rows, cancellation in
            let index = try rows.index(keys, searched.last, cancellation)
            searched.last = index
            return index
        }
    }

    /// Rows by their keys in the table, as many as a page holds, and how many of the keys were looked at.
    func rows(_ keys: [Int64]) -> SourceAnswer<(batch: RowBatch, read: Int)> {
        read { rows, _ in try rows.page(of: keys) }
    }

    /// Reads rows; those that can't be read are left out, and are problems.
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

    /// Changes rows; their versions are compared in the transaction that changes them.
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        // Not the versions: an operation that comes again may name newer ones.
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

    /// Takes rows away; their versions are compared in the transaction that does it.
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        // Not the versions: an operation that comes again may name newer ones.
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

    /// An edit of rows; one that comes again answers as before.
    private func changeRows(
        _ operation: StoreOperation, _ ids: [String],
        _ body: @escaping @Sendable (StoreEdits) throws -> [SourceRow]
    ) -> SourceAnswer<[SourceRow]> {
        database.change(name, operation) { [name, idKey] db, memory in
            if case .row(let value) = memory, let id = ids.first { return [SourceRow(id: id, value: value)] }
            // An answer of many rows, or one that was too long to be kept: the rows, as they are by now.
            let rows = StoreRows(name: name, idKey: idKey, db: db)
            return try ids.map { try rows.row($0) }
        } _: { [name, idKey] db in
            let rows = try body(StoreEdits(name: name, idKey: idKey, db: db))
            return (rows, rows.count == 1 ? rows[0].value : nil)
        }
    }
}

/// The databases of the store by their files, so that sources over one file share what they know of it.
final class StoreDatabases: Sendable {
    private struct Weak {
        weak var database: StoreDatabase?
    }

    /// How long a lock of another program is waited for.
    private let busySeconds: Double
    /// By the files' paths.
    private let known = Mutex<[String: Weak]>([:])
    /// What was opened ahead, as long as nobody has opened anything.
    private let ahead = Mutex<StoreDatabase?>(nil)

    init(busySeconds: Double = 5) {
        self.busySeconds = busySeconds
    }

    /// Opens the database of a file, and makes a table in it where it is not there.
    func open(_ file: DatabaseFile, _ name: StoreName, idKey: String) -> Promise<StoreDatabase> {
        let opened = Promise<StoreDatabase>()
        // Which database it is, is found out on what becomes its thread, unless it is known already.
        let turns = Turns()
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

    /// Opens the database of a file and reads of a table, where both are there, so that they are ready for who asks.
    ///
    /// - Returns: how many rows were read; nil where it has been opened already.
    func openAhead(_ file: DatabaseFile, _ name: StoreName) -> Promise<Int>? {
        let turns = Turns()
        let database = database(of: file, in: turns)
        guard database.turns === turns else { return nil }
        ahead.withLock { $0 = database }
        return database.openAhead(name)
    }

    /// Closes what was opened ahead, and waits for that where it is just being done.
    func closeAhead() {
        let database = ahead.withLock { ahead in
            defer { ahead = nil }
            return ahead
        }
        database?.turns.end()
    }

    /// - Throws: where the file can't be made.
    private func database(_ file: DatabaseFile, in turns: Turns) throws(Failure) -> StoreDatabase {
        try file.create()
        return database(of: file, in: turns)
    }

    /// The one that is known for a file, or else a new one, with these turns.
    private func database(of file: DatabaseFile, in turns: Turns) -> StoreDatabase {
        let file = file.resolved
        return known.withLock { known in
            if let database = known[file.path]?.database { return database }
            let database = StoreDatabase(file, in: turns, busySeconds: busySeconds)
            known[file.path] = Weak(database: database)
            return database
        }
    }
}
