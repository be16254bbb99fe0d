import FeatureKit
import GRDB
import JSON

/// The rows of a table or a query in one state of its database.
struct ExistingRows {
    /// The bytes of a row's text.
    private static let longestRow = 1 << 20
    /// A page ends where its rows have so many bytes; the next one goes on.
    private static let pageBytes = 4 << 20
    /// How many rows are counted at most, since that takes the longer the more there are.
    private static let countLimit = 100_000

    let shape: TableShape
    let db: Database
    /// The faults of rows; nil where none are known, and the first one that is met is thrown.
    var faults: FoundFaults?

    func page(from start: FeatureKit.FetchRequest.Start, limit: Int) throws -> Page {
        let selection = "SELECT \(shape.selection), \(shape.rowid ?? "NULL") FROM \(shape.origin)"
        let order = shape.rowid.map { "ORDER BY \($0)" } ?? ""
        // One more than wanted tells whether there are more; of rows that are left out it is not known how many come.
        let wanted = faults != nil ? -1 : limit == .max ? limit : limit + 1
        switch start {
        case .offset(let offset):
            // Rows that are left out don't count.
            let skipped = faults == nil ? 0 : offset
            let sql = "\(selection) \(order) LIMIT ? OFFSET ?"
            return try page(sql, [wanted, max(0, offset - skipped)], limit, skipping: skipped)
        case .cursor(let cursor):
            guard let rowid = shape.rowid, let last = Int64(cursor) else { throw Failure.noCursor }
            return try page("\(selection) WHERE \(rowid) > ? \(order) LIMIT ?", [last, wanted], limit)
        }
    }

