import FeatureKit
import JSON

/// The records of a text as they were read: rows, and the records that could not be read, or only in part.
struct RecordList {
    var rows: RowBatch = []
    /// The line of each row.
    var lines: [Int] = []
    /// The columns of a table.
    var columns: [String] = []
    var problems = RowProblems()
    /// The first fault of a record that is no row, or of the whole.
    var firstFault: InvalidRecord?
    /// The faults of rows that are shown and must be kept as they are, by the place of the row.
    var locked: [Int: InvalidRecord] = [:]
    /// The numbers, from 0, of records that are no rows.
    var leftOut: Set<Int> = []
    /// True if there was too little memory: then records are missing.
    var isCut = false

    /// The memory that a row takes beside its texts where rows are found by their ids, in bytes, at most.
    static let indexBytes = 40

    /// Writes rows as they are read, with their lines.
    struct Writer: ~Copyable {
        /// The number of records, and of their bytes, after which it is looked for memory again.
        private static let (checkedCount, checkedBytes) = (4_096, 1 << 20)

        private var rows = RowWriter()
        private var list = RecordList()
        private var uncheckedCount = 0
        private var uncheckedBytes = 0

        init() {}

        /// True if there is too little memory; then no more records are taken in.
        var isFull: Bool { list.isCut }

        /// How many records there were, rows or not.
        private var count: Int { list.lines.count + list.leftOut.count }

        /// Looks for memory where another record of a length doesn't fit into what was found the last time.
        private mutating func lookForMemory(_ byteCount: Int) {
            uncheckedCount += 1
            uncheckedBytes += byteCount
            guard uncheckedCount >= Self.checkedCount || uncheckedBytes >= Self.checkedBytes else { return }
            uncheckedCount = 0
            uncheckedBytes = 0
            // The lists of lines and of records that are no rows may each need double their room at once.
            list.isCut = !MemoryRoom.isLeft(for: 16 * list.lines.count + 64 * list.leftOut.count)
        }

        /// Adds a row; one that is too long is left out.
        ///
        /// - Parameter fault: why the row is kept as it is.
        mutating func append(id: String, line: Int, fault: InvalidRecord? = nil, _ body: (inout JSONWriter) -> Void) {
            if isFull { return }
            if let flaw = RowLimits.mistake(id: id.utf8.count, text: 0) {
                return leaveOut(InvalidRecord(line, .tooLong, flaw))
            }
            var length = 0
            let isAppended = rows.append(id: id, maximumSize: RowLimits.text) { json in
                let start = json.count
                body(&json)
                length = json.count - start
            }
            lookForMemory(length)
            guard isAppended else {
                return leaveOut(InvalidRecord(line, .tooLong, "is longer than \(RowLimits.text) bytes as JSON", id: id))
            }
            if let fault {
                list.problems.add(fault.locked)
                list.locked[list.lines.count] = fault
            }
            list.lines.append(line)
        }

        /// Adds a value as a row; one that is no row is left out.
        mutating func append(_ value: JSONValue, idKey: String, line: Int, fault: InvalidRecord? = nil) {
            do throws(Failure) {
                let id = try SourceRow.id(of: value, idKey: idKey)
                append(id: id, line: line, fault: fault.map { InvalidRecord($0.line, $0.code, $0.what, id: id) }) {
                    $0.value(value)
                }
            } catch {
                leaveOut(InvalidRecord(line, value.isObject ? .noId : .notAnObject, error.message))
            }
        }

        /// Notes a record that is no row.
        mutating func leaveOut(_ fault: InvalidRecord) {
            if isFull { return }
            lookForMemory(0)
            list.leftOut.insert(count)
            list.problems.add(fault.leftOut)
            if list.firstFault == nil { list.firstFault = fault }
        }

        /// Notes a fault that keeps nothing from being shown and changed.
        mutating func note(_ fault: InvalidRecord) {
            list.problems.add(fault.noted)
            if list.firstFault == nil { list.firstFault = fault }
        }

        consuming func finish(columns: [String] = []) -> RecordList {
            var list = list
            list.rows = rows.finish()
            list.columns = columns
            return list
        }
    }
}

