import FeatureKit
import GRDB
import JSON

/// The rows of a table in one state of its database.
struct StoreRows {
    /// A page ends where its rows have so many bytes; the next one goes on.
    private static let pageBytes = 4 << 20

    let name: StoreName
    let idKey: String
    let db: Database

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
        // One more than wanted tells whether there are more.
        let wanted = limit == .max ? limit : limit + 1
        switch start {
        case .offset(let offset):
            return try page("\(columns) \(order) OFFSET ?", [wanted, max(0, offset)], limit)
        case .cursor(let cursor):
            let (position, key) = try Self.place(cursor)
            return try page("\(columns) WHERE (position, key) > (?, ?) \(order)", [position, key, wanted], limit)
        }
    }

    private func page(_ sql: String, _ arguments: StatementArguments, _ limit: Int) throws -> Page {
        var writer = RowWriter()
        var count = 0
        var bytes = 0
        var cursor: String?
        var endReached = true
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            if count == limit || bytes >= Self.pageBytes {
                endReached = false
                break
            }
            let id: String = row[2]
            let value = try self.value(row[3], id: id)
            writer.append(id: id) { $0.value(value) }
            count += 1
            bytes += value.bytes.count
            cursor = "\(row[1] as Int).\(row[0] as Int)"
        }
        return Page(
            rows: writer.finish(), nextCursor: endReached ? nil : cursor, endReached: endReached,
            totalCount: try self.count)
    }

    /// The rows with these keys, in this order, and how many of the keys they are of.
    func rows(_ keys: some Sequence<Int64>) throws -> RowBatch {
        var writer = RowWriter()
        var bytes = 0
        for key in keys where bytes < Self.pageBytes {
            let sql = "SELECT id, value FROM \(name.rows) WHERE key = ?"
            guard let row = try Row.fetchOne(db, cached: sql, [key]) else { continue }
            let id: String = row[0]
            let value = try self.value(row[1], id: id)
            writer.append(id: id) { $0.value(value) }
            bytes += value.bytes.count
        }
        return writer.finish()
    }

    /// Where a page ended, from its cursor.
    private static func place(_ cursor: String) throws -> (position: Int, key: Int) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let position = Int(parts[0]), let key = Int(parts[1]) else { throw Failure.noCursor }
        return (position, key)
    }

    /// The object that a row holds, which a program other than this one may have written.
    func value(_ text: StoredText, id: String) throws -> JSONText {
        do {
            let value = try JSONValue(parsing: text.bytes)
            guard value.isObject else { throw Self.broken(id, name, "is no object") }
            guard SourceRow.id(value[idKey]) == id else {
                throw Self.broken(id, name, "has another \(idKey) than its column id")
            }
            return JSONText(value)
        } catch let error as JSONParseError {
            throw Self.broken(id, name, "\(error.fault) (line \(error.line), column \(error.column))")
        }
    }

    private static func broken(_ id: String, _ name: StoreName, _ flaw: String) -> Failure {
        Failure(
            "invalidData", "the value of the row \(id) in the table \(name.text) \(flaw); mend or delete the row",
            retryable: true)
    }
}

extension Failure {
    static let noCursor = Failure(
        "invalidData", "the cursor is not one that this source gave; begin with an offset", retryable: false)
}
