import FHJSON
import FHRowCollections
import FeatureKit

/// The records of a text: rows, and records that could not be read or could be read only in part.
struct RecordList {
    var rows: RowBatch = []
    /// The number of the line on which each row begins, counted from 1.
    var lines: [Int] = []
    /// The columns of a table; empty for other formats.
    var columns: [String] = []
    var problems = RowProblems()
    /// The first error of an invalid record, or of the text as a whole.
    var firstFault: InvalidRecord?
    /// The errors of rows that are shown but must not be changed, by the index of the row.
    var locked: [Int: InvalidRecord] = [:]
    /// The numbers that rows contain as strings.
    var largeNumbers = LargeNumbers()
    /// The indices of the records that are not rows.
    var leftOut: Set<Int> = []
    /// True if records are missing because there was too little memory.
    var isCut = false

    /// The maximum memory in bytes that a row in a ``RowCollection`` needs in addition to its texts.
    static let indexBytes = 40

    /// A builder of a record list; it appends rows and the numbers of their lines.
    struct Writer: ~Copyable {
        /// The number of records, and of their bytes, between two checks of the available memory.
        private static let (checkedCount, checkedBytes) = (4_096, 1 << 20)

        private var rows = RowWriter()
        private var list = RecordList()
        private var uncheckedCount = 0
        private var uncheckedBytes = 0

        init() {}

        /// True if there is too little memory; further records are dropped.
        var isFull: Bool { list.isCut }

        /// The number of records: the rows and the omitted records.
        private var count: Int { list.lines.count + list.leftOut.count }

        /// Counts one more record, and checks the available memory after many records or many bytes.
        private mutating func lookForMemory(_ byteCount: Int) {
            uncheckedCount += 1
            uncheckedBytes += byteCount
            guard uncheckedCount >= Self.checkedCount || uncheckedBytes >= Self.checkedBytes else { return }
            uncheckedCount = 0
            uncheckedBytes = 0
            // The lists of lines and of invalid records may have to double their capacity at the same time.
            list.isCut = !MemoryRoom.isLeft(for: 16 * list.lines.count + 64 * list.leftOut.count)
        }

        /// Appends a row; a row that is too long is omitted.
        ///
        /// - Parameters:
        ///   - id: The id of the row.
        ///   - line: The number of the line on which the row begins.
        ///   - fault: The error because of which the row must not be changed; nil if the row can be changed.
        ///   - body: Writes the value of the row.
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
                return leaveOut(InvalidRecord(line, .tooLong, InvalidRecord.tooLongAsJSON, id: id))
            }
            if let fault {
                list.problems.add(fault.locked)
                list.locked[list.lines.count] = fault
            }
            list.lines.append(line)
        }

        /// Appends a value as a row; a value that is not a row is omitted.
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

        /// Records an invalid record, which is omitted from the rows.
        mutating func leaveOut(_ fault: InvalidRecord) {
            if isFull { return }
            lookForMemory(0)
            list.leftOut.insert(count)
            list.problems.add(fault.leftOut)
            if list.firstFault == nil { list.firstFault = fault }
        }

        /// Records an error of a row that can still be shown and changed.
        mutating func note(_ fault: InvalidRecord) {
            list.problems.add(fault.noted)
            if list.firstFault == nil { list.firstFault = fault }
        }

        /// Records the numbers that the last row contains as strings.
        mutating func note(largeNumbers: [String]) {
            for number in largeNumbers { list.largeNumbers.add(number) }
        }

        consuming func finish(columns: [String] = []) -> RecordList {
            var list = list
            list.rows = rows.finish()
            list.columns = columns
            return list
        }
    }
}

/// The rows of a file, with unique ids, and the properties that are needed to change the file.
struct FileContent {
    let rows: RowCollection
    /// The number of the line on which each row begins, counted from 1.
    let lines: [Int]
    let notes: FileNotes

