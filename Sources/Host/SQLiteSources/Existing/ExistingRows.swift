import FHJSON
import FeatureKit
import GRDB

/// The rows of a table or a query in one state of its database.
struct ExistingRows {
    /// The maximum length of a row's text in bytes.
    static let longestRow = 1 << 20
    /// The maximum length of an id in bytes.
    static let longestID = 4_096
    /// The size in bytes at which a page ends.
    ///
    /// A page with at least this many bytes gets no further rows. The next page begins with the next row.
    static let pageBytes = 4 << 20
    /// The maximum number of rows that are counted.
    ///
    /// There is a limit because the time for counting is proportional to the number.
    static let countLimit = 100_000

    /// A value that changes when rows may have changed.
    struct State: Equatable, Sendable {
        /// The number of the connection; another connection may have opened another file.
        let opening: Int
        /// The number of changes by other connections.
        let version: Int
        /// The number of changes by this connection.
        let changes: Int
        /// True if the errors of all rows are known.
        let hasFaults: Bool
        /// The values of the parameters in the query.
        let params: JSONText?
    }

    var shape: TableShape
    let db: Database
    /// The number of the connection.
    var opening = 0
    /// The values of the parameters in the query; nil for none.
    var params: JSONText?
    /// The errors of all rows; nil if no errors were found so far.
    ///
    /// If the value is nil, reading throws the first error of a row.
    var faults: FoundFaults?
    /// The known facts about all rows.
    var facts = TableFacts()

    /// The state of the database, and of what is known about the errors of its rows.
    var state: State {
        get throws {
            State(
                opening: opening, version: try db.dataVersion(), changes: db.totalChangesCount,
                hasFaults: faults != nil, params: params)
        }
    }

    func page(from start: FeatureKit.FetchRequest.Start, limit: Int) throws -> Page {
        let selection = "SELECT \(shape.selection), \(shape.rowid ?? "NULL") FROM \(shape.origin)"
        let order = shape.rowid.map { "ORDER BY \($0)" } ?? ""
        // One row more than requested shows whether there are further rows. If rows are omitted, the required number is
        // unknown.
        let wanted = faults != nil ? -1 : limit == .max ? limit : limit + 1
        switch start {
        case .offset(let offset):
            // Omitted rows don't count for the offset.
            let skipped = faults == nil ? 0 : offset
            let place = try place(behind: max(0, offset - skipped))
            if let rowid = shape.rowid, let behind = place.rowid {
                let sql = "\(selection) WHERE \(rowid) > ? \(order) LIMIT ? OFFSET ?"
                return try page(sql, [behind, wanted, place.rest], limit, skipping: skipped)
            }
            return try page("\(selection) \(order) LIMIT ? OFFSET ?", [wanted, place.rest], limit, skipping: skipped)
        case .cursor(let cursor):
            guard let rowid = shape.rowid, let last = Int64(cursor) else { throw Failure.noCursor }
            return try page("\(selection) WHERE \(rowid) > ? \(order) LIMIT ?", [last, wanted], limit)
        }
    }

    private func page(
        _ sql: String, _ arguments: StatementArguments, _ limit: Int, skipping start: Int = 0
    ) throws -> Page {
        try MemoryRoom.check("the rows of the database")
        var writer = RowWriter()
        var count = 0
        var bytes = 0
        var last: Int64?
        var endReached = true
        var skipped = start
        var number: Int64 = -1
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            if count == limit || bytes >= Self.pageBytes {
                endReached = false
                break
            }
            last = row[shape.columns.count + 1]
            number += 1
            guard let shown = try shown(row, number: last ?? number) else { continue }
            if skipped > 0 {
                skipped -= 1
                continue
            }
            writer.append(id: shown.id) { $0.value(shown.value) }
            count += 1
            bytes += shown.value.bytes.count
        }
        let cursor = endReached ? nil : last.map { "\($0)" }
        // A page behind the last row has the number of rows, however many there are. If rows are omitted, all rows were
        // read for it.
        let isBehind = endReached && count == 0
        let total =
            isBehind && faults != nil && start > 0
            ? start - skipped : try self.count(upTo: isBehind && faults == nil ? .max : Self.countLimit)
        var page = Page(
            rows: writer.finish(), nextCursor: cursor, endReached: endReached, totalCount: total,
            problems: faults?.problems)
        page.columns = shape.columnTypes
        return page
    }

    /// Returns the number of rows; nil if there are more than `limit`.
    func count(upTo limit: Int = countLimit) throws -> Int? {
        let counted = limit == .max ? shape.origin : "(SELECT 1 FROM \(shape.origin) LIMIT \(limit + 1))"
        let count = try facts.count(upTo: limit, in: state) {
            try Row.fetchOne(db, cached: "SELECT count(*) FROM \(counted)", [])?[0] as Int?
        }
        return count.map { $0 - (faults?.leftOutCount ?? 0) }
    }

    // MARK: Rows

    /// Returns the rows with an id, but at most two.
    ///
    /// - Throws: `invalidData` for a row that can't be read.
    func rows(_ id: String) throws -> [ExistingRow] {
        let (condition, arguments) = condition(id)
        let sql = "SELECT \(shape.selection) FROM \(shape.origin) WHERE \(condition) LIMIT 2"
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var rows: [ExistingRow] = []
        while let row = try cursor.next() { rows.append(try readable(row)) }
        return rows
    }

    /// Returns the condition for rows with an id.
    ///
    /// A column may store the id as text or as a number.
    func condition(_ id: String) -> (sql: String, arguments: StatementArguments) {
        if let number = Int64(id), "\(number)" == id { return ("\(shape.idColumn) IN (?, ?)", [id, number]) }
        var arguments = StatementArguments()
        let text = id.expression(&arguments)
        return ("\(shape.idColumn) = \(text)", arguments)
    }

    /// Returns the row with an id and all its columns; nil if there is no such row, if the row can't be shown, or if
    /// there are too many columns for one query.
    func whole(_ id: String) throws -> DeletedRow? {
        // With the id and the rowid, the result has two more columns, and SQLite allows at most 2,000.
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
}
