import FHJSON
import FHRowCollections
import FeatureKit
import GRDB
import Synchronization

/// The results of recent queries.
///
/// With these results, further pages don't have to read all rows again.
///
/// The rows are filtered and sorted here and not by SQL, because the host's rules differ from the rules of SQL.
final class RememberedQueries: Sendable {
    private struct Result: Sendable {
        let query: RowQuery
        /// The version of the table for which the result is valid.
        let version: Int
        /// The keys of the rows, in the query's order.
        let keys: [Int64]
    }

    private static let limit = 4

    /// The recent results, with the newest last.
    private let results = Mutex<[Result]>([])

    func page(_ request: FeatureKit.FetchRequest, of rows: StoreRows, _ cancellation: Cancellation) throws -> Page {
        guard case .offset(let offset) = request.start else {
            throw Failure("invalidData", "queries count by offsets and know no cursors", retryable: false)
        }
        let keys = try keys(of: request.query, in: rows, cancellation)
        let start = min(max(0, offset), keys.count)
        let page = try rows.rows(keys[start...].prefix(request.limit))
        return Page(
            rows: page, endReached: start + page.count == keys.count, totalCount: keys.count,
            problems: rows.faults?.problems)
    }

    private func keys(of query: RowQuery, in rows: StoreRows, _ cancellation: Cancellation) throws -> [Int64] {
        let version = try StoreDatabase.version(of: rows.name.text, in: rows.db)
        let known = results.withLock { $0.first { $0.query == query && $0.version == version }?.keys }
        if let known { return known }
        let keys = try Self.look(for: query, in: rows, cancellation)
        results.withLock { results in
            results.removeAll { $0.version != version || $0.query == query }
            results.append(Result(query: query, version: version, keys: keys))
            if results.count > Self.limit { results.removeFirst() }
        }
        return keys
    }

    /// Evaluates a query on all rows.
    private static func look(
        for query: RowQuery, in rows: StoreRows, _ cancellation: Cancellation
    ) throws -> [Int64] {
        var filter = RowFilter(query)
        var table = SortTable(query.sort)
        var keys: [Int64] = []
        let sql = "SELECT key, id, value FROM \(rows.name.rows) ORDER BY position, key"
        let cursor = try Row.fetchCursor(rows.db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            try cancellation.check()
            // Each row is parsed as a whole, because the filter requires valid rows.
            guard let shown = try rows.shown(id: row[1], text: row[2]) else { continue }
            shown.value.bytes.withUnsafeBytes { bytes in
                guard !query.isFilter || filter.matches(bytes) else { return }
                keys.append(row[0])
                if !query.sort.isEmpty { table.append(bytes) }
            }
        }
        if query.sort.isEmpty { return keys }
        var run = SortRun(table)
        while run.advance() { try cancellation.check() }
        return run.order.map { keys[Int($0)] }
    }
}