    /// Makes the content from records.
    ///
    /// If several rows have the same id, the id of each of them gets a suffix that depends on the value of the row.
    /// These rows can't be changed.
    init(_ records: RecordList, blocked: InvalidRecord? = nil) {
        lines = records.lines
        var notes = FileNotes(columns: records.columns, leftOut: records.leftOut, blocked: blocked)
        notes.problems = records.problems
        notes.firstFault = records.firstFault
        notes.largeNumbers = records.largeNumbers
        for (place, fault) in records.locked { notes.locked[records.rows[place].id] = fault }
        let rows = RowCollection(records.rows)
        if rows.count == records.rows.count {
            self.rows = rows
        } else {
            self.rows = notes.distinguish(records)
        }
        self.notes = notes
    }
}

/// The rows of a file that must not be changed, with their errors.
struct RowLocks: Sendable {
    /// The name of the file.
    var name = ""
    /// The errors of the rows, by the id of the row and, for a new id, also by the row's id in the file.
    var faults: [ExactText: InvalidRecord] = [:]

    /// Checks that rows may be changed.
    ///
    /// - Throws: `readOnly` that names the first row that must not be changed.
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

/// The properties of a file besides its rows.
struct FileNotes {
    /// The columns of a table; empty for other formats.
    var columns: [String] = []
    var problems = RowProblems()
    /// The first error of an invalid record, or of the file as a whole.
    var firstFault: InvalidRecord?
    /// The errors of rows that must not be changed, by the id of the row.
    var locked: [ExactText: InvalidRecord] = [:]
    /// The numbers that rows contain as strings, or have contained before an edit.
    var largeNumbers = LargeNumbers()
    /// The indices of the records that are not rows.
    var leftOut: Set<Int> = []
    /// The error because of which the file can't be changed; nil if the file can be changed.
    var blocked: InvalidRecord?

    /// Returns the rows, with new, unique ids for rows with the same id.
    fileprivate mutating func distinguish(_ records: RecordList) -> RowCollection {
        var rows = RowCollection()
        var ids = RepeatedIDs(records.rows.lazy.map(\.id))
        var firstLines: [ExactText: Int] = [:]
        var repeated = RowProblems()
        for (place, row) in records.rows.enumerated() {
            let (id, line) = (row.id, records.lines[place])
            guard let own = ids.own(id, of: row.withTexts { RowDigest($1) }) else {
                rows.put(row)
                continue
            }
            rows.put(SourceRow(id: own, value: row.value))
            guard let first = firstLines[id] else {
                firstLines[id] = line
                locked[own] = InvalidRecord(line, .repeatedId, "has the id \(id), which a later line has too", id: own)
                continue
            }
            let fault = InvalidRecord(line, .repeatedId, "has the id \(id), which line \(first) has already", id: own)
            locked[own] = fault
            if locked[id]?.code != .repeatedId {
                locked[id] = InvalidRecord(
                    first, .repeatedId, "has the id \(id), which line \(line) has too", id: id)
            }
            // A row with two errors is listed once for each.
            repeated.add(fault.locked)
        }
        problems = RowProblems(inOrderOfLines: [problems, repeated])
        return rows
    }

    /// Checks that the file can be changed.
    ///
    /// - Throws: `readOnly` if the file can't be changed.
    func checkWritable(_ name: String) throws(Failure) {
        guard let blocked else { return }
        throw Failure(
            "readOnly", "\(name) can't be changed: line \(blocked.line) \(blocked.what); correct the file, then retry",
            retryable: true)
    }

    /// Checks that the file has a valid row or no invalid records.
    ///
    /// - Throws: `invalidData` if the file has invalid records, but no valid row.
    func checkReadable(_ rows: RowCollection, _ name: String) throws(Failure) {
        guard rows.isEmpty, let fault = firstFault else { return }
        throw fault.failure(of: name)
    }
}

extension RowProblems {
    /// Merges several collections of problems, ordered by line.
    init(inOrderOfLines passes: [RowProblems]) {
        self.init()
        let listed = passes.flatMap(\.listed).enumerated()
            .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
        add(listed, count: passes.reduce(0) { $0 + $1.count })
    }
}
