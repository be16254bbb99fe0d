import EventLoop
import FeatureKit
import JSON
import Synchronization
import SystemPackage

/// The rows of a file; edits are written back whole and atomically.
///
/// Reads and writes run on a thread of their own, one after the other.
/// A file that another program has changed is read anew before anything is done with it.
public actor FileSource: DataSource {
    private nonisolated let worker = WorkerThread()
    private nonisolated let path: FilePath
    private nonisolated let format: FileFormat
    /// The key of the rows' ids.
    public nonisolated let idKey: String
    private var table: RowTable?
    private var columns: [String] = []
    private var stamp: FileStamp?
    private nonisolated let feed: ChangeFeed?
    /// Nil before somebody wants to be told, and where the file's folder can't be watched.
    private nonisolated let watch = Mutex<EntryWatch?>(nil)

    /// Its calls run on a thread of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// A source over a file, which need not exist: then it has no rows, and the first edit makes it.
    ///
    /// - Parameters:
    ///   - id: the key of the rows' ids.
    ///   - isWatched: whether those who show the rows are told of changes that others make, other programs included.
    public init(path: String, format: FileFormat, id: String = "id", isWatched: Bool = false) {
        self.path = FilePath(path)
        self.format = format
        idKey = id
        feed = isWatched ? ChangeFeed() : nil
    }

    /// Where changes are told, also those that other programs make, from the first time that somebody asks for it.
    public nonisolated var changes: ChangeFeed? {
        guard let feed else { return nil }
        watch.withLock { watch in
            if watch == nil { watch = try? EntryWatch(path) { [weak self] in self?.lookForChange() } }
        }
        return feed
    }

    /// Tells of a file that is not the one that was read or written last.
    private nonisolated func lookForChange() {
        worker.perform { [weak self] in
            self?.assumeIsolated { source in
                let now = try? FileStamp(of: source.path)
                if now != source.stamp { source.feed?.tell() }
            }
        }
    }

    /// All edits, unless the rows have no ids of their own.
    public nonisolated var abilities: SourceAbilities { format == .lines ? [] : .all }

    /// A page of the file's rows.
    public nonisolated func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        inTurn { source throws(Failure) in try source.read(request) }
    }

    /// Adds a row.
    public nonisolated func insert(_ row: SourceRow, before: String?, opID: String) -> SourceAnswer<SourceRow> {
        inTurn { source throws(Failure) in
            try source.writeRow(opID) { table throws(Failure) in try table.insert(row, before: before) }
        }
    }

    /// Changes a row.
    public nonisolated func update(_ id: String, patch: JSONText, opID: String) -> SourceAnswer<SourceRow> {
        inTurn { source throws(Failure) in
            try source.writeRow(opID) { table throws(Failure) in try table.update(id, patch: patch) }
        }
    }

    /// Moves rows.
    public nonisolated func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        inTurn { source throws(Failure) in
            try source.write(opID) { table throws(Failure) in try table.move(ids, before: before) }
        }
    }

    /// Moves rows.
    public nonisolated func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        inTurn { source throws(Failure) in
            try source.write(opID) { table throws(Failure) in try table.move(ids, behind: anchor) }
        }
    }

    /// Takes rows away.
    public nonisolated func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        inTurn { source throws(Failure) in
            try source.write(opID) { table throws(Failure) in table.delete(ids) }
        }
    }

    /// Does something on the source's thread, in the order in which it was asked for.
    private nonisolated func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable (isolated FileSource) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        let promise = Promise<Value>()
        worker.perform {
            promise.keep(self.assumeIsolated { source in Result { () throws(Failure) in try body(source) } })
        }
        return .promised(promise) {}
    }

    private func read(_ request: FetchRequest) throws(Failure) -> Page {
        try load().page(request).get()
    }

    private func write<Value: Sendable>(
        _ opID: String, _ body: @Sendable (inout RowTable) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard format != .lines else { throw .readOnly }
        var next = try load()
        let value = try next.once(opID, body)
        let bytes = try format.encode(next.rows, columns: columns)
        let columns = format.columns(of: next.rows, known: columns)
        if format.isTable {
            // A table holds text alone: its rows are what the next reader will find.
            let operations = next
            next = RowTable(try format.decode(bytes, idKey: idKey, name: path.string).rows)
            next.remember(operationsOf: operations)
        }
        stamp = try AtomicFile(path).replace(with: bytes)
        self.columns = columns
        table = next
        feed?.tell(SourceChange(opID: opID))
        return value
    }

    private func writeRow(
        _ opID: String, _ body: @Sendable (inout RowTable) throws(Failure) -> SourceRow
    ) throws(Failure) -> SourceRow {
        let row = try write(opID, body)
        return table?.rows[id: row.id] ?? row
    }

    /// The rows as the file has them now.
    private func load() throws(Failure) -> RowTable {
        guard let now = try FileStamp(of: path) else {
            let empty = RowTable(RowCollection())
            table = empty
            columns = []
            stamp = nil
            return empty
        }
        if let table, now == stamp { return table }
        let bytes = try AtomicFile(path).read()
        let content = try format.decode(bytes, idKey: idKey, name: path.string)
        var new = RowTable(content.rows)
        if let table { new.remember(operationsOf: table) }
        table = new
        columns = content.columns
        stamp = now
        FreedMemory.giveBack(afterParsing: bytes.count)
        return new
    }
}
