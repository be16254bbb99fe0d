import FHEventLoop
import FHJSON
import FeatureKit
import SystemPackage

/// A source with the lines of a text file, which are read when they are needed.
///
/// A row is `{id, text}`. The id is derived from the text and, if earlier lines have the same text, from their number.
/// The source is read-only. An index of the lines is in memory, but not their text, except for a short file and for a
/// text that has to be decoded. If the file has only been appended to, the appended part is read alone.
///
/// ```swift
/// let source = LineSource(path: "/var/log/syslog", isWatched: true)
/// ```
public actor LineSource: StampedFile {
    /// The number of bytes of a long file that are read before its first rows are shown.
    private static let headLength = 1 << 18

    nonisolated let worker = WorkerThread()
    private nonisolated let encoding: TextEncoding
    /// The key of the member that contains a row's id.
    public nonisolated let idKey: String
    /// The length in bytes up to which a text is kept in memory.
    private let memoryLength: Int
    nonisolated let fileChanges: FileChanges
    /// The requests that have neither an answer nor been cancelled.
    private nonisolated let requests = OpenRequests()
    private var strangers: StrangerLog

    private var reading = LineReading(LineText([], name: ""))
    /// The stamp of the file when the reading began or went on; nil if there is no file.
    private(set) var stamp: FileStamp?
    /// The number of different contents that were read.
    private(set) var revision = 0
    /// The numbers of rows that earlier contents share with the current one.
    private(set) var shared = SharedRows()
    /// The edition of the pages; nil if only pages of the whole file were returned.
    ///
    /// It changes if the file turns out to be another one than that of the first page.
    private var edition: Int?

    /// The executor of the source's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { worker.asUnownedSerialExecutor() }

    /// Makes a source over a file.
    ///
    /// If the file does not exist, the source has no rows.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - encoding: The encoding of a text without a byte-order mark.
    ///   - id: The key of the member that contains a row's id.
    ///   - isWatched: True to notify listeners of changes of the file.
    ///   - log: Receives lines for the log, on any thread.
    public init(
        path: String, encoding: TextEncoding = .utf8, id: String = "id", isWatched: Bool = false,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(path: path, encoding: encoding, id: id, isWatched: isWatched, memoryLength: 1 << 20, log: log)
    }

    init(
        path: String, encoding: TextEncoding = .utf8, id: String = "id", isWatched: Bool = false, memoryLength: Int,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.encoding = encoding
        self.memoryLength = memoryLength
        idKey = id
        strangers = StrangerLog(log)
        fileChanges = FileChanges(FilePath(path), isWatched: isWatched)
    }

    private nonisolated var path: FilePath { fileChanges.path }

    // MARK: Loading

    /// Reads the current text of the file.
    private func load() throws(Failure) {
        if let now = try FileStamp(of: path) {
            if now != stamp || reading.text.isOutdated, try !readGrowth(now) {
                let (text, stamp) = try open()
                begin(text, stamp)
            }
        } else if stamp != nil || revision == 0 {
            begin(LineText([], name: path.string), nil)
        }
        try reading.readAll { !requests.isEmpty }
    }

    private func begin(_ text: LineText, _ stamp: FileStamp?) {
        if !reading.isComplete { edition = edition.map { $0 + 1 } }
        let isFirst = revision == 0
        reading = LineReading(text, length: text.file == nil ? .max : stamp?.size ?? .max)
        self.stamp = stamp
        shared = SharedRows()
        revision += 1
        // The watch will find no difference any more, so listeners are notified here.
        if !isFirst { fileChanges.tell() }
    }

    /// Continues reading a file that was only appended to.
    ///
    /// - Parameter now: The current stamp of the file.
    /// - Returns: False if the whole file has to be read.
    private func readGrowth(_ now: FileStamp) throws(Failure) -> Bool {
        guard let stamp, !reading.text.isOutdated, let file = reading.text.file, now.isLonger(than: stamp),
            // Without a complete line, nothing shows that it is the same text.
            reading.end.length > 0,
            let found = try? EditJournal.find(beside: AtomicFile(path).resolved()), found.journal == nil,
            (try? reading.end.isEnd(of: file)) == true
        else { return false }
        // Only the rows of a whole file have been lent.
        if reading.isComplete { shared.note(revision, reading.index.rowCount) }
        reading.expectMore(now.size)
        self.stamp = now
        revision += 1
        fileChanges.tell()
        return true
    }

    /// Opens the file, or reads it if its text has to be in memory.
    private func open() throws(Failure) -> (LineText, FileStamp) {
        do {
            // Opening a pipe blocks until the pipe has a writer, and opening a device may have any effect, so neither
            // is opened.
            _ = try FileStamp(of: path)
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            let text = LineText(file, name: path.string)
            let stamp = try FileStamp(of: file, at: path)
            let found = try EditJournal.find(beside: AtomicFile(path).resolved())
            let isPlain = try !EncodedText.isDecoded(file.read(4, from: 0), encoding)
            if stamp.size > memoryLength, found.journal == nil, isPlain {
                strangers.note(found.stranger, beside: path)
                return (text, stamp)
            }
        } catch {
            throw error as? Failure ?? Failure(error, "read", path)
        }
        let content = try AtomicFile(path).read()
        strangers.note(content.stranger, beside: path)
        let text = try EncodedText(content.bytes, encoding, of: path.string)
        return (LineText(text.bytes, name: path.string), content.stamp)
    }

    // MARK: Pages

    private func page(_ request: FetchRequest) throws(Failure) -> Page {
        if let head = try head(request) { return head }
        try load()
        try reading.checkReadable()
        let rows = reading.rows
        let places = try request.places(among: rows.count)
        return marked(
            Page(
                rows: try rows.batch(places), endReached: places.upperBound == rows.count, totalCount: rows.count,
                problems: reading.problems))
    }

    /// Returns the first rows of a long file that has not been read, for a request that accepts them.
    private func head(_ request: FetchRequest) throws(Failure) -> Page? {
        guard revision == 0 || !reading.isComplete, request.wait == .rows, request.query.isPlain,
            case .offset(let offset) = request.start, offset <= 0, request.limit > 0,
            let now = try FileStamp(of: path), now.size > memoryLength
        else { return nil }
        if now != stamp {
            let (text, stamp) = try open()
            begin(text, stamp)
            if text.file == nil { return nil }
            try reading.readHead(Self.headLength)
        }
        let rows = reading.rows
        if reading.isComplete || rows.count == 0 { return nil }
        edition = edition ?? 0
        return marked(
            Page(rows: try rows.batch(0..<min(request.limit, rows.count)), endReached: false, growth: .running))
    }

    private func marked(_ page: Page) -> Page {
        fileChanges.marked(edition.map { page.with(edition: $0) } ?? page, look)
    }
}

