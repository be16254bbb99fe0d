import FHJSON
import FeatureKit
import GRDB

/// The evaluation of queries over the rows of a table that the host keeps.
extension StoreRows: QueryableRows {
    static var countsMatches: Bool { true }

    var state: Int { get throws { try StoreDatabase.version(of: name.text, in: db) } }

    var problems: RowProblems? { faults?.problems }

    /// Passes all rows to `body`; `last` is nil, because all rows are read for the first page.
    ///
    /// Each row is parsed as a whole, because the filter requires valid rows.
    func scan(
        for query: RowQuery, behind last: Int64?, _ body: (Int64, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        let sql = "SELECT key, id, value FROM \(name.rows) ORDER BY position, key"
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            guard let shown = try shown(id: row[1], text: row[2]) else { continue }
            let key: Int64 = row[0]
            if try !shown.value.bytes.withUnsafeBytes({ try body(key, $0) }) { return }
        }
    }

    func rows(_ keys: ArraySlice<Int64>) throws -> RowBatch { try page(of: keys).batch }
}
