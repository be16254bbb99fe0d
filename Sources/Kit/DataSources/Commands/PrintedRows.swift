import FHJSON
import FHRowCollections
import FeatureKit
import Synchronization

/// The rows of a command's output, read in the order of the output.
///
/// An invalid record is listed as a problem, and the valid rows are still shown. A row with the id of an earlier row is
/// also a problem, and gets a new id that depends on its value. In later runs, every row with this repeated id gets
/// such a new id. Otherwise the repeated id would identify a different row if the command prints the rows in another
/// order.
struct PrintedRows: Sendable {
    var rows = RowCollection()
    private(set) var problems = RowProblems()
    /// The error in the column names, because of which there are no rows; nil if they are valid.
    private(set) var mistake: InvalidRecord?

    /// True if there was too little memory for a row.
    private(set) var isCut = false

    private let options: CommandSource.Options
    /// The columns of a table.
    private var header: DelimitedText.Header?
    private var isHeaderRead: Bool
    private var lineIDs = LineIDs()
    private let repeats: RepeatMemory
    /// The ids that were repeated in earlier runs.
    private let known: RepeatMemory.Known
    /// The ids in `known` that rows of this run have had so far.
    private var seen: Set<ExactText> = []
    private var digestIDs = DigestIDs()

    init(_ options: CommandSource.Options, _ repeats: RepeatMemory) {
        self.options = options
        self.repeats = repeats
        known = repeats.known
        header = options.header
        isHeaderRead = options.headerRecords == 0
    }

    /// Returns the minimum number of further records that `count` rows require.
    func lacking(_ count: Int) -> Int {
        // The column names are read first, because the other records depend on them.
        isHeaderRead ? max(0, count - rows.count) : 1
    }

    /// Reads further records; if the column names have not been read yet, the chunk contains only their record.
    mutating func add(_ chunk: PrintedRecords.Chunk) {
        if !isHeaderRead { return readHeader(chunk) }
        if mistake != nil { return }
        let list = decode(chunk.bytes)
        if list.isCut || !MemoryRoom.isLeft(for: RecordList.indexBytes * list.lines.count) {
            isCut = true
            return
        }
        let before = problems.count
        for (row, line) in zip(list.rows, list.lines) { put(row, line: chunk.line + line - 1) }
        let found = list.problems.listed.map { $0.moved(by: chunk.line - 1) }
        if problems.count == before {
            problems.add(found, count: list.problems.count)
        } else if !list.problems.isEmpty {
            var others = RowProblems()
            others.add(found, count: list.problems.count)
            problems = RowProblems(inOrderOfLines: [problems, others])
        }
    }

    private mutating func readHeader(_ chunk: PrintedRecords.Chunk) {
        isHeaderRead = true
        guard let style = options.format.style else { return }
        do throws(InvalidRecord) {
            header = try DelimitedText(style).header(chunk.bytes, idKey: options.idKey)
        } catch {
            mistake = InvalidRecord(chunk.line + error.line - 1, error.code, error.what)
        }
    }

    private mutating func put(_ row: SourceRow, line: Int) {
        let id = row.id
        let isKnown = known.contains(id)
        let isRepeated = isKnown ? !seen.insert(id) : rows.contains(id: id)
        guard isKnown || isRepeated else {
            rows.put(row)
            return
        }
        let own = digestIDs.next(id, of: row.withTexts { RowDigest($1) }) { rows.contains(id: $0) }
        rows.put(SourceRow(id: own, value: row.value))
        guard isRepeated else { return }
        repeats.add(id)
        problems.add(
            InvalidRecord(line, .repeatedId, "has the id \(id), which a row before it has already", id: own).noted)
    }

    private mutating func decode(_ bytes: [UInt8]) -> RecordList {
        if let style = options.format.style {
            guard let header else { return RecordList() }
            return DelimitedText(style).decode(bytes, under: header)
        }
        if options.format == .jsonl { return RecordReading.objects(bytes, idKey: options.idKey) }
        var ids = lineIDs
        defer { lineIDs = ids }
        return RecordReading.lines(bytes) { _, text in ids.next(text) }
    }
}

extension PrintedRows {
    /// Returns a page of these rows; the range may reach beyond them.
    ///
    /// - Parameters:
    ///   - places: The requested range.
    ///   - isComplete: True if the command has succeeded, so that there are no further rows.
    ///   - growth: The way in which further rows arrive; nil if the page is full or there are no further rows.
    ///   - failure: The failure of the command; nil if it runs or has succeeded.
    func page(
        _ places: Range<Int>, isComplete: Bool = false, growth: Page.Growth? = nil, failure: Failure? = nil
    ) -> Page {
        let total = rows.count
        // A page reports the end only if its range reaches past the last row, even if the command has already ended.
        let isLast = places.upperBound > total && (isComplete || failure != nil)
        return Page(
            rows: rows.batch(places.clamped(to: 0..<total)), endReached: isLast,
            totalCount: isLast && isComplete ? total : nil, problems: problems, growth: growth, failure: failure)
    }
}

/// The ids that occurred more than once in one run of a command, for all runs so far.
final class RepeatMemory: Sendable {
    /// A copy of the ids at one time.
    struct Known: Sendable {
        fileprivate var ids: Set<ExactText> = []
        fileprivate var isAll = false

        /// True if several rows of one run have had this id, or may have had it because there are too many ids to
        /// remember.
        func contains(_ id: String) -> Bool { isAll || ids.contains(id) }
    }

    /// The maximum number of repeated ids; if there are more, every id counts as repeated.
    private let limit: Int
    private let state = Mutex(Known())

    init(limit: Int = 100_000) {
        self.limit = limit
    }

    var known: Known { state.withLock { $0 } }

    /// Adds an id that several rows of a run have.
    func add(_ id: String) {
        state.withLock { known in
            if known.isAll { return }
            known.ids.insert(id)
            if known.ids.count > limit { known = Known(isAll: true) }
        }
    }
}