extension LineSource: WholeSource {
    /// No capabilities: the rows can only be read.
    public nonisolated var capabilities: SourceCapabilities { [] }

    /// The member that a filter searches for words: not the ids, because they are derived from the text.
    public nonisolated var wordKeys: [String] { ["text"] }

    /// The feed of changes; the first access starts watching.
    public nonisolated var changes: ChangeFeed? { fileChanges.watched(look) }

    /// Returns a page of the lines.
    public nonisolated func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
        inTurn { source throws(Failure) in
            do throws(Failure) {
                return try source.page(request)
            } catch {
                // Another program may have changed the file while it was read.
                guard error.code == "fileError",
                    try FileStamp(of: source.path) != source.stamp || source.reading.text.isOutdated
                else { throw error }
                return try source.page(request)
            }
        }
    }

    nonisolated func rowsEdition() -> SourceAnswer<Int> {
        inTurn { source throws(Failure) in
            try source.load()
            return source.revision
        }
    }

    nonisolated func wholeRows() -> SourceAnswer<WholeRows> {
        inTurn { source throws(Failure) in
            try source.load()
            try source.reading.checkReadable()
            let rows = source.reading.rows
            let page = Page(
                rows: [], endReached: true, totalCount: rows.count, problems: source.reading.problems)
            return WholeRows(
                rows: .lines(rows), page: source.marked(page), edition: source.revision,
                sharedCounts: source.shared.counts)
        }
    }

    /// Runs `body` on the source's thread, in the order of the calls.
    ///
    /// A file is read only while a request waits for it.
    private nonisolated func inTurn<Value: Sendable>(
        _ body: @escaping @Sendable (isolated LineSource) throws(Failure) -> Value
    ) -> SourceAnswer<Value> {
        let promise = Promise<Value>()
        let request = requests.begin()
        worker.perform {
            // A cancelled request has its answer.
            if self.requests.contains(request) {
                promise.keep(self.assumeIsolated { source in Result { () throws(Failure) in try body(source) } })
                self.requests.end(request)
            }
        }
        return .promised(promise) { [requests] in
            requests.end(request)
            promise.keep(.failure(.cancelled))
        }
    }
}
