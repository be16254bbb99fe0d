import FHJSON
import FeatureKit
import GRDB

/// The evaluation of queries over the rows of an existing table.
///
/// The key of a row is its rowid; if the rows have none, its index among all rows.
extension ExistingRows: QueryableRows {
    static var countsMatches: Bool { false }

    var problems: RowProblems? { faults?.problems }

    func scan(
        for query: RowQuery, behind last: Int64?, _ body: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        guard faults == nil else {
            return try scan(behind: last) { key, shown in
                try shown.value.bytes.withUnsafeBytes { try body(key, $0) }
            }
        }
        // Without errors, only the columns are read that the query needs. Without rowids, all columns are read, as for a
        // page: the columns decide by which index SQLite reads, and so the order in which the rows are numbered.
        let shape = shape.rowid == nil ? shape : shape.narrowed(to: query)
        let (sql, arguments) = try selection(of: shape, for: query, behind: last)
        let rows = try CurrentRow.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var json = JSONWriter()
        var index = last ?? -1
        while let row = try rows.next() {
            index += 1
            guard row.write(shape, to: &json) else { throw RowFault.unread(shape) }
            let key = shape.rowid == nil ? index : row.rowid(behind: shape.columns.count)
            if try !json.withUnsafeBytes({ try body(key, $0) }) { return }
        }
    }

    /// Lets the database sort, by the values of columns or, if SQL's order is another one, by ``OrderFunction``.
    func firstKeys(_ query: RowQuery, count: Int) throws -> FirstKeys? {
        guard let order = try order(of: query), count < .max || order.isNumeric else { return nil }
        let keys: [Int64]
        do {
            keys = try Int64.fetchAll(db.cachedStatement(sql: "\(order.sql) LIMIT ?"), arguments: [count])
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // A text is too long or not UTF-8. The row is found when all rows are read.
            return nil
        }
        if keys.count < count { return FirstKeys(keys: keys, totalCount: keys.count) }
        if let count = order.rowCount { return FirstKeys(keys: keys, totalCount: count) }
        // Unless indexes made it unnecessary, all rows were read, so counting them is comparatively fast.
        return FirstKeys(keys: keys, totalCount: try self.count(upTo: order.isNumeric ? Self.countLimit : .max))
    }

    /// Returns a query in SQL for the columns of `shape`, which are read by ``CurrentRow``.
    ///
    /// The query skips rows that can't pass the filter.
    func selection(
        of shape: TableShape, for query: RowQuery, behind last: Int64?
    ) throws -> (sql: String, arguments: StatementArguments) {
        let prefilter = shape.rowid == nil ? nil : try Prefilter(query, of: self)
        let (source, arguments) = source(behind: last, prefilter)
        return ("SELECT 1, \(shape.selection), \(shape.rowid ?? "NULL") FROM \(source)", arguments)
    }

    /// Returns the order of a sort; nil if the rows have to be sorted here.
    func order(of query: RowQuery) throws -> SQLOrder? {
        guard faults == nil, let rowid = shape.rowid, !query.isFilter else { return nil }
        var isNumeric = true
        var rowCount: Int?
        var terms: [String] = []
        for key in query.sort {
            guard let column = shape.column(key.key) else { return nil }
            let facts = try column.type.keepsText || column.type == .boolean ? nil : numberFacts(of: column)
            rowCount = facts?.rowCount ?? rowCount
            if facts?.isNumber == true {
                terms.append("\(column.sql) COLLATE BINARY \(key.isDescending ? "DESC" : "ASC NULLS LAST")")
            } else {
                isNumeric = false
                terms.append(OrderFunction.call(column, key))
            }
        }
        let order = "ORDER BY \((terms + [rowid]).joined(separator: ", "))"
        return SQLOrder(
            sql: "SELECT \(rowid) FROM \(shape.origin) \(order)", isNumeric: isNumeric, rowCount: rowCount)
    }