    private func page(
        _ sql: String, _ arguments: StatementArguments, _ limit: Int, skipping skipped: Int = 0
    ) throws -> Page {
        var writer = RowWriter()
        var count = 0
        var bytes = 0
        var last: Int64?
        var endReached = true
        var skipped = skipped
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            if count == limit || bytes >= Self.pageBytes {
                endReached = false
                break
            }
            guard let shown = try shown(row) else { continue }
            if skipped > 0 {
                skipped -= 1
                continue
            }
            writer.append(id: shown.id) { $0.value(shown.value) }
            count += 1
            bytes += shown.value.bytes.count
            last = row[shape.columns.count + 1]
        }
        let cursor = endReached ? nil : last.map { "\($0)" }
        var page = Page(
            rows: writer.finish(), nextCursor: cursor, endReached: endReached, totalCount: try self.count(),
            problems: faults?.problems)
        page.columns = shape.columnTypes
        return page
    }

    /// How many rows there are; nil where there are very many.
    private func count() throws -> Int? {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM \(shape.origin) LIMIT \(Self.countLimit + 1))"
        let count: Int? = try Row.fetchOne(db, cached: sql, [])?[0]
        return count.flatMap { $0 > Self.countLimit ? nil : $0 - (faults?.leftOutCount ?? 0) }
    }

    // MARK: Faults

    /// A row as it is shown; nil for one that is left out.
    ///
    /// - Throws: a `RowFault` where no faults are known yet.
    private func shown(_ row: Row) throws -> ExistingRow? {
        do throws(RowFault) {
            let row = try read(row)
            if faults == nil, let fault = row.fault { throw fault }
            return row
        } catch {
            if faults == nil { throw error }
            return nil
        }
    }

    /// Looks through the rows, as many of them as are counted at most.
    ///
    /// - Throws: `invalidData` where none can be shown.
    func findFaults(_ cancellation: Cancellation) throws -> FoundFaults {
        var faults = FoundFaults()
        let order = shape.rowid.map { "ORDER BY \($0)" } ?? ""
        let sql = "SELECT \(shape.selection) FROM \(shape.origin) \(order) LIMIT \(Self.countLimit)"
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            try cancellation.check()
            do throws(RowFault) {
                faults.note(try read(row).fault, isShown: true)
            } catch {
                faults.note(error, isShown: false)
            }
        }
        try faults.checkReadable()
        return faults
    }

    // MARK: Rows

    /// The rows that have an id, at most two.
    ///
    /// - Throws: `invalidData` for one that can't be read.
    func rows(_ id: String) throws -> [ExistingRow] {
        let (condition, arguments) = condition(id)
        let sql = "SELECT \(shape.selection) FROM \(shape.origin) WHERE \(condition) LIMIT 2"
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var rows: [ExistingRow] = []
        while let row = try cursor.next() { rows.append(try readable(row)) }
        return rows
    }

    /// What finds the rows with an id, which a column may hold as a text or as a number.
    func condition(_ id: String) -> (sql: String, arguments: StatementArguments) {
        if let number = Int64(id), "\(number)" == id { return ("\(shape.idColumn) IN (?, ?)", [id, number]) }
        var arguments = StatementArguments()
        let text = id.expression(&arguments)
        return ("\(shape.idColumn) = \(text)", arguments)
    }

    /// The row with an id and all its columns; nil where there is none, or none that can be shown.
    func whole(_ id: String) throws -> DeletedRow? {
        // More is in no result of SQLite.
        guard shape.columns.count + shape.stored.count < 1_999 else { return nil }
        let stored = shape.stored.map(\.quotedIdentifier).joined(separator: ", ")
        let (condition, arguments) = condition(id)
        let sql = """
            SELECT \(shape.selection), \(shape.rowid ?? "NULL"), \(stored) FROM \(shape.origin) \
            WHERE \(condition) LIMIT 1
            """
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var whole: DeletedRow?
        while let row = try cursor.next() {
            guard let shown = try? read(row) else { continue }
            let place = shape.columns.count + 1
            let values: [ColumnValue] = shape.stored.indices.map { row[place + 1 + $0] ?? .null }
            whole = DeletedRow(
                shown: shown.row, number: row[place], names: shape.stored, values: values)
        }
        return whole
    }

    /// A row that is answered to an edit.
    ///
    /// - Throws: `invalidData` where it can't be shown.
    func readable(_ row: Row) throws -> ExistingRow {
        do throws(RowFault) {
            return try read(row)
        } catch {
            throw error.failure
        }
    }

    /// - Throws: the fault of a row that can't be shown.
    private func read(_ row: Row) throws(RowFault) -> ExistingRow {
        let idValue = row[0] as ColumnValue? ?? .null
        guard let id = idValue.id else {
            throw RowFault(
                code: .noId, id: nil,
                sentence: """
                    a row of \(shape.name) has a \(shape.idKey) that is neither a text nor a whole number; the option id \
                    can name another column
                    """)
        }
        var flawed: [String] = []
        let value = JSONText.build { json in
            json.beginObject()
            if shape.hasOwnIDs {
                json.key(shape.idKey)
                idValue.write(to: &json)
            }
            for (place, column) in shape.columns.enumerated() {
                json.key(column.name)
                let value = row[place + 1] as ColumnValue? ?? .null
                if value.hasInvalidBytes { flawed.append(column.name) }
                value.write(column.type, to: &json)
            }
            json.endObject()
        }
        guard value.bytes.count <= Self.longestRow else {
            throw RowFault(
                code: .tooLong, id: id,
                sentence: """
                    the row \(id) of \(shape.name) is longer than \(Self.longestRow) bytes; the option columns can leave \
                    its long column out
                    """)
        }
        return ExistingRow(id: id, value: value, flawedColumns: flawed, shape.name)
    }
}

/// A row of a table or a query, as it is shown.
struct ExistingRow {
    let id: String
    let value: JSONText
    /// The columns whose bytes are not text: they are shown with U+FFFD, and can't be changed.
    private let flawedColumns: [String]
    /// What is wrong with the row although it is shown.
    private(set) var fault: RowFault?

    var row: SourceRow { SourceRow(id: id, value: value) }

    init(id: String, value: JSONText, flawedColumns: [String], _ table: String) {
        self.id = id
        self.value = value
        self.flawedColumns = flawedColumns
        guard let first = flawedColumns.first else { return }
        fault = RowFault(
            code: .invalidBytes, id: id,
            sentence: "the column \(first) of the row \(id) of \(table) has bytes that are not UTF-8",
            outcome: "it is shown, and that column can't be changed")
    }

    /// - Throws: `readOnly` where a patch changes a column whose bytes are not text.
    func checkWritable(_ patch: JSONValue) throws(Failure) {
        if let fault, flawedColumns.contains(where: { patch[$0] != nil }) { throw fault.locked }
    }
}
