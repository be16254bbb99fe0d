import FHJSON
import FeatureKit
import GRDB

/// The rows of a table in one state of its database.
struct StoreRows {
    /// The size in bytes at which a page ends.
    ///
    /// A page with at least this many bytes gets no further rows. The next page begins with the next row.
    private static let pageBytes = 4 << 20

    let name: StoreName
    let idKey: String
    let db: Database
    /// The errors of all rows; nil if no errors were found so far.
    ///
    /// If the value is nil, reading throws the first error of a row.
    var faults: FoundFaults?

    init(name: StoreName, idKey: String, db: Database, faults: FoundFaults? = nil) {
        self.name = name
        self.idKey = idKey
        self.db = db
        self.faults = faults
    }

    var count: Int {
        get throws {
            let sql = "SELECT row_count FROM featurehost_tables WHERE name = ?"
            return try Row.fetchOne(db, cached: sql, [name.text])?[0] ?? 0
        }
    }

    // MARK: Pages

    func page(from start: FeatureKit.FetchRequest.Start, limit: Int) throws -> Page {
        let columns = "SELECT key, position, id, value FROM \(name.rows)"
        let order = "ORDER BY position, key LIMIT ?"
        // One row more than requested shows whether there are further rows. If rows are omitted, the required number is
        // unknown.
        let wanted = faults != nil ? -1 : limit == .max ? limit : limit + 1
        switch start {
        case .offset(let offset):
            // Omitted rows don't count for the offset.
            let skipped = faults == nil ? 0 : offset
            let sql = "\(columns) \(order) OFFSET ?"
            return try page(sql, [wanted, max(0, offset - skipped)], limit, skipping: skipped)
        case .cursor(let cursor):
            let (position, key) = try Self.place(cursor)
            return try page("\(columns) WHERE (position, key) > (?, ?) \(order)", [position, key, wanted], limit)
        }
    }

    private func page(
        _ sql: String, _ arguments: StatementArguments, _ limit: Int, skipping skipped: Int = 0
    ) throws -> Page {
        try MemoryRoom.check("the rows of the table \(name.text)")
        var writer = RowWriter()
        var count = 0
        var bytes = 0
        var cursor: String?
        var endReached = true
        var skipped = skipped
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            if count == limit || bytes >= Self.pageBytes {
                endReached = false
                break
            }
            guard let shown = try shown(id: row[2], text: row[3]) else { continue }
            if skipped > 0 {
                skipped -= 1
                continue
            }
            writer.append(id: shown.id) { $0.value(shown.value) }
            count += 1
            bytes += shown.value.bytes.count
            cursor = "\(row[1] as Int).\(row[0] as Int)"
        }
        return Page(
            rows: writer.finish(), nextCursor: endReached ? nil : cursor, endReached: endReached,
            totalCount: try self.count - (faults?.leftOutCount ?? 0), problems: faults?.problems)
    }

    /// Returns the rows with these keys, in the same order, up to the size of a page, and the number of keys that were
    /// read.
    func page(of keys: some Sequence<Int64>) throws -> (batch: RowBatch, read: Int) {
        var writer = RowWriter()
        var bytes = 0
        var read = 0
        for key in keys {
            if bytes >= Self.pageBytes { break }
            read += 1
            let sql = "SELECT id, value FROM \(name.rows) WHERE key = ?"
            let found = try Row.first(db, cached: sql, [key]) { try shown(id: $0[0], text: $0[1]) }
            guard let shown = found ?? nil else { continue }
            writer.append(id: shown.id) { $0.value(shown.value) }
            bytes += shown.value.bytes.count
        }
        return (writer.finish(), read)
    }

    // MARK: Faults

    /// Returns a row as it is shown; nil for a row that is omitted.
    ///
    /// - Throws: The error of the row, if it has one and ``faults`` is nil.
    func shown(id: ColumnValue?, text: StoredText?) throws -> StoredRow? {
        do throws(RowFault) {
            let row = try StoredRow(id: id, text: text, name, idKey: idKey)
            if faults == nil, let fault = row.fault { throw fault }
            return row
        } catch {
            if faults == nil { throw error }
            return nil
        }
    }

    /// Searches all rows for errors.
    ///
    /// - Throws: `invalidData` if no row can be shown.
    func findFaults(_ cancellation: Cancellation) throws -> FoundFaults {
        var faults = FoundFaults()
        let sql = "SELECT id, value FROM \(name.rows) ORDER BY position, key"
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            try cancellation.check()
            do throws(RowFault) {
                faults.note(try StoredRow(id: row[0], text: row[1], name, idKey: idKey).fault, isShown: true)
            } catch {
                faults.note(error, isShown: false)
            }
        }
        try faults.checkReadable()
        return faults
    }

    /// Parses a cursor into the place at which the previous page ends.
    private static func place(_ cursor: String) throws -> (position: Int, key: Int) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let position = Int(parts[0]), let key = Int(parts[1]) else { throw Failure.noCursor }
        return (position, key)
    }
}

extension Failure {
    static let noCursor = Failure(
        "invalidData", "the cursor is not one that this source gave; begin with an offset", retryable: false)
}
