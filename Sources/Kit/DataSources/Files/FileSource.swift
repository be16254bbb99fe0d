import FHEventLoop
import FHJSON
import FHRowCollections
import FeatureKit
import SystemPackage

/// A source with the rows of a file; edits replace the file atomically.
///
/// Reads and writes run one after the other on a thread of the source. Before each operation, the file is read again if
/// another program has changed it.
///
/// ```swift
/// let source = FileSource(path: "tasks.jsonl", format: .jsonl)
/// ```
public actor FileSource: StampedFile {
    /// The maximum wait in milliseconds for another program's lock on the folder; nothing is read meanwhile.
    private static let lockPatience = 10_000
    /// The maximum number of attempts at an edit while programs without a lock write the file.
    private static let mostTries = 20

    nonisolated let worker = WorkerThread()
    private nonisolated let path: FilePath
    private nonisolated let format: FileFormat
    private nonisolated let encoding: TextEncoding
    /// The key of the member that contains a row's id.
    public nonisolated let idKey: String
    private var table: RowTable?
    private var notes = FileNotes()
    private(set) var stamp: FileStamp? {
        didSet { if stamp != oldValue { editions.count += 1 } }
    }
    /// True if the last attempt to lock the folder failed, because another program held the lock.
    ///
    /// The next edit then tries only once, without waiting.
    private var isLockedOut = false
    private(set) var editions = FileEditions()
    private var strangers: StrangerLog
    nonisolated let fileChanges: FileChanges

    /// The executor of the source's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// Makes a source over a file.
    ///
    /// If the file does not exist, the source has no rows, and the first edit creates the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - format: The format, other than `lines`, which are read by a ``LineSource``.
    ///   - encoding: The encoding of a text without a byte-order mark.
    ///   - id: The key of the member that contains a row's id.
    ///   - isWatched: True to notify listeners of changes by others, including other programs.
    ///   - log: Receives lines for the log, on any thread.
    public init(
        path: String, format: FileFormat, encoding: TextEncoding = .utf8, id: String = "id", isWatched: Bool = false,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        precondition(format != .lines, "lines are read by a LineSource")
        self.path = FilePath(path)
        self.format = format
        self.encoding = encoding
        idKey = id
        strangers = StrangerLog(log)
        fileChanges = FileChanges(self.path, isWatched: isWatched)
    }

    /// The feed of changes, including changes by other programs; the first access starts watching.
    public nonisolated var changes: ChangeFeed? { fileChanges.watched(look) }

    /// The capabilities: all edits.
    public nonisolated var capabilities: SourceCapabilities { .all }

    /// Returns a page of the file's rows.
    public nonisolated func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        inTurn { source throws(Failure) in try source.read(request) }
    }

    /// Inserts rows.
    public nonisolated func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        inTurn { source throws(Failure) in
            try source.writeRows(opID) { table throws(Failure) in try table.insert(insertions) }
        }
    }

    /// Changes rows; their versions are compared with the versions in the file at the time of the write.
    public nonisolated func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        inTurn { source throws(Failure) in
            try source.writeRows(opID) { table throws(Failure) in try table.update(updates) }
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

    /// Deletes rows.
    public nonisolated func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        inTurn { source throws(Failure) in
            try source.write(opID) { table throws(Failure) in try table.delete(ids) }
        }
    }

    /// Deletes rows if all of them have the versions in the deletions, compared while the file is locked.
    public nonisolated func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done> {
        inTurn { source throws(Failure) in
            try source.write(opID) { table throws(Failure) in try table.delete(deletions: deletions) }
        }
    }

    /// Deletes rows if all of them are unchanged since the caller read them, compared while the file is locked.
    public nonisolated func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done> {
        inTurn { source throws(Failure) in
            try source.write(opID) { table throws(Failure) in try table.delete(unchanged: rows) }
        }
    }

    /// Runs `body` on the source's thread, in the order of the calls.
    nonisolated func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable (isolated FileSource) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        let promise = Promise<Value>()
        worker.perform {
            promise.keep(self.assumeIsolated { source in Result { () throws(Failure) in try body(source) } })
        }
        return .promised(promise) {}
    }

    private func read(_ request: FetchRequest) throws(Failure) -> Page {
        // The rows of a long file are shown before the file is read as a whole.
        if table == nil, let page = editions.page(request, of: path, format, encoding, idKey: idKey) { return page }
        return marked(try readableTable().page(request).get())
    }

    /// Returns the current rows of the file.
    ///
    /// - Throws: `invalidData` also if the file has invalid records, but no valid row.
    func readableTable() throws(Failure) -> RowTable {
        let table = try load()
        try notes.checkReadable(table.rows, path.string)
        return table
    }

    /// Returns a page with the edition of the rows and, if changes can't be noticed, with this problem.
    func marked(_ page: Page) -> Page { fileChanges.marked(editions.marked(page), look) }

    private func write<Value: Sendable>(
        _ opID: String, _ body: @Sendable (inout RowTable) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let file = AtomicFile(path)
        let target = file.resolved()
        let turn = FolderTurn(ofFile: target)
        turn.wait()
        defer { withExtendedLifetime(turn) {} }
        // The lock excludes concurrent edits by other hosts, and by other sources over the same file.
        let lock = try lock(target)
        defer { lock?.release() }
        for _ in 0..<Self.mostTries {
            let (text, old) = try loadText()
            try notes.checkWritable(path.string)
            try MemoryRoom.check(for: 3 * (text?.bytes.count ?? 0), "the change of \(path.string)")
            var next = old
            let value = try next.once(opID, body)
            let bytes: [UInt8]
            if let text {
                let new = try format.encode(next.rows, into: text.bytes, insteadOf: old.rows, notes)
                guard let new else {
                    // The rows in memory are not the rows of the text, so the file is read again.
                    (table, stamp) = (nil, nil)
                    continue
                }
                bytes = new
            } else {
                bytes = try format.encode(next.rows, columns: notes.columns, numbers: notes.largeNumbers)
            }
            let written = try (text ?? EncodedText([], encoding)).encoded(bytes)
            var notes = notes
            notes.columns = format.columns(of: next.rows, known: notes.columns)
            if format.isTable || !notes.problems.isEmpty {
                // A table contains only strings, so the rows and the problems are decoded from the new text, as the
                // next reader does.
                let operations = next
                let content = try format.decode(bytes, idKey: idKey, name: path.string)
                notes = content.notes
                notes.largeNumbers.formUnion(self.notes.largeNumbers)
                next = rowTable(content)
                next.remember(operationsOf: operations)
            }
            // An unchanged file is not written, and a missing file is not created without rows.
            if bytes != text?.bytes, text != nil || !next.rows.isEmpty {
                // If a program without the lock has written meanwhile, the edit is repeated on the new content.
                let replaced = try file.replace(with: written) { () throws(Failure) in
                    try FileStamp(of: path) == stamp
                }
                guard let replaced else { continue }
                stamp = replaced
            }
            self.notes = notes
            table = next
            editions.growth.forget()
            fileChanges.tell(SourceChange(opID: opID))
            return value
        }
        throw Failure("fileError", "another program writes \(path.string) again and again; try again later")
    }

    /// Waits for the lock on the file's folder; nil if its file system has no locks.
    private func lock(_ target: FilePath) throws(Failure) -> FolderLock? {
        let lock = FolderLock(ofFile: target.string)
        do throws(Errno) {
            isLockedOut = try !lock.take(waitingAtMost: isLockedOut ? 0 : Self.lockPatience)
            if !isLockedOut { return lock }
        } catch {
            // An edit must not skip the lock because no descriptor is left.
            if error.limit != nil { throw Failure(error, "lock the folder of", path) }
            return nil
        }
        throw Failure("fileError", "another program has locked the folder of \(path.string); try again when it is done")
    }

    private func writeRows(
        _ opID: String, _ body: @Sendable (inout RowTable) throws(Failure) -> [SourceRow]
    ) throws(Failure) -> [SourceRow] {
        let rows = try write(opID, body)
        return rows.map { table?.rows[id: $0.id] ?? $0 }
    }

    /// Returns the current rows of the file.
    func load() throws(Failure) -> RowTable {
        guard let now = try FileStamp(of: path) else {
            if stamp != nil { fileChanges.tell() }
            let empty = RowTable(RowCollection())
            table = empty
            notes = FileNotes()
            stamp = nil
            editions.growth.forget()
            return empty
        }
        if let table, now == stamp { return table }
        if let old = table, let table = readGrowth(behind: old) { return table }
        let content = try readFile()
        return try take(try EncodedText(content.bytes, encoding, of: path.string), content.stamp)
    }

    /// Reads the appended part of the file; nil if the file has not just grown.
    private func readGrowth(behind old: RowTable) -> RowTable? {
        let edition = editions.count
        guard let stamp, let grown = editions.growth.read(AtomicFile(path), idKey, behind: old, stamp, edition)
        else {
            return nil
        }
        (table, self.stamp) = (grown.table, grown.stamp)
        fileChanges.tell()
        return grown.table
    }

    private func readFile() throws(Failure) -> AtomicFile.Reading {
        let content = try AtomicFile(path).read()
        strangers.note(content.stranger, beside: path)
        return content
    }

    /// Returns the current rows of the file and its text; nil for the text if the file does not exist.
    private func loadText() throws(Failure) -> (text: EncodedText?, table: RowTable) {
        guard try FileStamp(of: path) != nil else { return (nil, try load()) }
        let content = try readFile()
        let text = try EncodedText(content.bytes, encoding, of: path.string)
        if let table, content.stamp == stamp { return (text, table) }
        return (text, try take(text, content.stamp))
    }

    private func rowTable(_ content: FileContent) -> RowTable {
        var table = RowTable(content.rows)
        table.problems = content.notes.problems.nonEmpty
        table.problems?.source = path.string
        table.locks = RowLocks(name: path.string, faults: content.notes.locked)
        return table
    }

    private func take(_ text: EncodedText, _ stamp: FileStamp?) throws(Failure) -> RowTable {
        let decoded = try format.decode(text.bytes, idKey: idKey, name: path.string)
        var new = rowTable(decoded)
        editions.compare(with: new.rows)
        if let table {
            new.remember(operationsOf: table)
            // The watch will find no difference any more, so listeners are notified here.
            fileChanges.tell()
        }
        table = new
        // An undo may write a number that the file does not contain at present.
        let known = notes.largeNumbers
        notes = decoded.notes
        notes.largeNumbers.formUnion(known)
        self.stamp = stamp
        editions.growth.forget()
        if text.isPlain, notes.isFaultless { editions.growth.begin(text.bytes, rowCount: new.rows.count, format) }
        FreedMemory.giveBack(afterParsing: text.bytes.count)
        return new
    }
}
