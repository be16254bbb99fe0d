import FeatureKit
import GRDB
import JSON

extension StoreRows {
    /// The rows in whose texts each word of a query begins one, the best first.
    func found(_ request: SearchRequest) throws -> Page {
        guard request.filter == nil else {
            throw Failure("invalidData", "this source knows no filters for searches", retryable: false)
        }
        let start = try request.cursor.map { cursor in
            guard let start = Int(cursor), start >= 0 else { throw Failure.noCursor }
            return start
        }
        let first = start ?? 0
        let match = Self.match(request.query)
        if match.isEmpty { return Page(rows: [], endReached: true) }
        let sql = """
            SELECT rowid FROM \(name.search) WHERE \(name.search) MATCH ? ORDER BY rank, rowid LIMIT ? OFFSET ?
            """
        // One more than wanted tells whether there are more.
        let wanted = request.limit == .max ? request.limit : request.limit + 1
        let keys = try Int64.fetchAll(
            db.cachedStatement(sql: sql), arguments: [match, wanted, first])
        let rows = try rows(keys.prefix(request.limit))
        let end = first + rows.count
        let endReached = rows.count >= keys.count
        return Page(
            rows: rows, nextCursor: endReached ? nil : "\(end)", endReached: endReached,
            totalCount: endReached ? end : nil)
    }

    /// Each word as the beginning of one, whatever signs are in it.
    private static func match(_ query: String) -> String {
        query.split { $0.isWhitespace || $0 == "\0" }.map { "\(String($0).quotedIdentifier)*" }.joined(separator: " ")
    }

    /// One row.
    ///
    /// - Throws: `targetGone` where it is not there.
    func row(_ id: String) throws -> SourceRow {
        guard let row = try Row.fetchOne(db, cached: "SELECT value FROM \(name.rows) WHERE id = ?", [id]) else {
            throw Failure("targetGone", "the row \(id) is no longer there", retryable: false)
        }
        return SourceRow(id: id, value: try value(row[0], id: id))
    }
}