    func rows(_ keys: ArraySlice<Int64>) throws -> RowBatch {
        try MemoryRoom.check("the rows of the database")
        let byIndex = shape.rowid == nil ? try rowsByIndex(Set(keys)) : [:]
        var writer = RowWriter()
        var bytes = 0
        for key in keys where bytes < Self.pageBytes {
            guard let row = try byIndex[key] ?? row(withKey: key) else { continue }
            writer.append(id: row.id) { $0.value(row.value) }
            bytes += row.value.bytes.count
        }
        return writer.finish()
    }

    /// Reads the row with a rowid; nil if there is none.
    private func row(withKey key: Int64) throws -> ExistingRow? {
        guard let rowid = shape.rowid else { return nil }
        let sql = "SELECT \(shape.selection), \(rowid) FROM \(shape.origin) WHERE \(rowid) = ?"
        return try Row.first(db, cached: sql, [key]) { try shown($0, number: key) } ?? nil
    }

    /// Reads the rows with these indexes among all rows.
    private func rowsByIndex(_ keys: Set<Int64>) throws -> [Int64: ExistingRow] {
        guard let first = keys.min() else { return [:] }
        var found: [Int64: ExistingRow] = [:]
        try scan(behind: first - 1) { key, row in
            if keys.contains(key) { found[key] = row }
            return found.count < keys.count
        }
        return found
    }

    private func scan(behind last: Int64?, _ body: (Int64, ExistingRow) throws -> Bool) throws {
        let (source, arguments) = source(behind: last)
        let sql = "SELECT \(shape.selection), \(shape.rowid ?? "NULL") FROM \(source)"
        var index = last ?? -1
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            index += 1
            let rowid: Int64? = row[shape.columns.count + 1]
            let key = rowid ?? index
            guard let shown = try shown(row, number: key) else { continue }
            if try !body(key, shown) { return }
        }
    }

    /// The rows behind a row, as the part of a statement that follows FROM, with its arguments.
    ///
    /// - Parameter prefilter: A condition for rows that have a rowid.
    private func source(
        behind last: Int64?, _ prefilter: Prefilter? = nil
    ) -> (sql: String, arguments: StatementArguments) {
        guard let rowid = shape.rowid else { return ("\(shape.origin) LIMIT -1 OFFSET ?", [(last ?? -1) + 1]) }
        var conditions: [String] = []
        var arguments = StatementArguments()
        if let last {
            conditions.append("\(rowid) > ?")
            arguments += [last]
        }
        if let prefilter, let sql = prefilter.sql {
            conditions.append("(\(sql))")
            arguments += prefilter.arguments
        }
        let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        return ("\(shape.origin) \(condition) ORDER BY \(rowid)", arguments)
    }
}

/// A sort by the database.
struct SQLOrder {
    /// A query for the rowids in this order.
    let sql: String
    /// True if all columns of the sort contain only numbers, for which SQL's order is the host's.
    let isNumeric: Bool
    /// The number of rows, if a column without an index was examined for ``isNumeric``.
    let rowCount: Int?
}

extension RowFault {
    /// An error that was noticed, but not examined: all rows have to be read as a whole.
    fileprivate static func unread(_ shape: TableShape) -> RowFault {
        RowFault(code: .noId, id: nil, sentence: "a row of \(shape.name) can't be read")
    }
}

extension TableShape {
    /// Returns the shape without the columns that a query doesn't read; the id stays.
    func narrowed(to query: RowQuery) -> TableShape {
        let words = query.text.contains { !$0.isWhitespace }
        if words, query.textKeys.isEmpty { return self }
        let keys = (query.predicate?.references ?? []) + (words ? query.textKeys : []) + query.sort.map(\.key)
        // A key that begins with a slash is a pointer, whose first part is the name of a member.
        let names = Set(keys).union(
            keys.compactMap { $0.hasPrefix("/") ? (try? JSONPointer(parsing: $0))?.tokens.first : nil })
        var shape = self
        shape.columns = columns.filter { names.contains($0.name) || $0.name == idKey }
        return shape
    }
}
