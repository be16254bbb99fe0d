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

    func page(from start: FeatureKit.FetchRequest.Start, limit: Int) throws -> Page {
        let selection = "SELECT \(shape.selection), \(shape.rowid ?? "NULL") FROM \(shape.origin)"
        let order = shape.rowid.map { "ORDER BY \($0)" } ?? ""
        // One more than wanted tells whether there are more.
        let wanted = limit == .max ? limit : limit + 1
        switch start {
        case .offset(let offset):
            return try page("\(selection) \(order) LIMIT ? OFFSET ?", [wanted, max(0, offset)], limit)
        case .cursor(let cursor):
            guard let rowid = shape.rowid, let last = Int64(cursor) else { throw Failure.noCursor }
            return try page("\(selection) WHERE \(rowid) > ? \(order) LIMIT ?", [last, wanted], limit)
        }
    }

    private func page(_ sql: String, _ arguments: StatementArguments, _ limit: Int) throws -> Page {
        var writer = RowWriter()
        var count = 0
        var bytes = 0
        var last: Int64?
        var endReached = true
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            if count == limit || bytes >= Self.pageBytes {
                endReached = false
                break
            }
            let (id, value) = try read(row)
            writer.append(id: id) { $0.value(value) }
            count += 1
            bytes += value.bytes.count
            last = row[shape.columns.count + 1]
        }
        let cursor = endReached ? nil : last.map { "\($0)" }
        var page = Page(rows: writer.finish(), nextCursor: cursor, endReached: endReached, totalCount: try self.count())
        page.columns = shape.columnTypes
        return page
    }

    /// How many rows there are; nil where there are very many.
    private func count() throws -> Int? {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM \(shape.origin) LIMIT \(Self.countLimit + 1))"
        let count: Int? = try Row.fetchOne(db, cached: sql, [])?[0]
        return count.flatMap { $0 > Self.countLimit ? nil : $0 }
    }

    /// The rows that have an id, at most two.
    func rows(_ id: String) throws -> [SourceRow] {
        let (condition, arguments) = condition(id)
        let sql = "SELECT \(shape.selection) FROM \(shape.origin) WHERE \(condition) LIMIT 2"
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var rows: [SourceRow] = []
        while let row = try cursor.next() {
            let (id, value) = try read(row)
            rows.append(SourceRow(id: id, value: value))
        }
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
            guard let (id, value) = try? read(row) else { continue }
            let place = shape.columns.count + 1
            let values: [ColumnValue] = shape.stored.indices.map { row[place + 1 + $0] ?? .null }
            whole = DeletedRow(
                shown: SourceRow(id: id, value: value), number: row[place], names: shape.stored, values: values)
        }
        return whole
    }

    func read(_ row: Row) throws -> (id: String, value: JSONText) {
        let idValue = row[0] as ColumnValue? ?? .null
        guard let id = idValue.id else {
            throw Failure(
                "invalidData",
                """
                a row of \(shape.table ?? "the query") has a \(shape.idKey) that is neither a text nor a whole \
                number; name a column that tells rows apart by the option id
                """, retryable: false)
        }
        let value = JSONText.build { json in
            json.beginObject()
            if shape.hasOwnIDs {
                json.key(shape.idKey)
                idValue.write(to: &json)
            }
            for (place, column) in shape.columns.enumerated() {
                json.key(column.name)
                (row[place + 1] as ColumnValue? ?? .null).write(column.type, to: &json)
            }
            json.endObject()
        }
        guard value.bytes.count <= Self.longestRow else {
            throw Failure(
                "invalidData",
                "the row \(id) is longer than \(Self.longestRow) bytes; leave its long column out by the option columns",
                retryable: false)
        }
        return (id, value)
    }
}
