import FHJSON
import FHRowCollections
import FeatureKit
import Synchronization

/// The rows of one state of a database, over which queries are evaluated.
///
/// The rows are filtered and sorted here and not by SQL, because the host's rules differ from the rules of SQL.
protocol QueryableRows {
    /// A value that changes when rows, or the form in which they are shown, may have changed.
    associatedtype State: Equatable & Sendable

    var state: State { get throws }
    /// The problems of the rows; nil if none are known.
    var problems: RowProblems? { get }
    /// True if the first page of a filter also has the number of all matching rows, so that all rows are read for it.
    static var countsMatches: Bool { get }

    /// Passes the rows that are shown to `body`, in their order, until `body` returns false.
    ///
    /// - Parameters:
    ///   - query: The members that this query reads are needed.
    ///   - last: The key of the row behind which the scan begins; nil for the first row.
    ///   - body: Receives the key of a row and its JSON text.
    func scan(
        for query: RowQuery, behind last: Int64?, _ body: (Int64, UnsafeRawBufferPointer) throws -> Bool) throws
    /// Returns the rows with these keys, in the same order, up to the size of a page.
    func rows(_ keys: ArraySlice<Int64>) throws -> RowBatch
    /// Sorts the rows in the database, if its order is that of the host for these rows.
    ///
    /// - Returns: The keys of the first `count` rows; nil if the rows have to be sorted here.
    func firstKeys(_ query: RowQuery, count: Int) throws -> FirstKeys?
}

extension QueryableRows {
    func firstKeys(_ query: RowQuery, count: Int) throws -> FirstKeys? { nil }
}

/// The keys of the first rows under a sort.
struct FirstKeys {
    let keys: [Int64]
    /// The number of all rows; nil if it is unknown.
    let totalCount: Int?
}

/// The results of recent queries.
///
/// With these results, further pages don't have to read all rows again.
final class RememberedQueries<Rows: QueryableRows>: Sendable {
    fileprivate struct Result: Sendable {
        let query: RowQuery
        /// The state of the rows for which the result is valid.
        let state: Rows.State
        /// The keys of the rows, in the query's order.
        var keys: [Int64] = []
        /// The key of the last row that was read; nil before the first one.
        var last: Int64?
        /// True if all rows were read.
        var isComplete = false
        /// The number of all keys, if it is known before all rows were read.
        var totalCount: Int?
    }

    /// The number of rows up to which a sort by the database looks for the first rows only.
    ///
    /// Whoever scrolls further gets all keys at once, instead of another sort for each page.
    private static var firstRows: Int { 1_000 }

    /// The number of results that are kept.
    private let limit = 4

    /// The recent results, with the newest last.
    private let results = Mutex<[Result]>([])

    func page(_ request: FeatureKit.FetchRequest, of rows: Rows, _ cancellation: Cancellation) throws -> Page {
        guard case .offset(let offset) = request.start else {
            throw Failure("invalidData", "queries count by offsets and know no cursors", retryable: false)
        }
        let (end, isTooFar) = max(0, offset).addingReportingOverflow(max(0, request.limit))
        let isAllNeeded = isTooFar || Rows.countsMatches
        let result = try result(of: request.query, count: isAllNeeded ? .max : end, in: rows, cancellation)
        let keys = result.keys
        let start = min(max(0, offset), keys.count)
        let page = try rows.rows(keys[start...].prefix(max(0, request.limit)))
        return Page(
            rows: page, endReached: result.isComplete && start + page.count == keys.count,
            totalCount: result.isComplete ? keys.count : result.totalCount, problems: rows.problems)
    }

    /// Returns the result of a query with at least `count` rows, or with all of them.
    private func result(
        of query: RowQuery, count: Int, in rows: Rows, _ cancellation: Cancellation
    ) throws -> Result {
        let state = try rows.state
        let known = results.withLock { $0.first { $0.query == query && $0.state == state } }
        var result = known ?? Result(query: query, state: state)
        if result.isComplete || result.keys.count >= count { return result }
        if query.sort.isEmpty {
            try result.filter(rows, count: count, cancellation)
        } else if let first = try rows.firstKeys(query, count: count > Self.firstRows ? .max : count) {
            result.keys = first.keys
            result.totalCount = first.totalCount
            result.isComplete = first.keys.count == first.totalCount
        } else {
            try result.sort(rows, cancellation)
        }
        results.withLock { results in
            results.removeAll { $0.state != state || $0.query == query }
            results.append(result)
            if results.count > limit { results.removeFirst() }
        }
        return result
    }
}

extension RememberedQueries.Result {
    /// Appends the next rows that pass the filter, until there are `count` rows.
    fileprivate mutating func filter(_ rows: Rows, count: Int, _ cancellation: Cancellation) throws {
        var filter = RowFilter(query)
        isComplete = true
        try rows.scan(for: query, behind: last) { key, bytes in
            try cancellation.check()
            last = key
            if filter.matches(bytes) { keys.append(key) }
            if keys.count >= count { isComplete = false }
            return isComplete
        }
    }

    fileprivate mutating func sort(_ rows: Rows, _ cancellation: Cancellation) throws {
        var filter = RowFilter(query)
        var table = SortTable(query.sort)
        // The database may have found the first rows already.
        keys = []
        try rows.scan(for: query, behind: nil) { key, bytes in
            try cancellation.check()
            if !query.isFilter || filter.matches(bytes) {
                keys.append(key)
                table.append(bytes)
            }
            return true
        }
        var run = SortRun(table)
        while run.advance() { try cancellation.check() }
        keys = run.order.map { keys[Int($0)] }
        isComplete = true
    }
}