/// The rows of a file, whose ids differ, and what must be known of it to change it.
struct FileContent {
    let rows: RowCollection
    /// The line of each row.
    let lines: [Int]
    let notes: FileNotes

    /// Tells rows with one id apart: the first keeps it, and the others get `#2`, `#3`, … behind it.
    init(_ records: RecordList, blocked: InvalidRecord? = nil) {
        lines = records.lines
        var notes = FileNotes(columns: records.columns, leftOut: records.leftOut, blocked: blocked)
        notes.problems = records.problems
        notes.firstFault = records.firstFault
        for (place, fault) in records.locked { notes.locked[records.rows[place].id] = fault }
        let rows = RowCollection(records.rows)
        if rows.count == records.rows.count {
            self.rows = rows
        } else {
            self.rows = notes.distinguish(records, naturally: rows)
        }
        self.notes = notes
    }
}

/// Rows of a file that must be kept as they are, and why.
struct RowLocks: Sendable {
    /// The file's name.
    var name = ""
    /// The faults of the rows, by id.
    var faults: [ExactText: InvalidRecord] = [:]

    /// - Throws: `readOnly` that names the first row that must be kept.
    func check(_ ids: [String]) throws(Failure) {
        if faults.isEmpty { return }
        for id in ids {
            guard let fault = faults[id] else { continue }
            throw Failure(
                "readOnly",
                "the row \(id) can't be changed: line \(fault.line) of \(name) \(fault.what); correct the file",
                retryable: false)
        }
    }
}

/// What is known of a file beside its rows.
struct FileNotes {
    /// The columns of a table.
    var columns: [String] = []
    var problems = RowProblems()
    /// The first fault of a record that is no row, or of the whole.
    var firstFault: InvalidRecord?
    /// Why rows must be kept as they are, by id.
    var locked: [ExactText: InvalidRecord] = [:]
    /// The numbers, from 0, of records that are no rows.
    var leftOut: Set<Int> = []
    /// Why nothing in the file can be changed; nil where that can be done.
    var blocked: InvalidRecord?

    /// Gives rows whose id is that of another row one of their own.
    ///
    /// - Parameter natural: the rows by the ids that they have in the file.
    fileprivate mutating func distinguish(_ records: RecordList, naturally natural: RowCollection) -> RowCollection {
        var rows = RowCollection()
        var firstLines: [ExactText: Int] = [:]
        var counts: [ExactText: Int] = [:]
        var repeated = RowProblems()
        for (place, row) in records.rows.enumerated() {
            let (id, line) = (row.id, records.lines[place])
            guard let first = firstLines[id] else {
                firstLines[id] = line
                rows.put(row)
                continue
            }
            var own = id
            repeat {
                counts[id, default: 1] += 1
                own = "\(id)#\(counts[id] ?? 2)"
            } while natural.contains(id: own) || rows.contains(id: own)
            rows.put(SourceRow(id: own, value: row.value))
            let fault = InvalidRecord(line, .repeatedId, "has the id \(id), which line \(first) has already", id: own)
            locked[own] = fault
            // A row that has another fault too is listed once for each.
            repeated.add(fault.locked)
        }
        problems = RowProblems(inOrderOfLines: [problems, repeated])
        return rows
    }

    /// - Throws: `readOnly` where nothing in the file can be changed.
    func checkWritable(_ name: String) throws(Failure) {
        guard let blocked else { return }
        throw Failure(
            "readOnly", "\(name) can't be changed: line \(blocked.line) \(blocked.what); correct the file, then retry",
            retryable: true)
    }

    /// - Throws: `invalidData` where the file holds something, and no row.
    func checkReadable(_ rows: RowCollection, _ name: String) throws(Failure) {
        guard rows.isEmpty, let fault = firstFault else { return }
        throw Failure(
            "invalidData", "\(name), line \(fault.line): it \(fault.what); correct the file, then retry")
    }
}

extension RowProblems {
    /// Problems that were found in several passes, in the order of their lines.
    init(inOrderOfLines passes: [RowProblems]) {
        self.init()
        let listed = passes.flatMap(\.listed).enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
        add(listed, count: passes.reduce(0) { $0 + $1.count })
    }
}
