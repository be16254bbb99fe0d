import FeatureKit
import JSON

/// Rows as they were read, the lines where they begin, and the columns of a table.
struct RecordList {
    var rows: RowBatch = []
    var lines: [Int] = []
    var columns: [String] = []

    /// Writes rows as they are read, with their lines.
    struct Writer: ~Copyable {
        private var rows = RowWriter()
        private var lines: [Int] = []

        init() {}

        /// - Throws: a mistake where the row is too long.
        mutating func append(id: String, line: Int, _ body: (inout JSONWriter) -> Void) throws(InvalidRecord) {
            var length = 0
            rows.append(id: id) { json in
                let start = json.count
                body(&json)
                length = json.count - start
            }
            try RowLimits.check(id: id.utf8.count, text: length, line: line)
            lines.append(line)
        }

        /// - Throws: a mistake where the value is no row.
        mutating func append(_ value: JSONValue, idKey: String, line: Int) throws(InvalidRecord) {
            let id: String
            do throws(Failure) {
                id = try SourceRow.id(of: value, idKey: idKey)
            } catch {
                throw InvalidRecord(line, error.message)
            }
            try append(id: id, line: line) { $0.value(value) }
        }

        consuming func finish(columns: [String] = []) -> RecordList {
            RecordList(rows: rows.finish(), lines: lines, columns: columns)
        }
    }
}

/// A mistake in data: the line where it stands, from 1, and what is wrong with it.
struct InvalidRecord: Error {
    let line: Int
    let what: String

    init(_ line: Int, _ what: String) {
        self.line = line
        self.what = what
    }
}

/// What a file holds: rows whose ids differ, the lines where they begin, and the columns of a table.
struct FileContent {
    let rows: RowCollection
    let lines: [Int]
    let columns: [String]

    /// - Throws: a mistake where two rows have one id.
    init(_ records: RecordList, idKey: String) throws(InvalidRecord) {
        rows = RowCollection(records.rows)
        lines = records.lines
        columns = records.columns
        guard rows.count != records.rows.count else { return }
        var seen: [ExactText: Int] = [:]
        for (row, line) in zip(records.rows, lines) {
            if let first = seen.updateValue(line, forKey: ExactText(row.id)) {
                throw InvalidRecord(line, "has the \(idKey) \(row.id), which line \(first) has already")
            }
        }
    }
}
