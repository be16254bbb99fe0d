import FHFuzzyMatch
import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit
import GRDB
import Synchronization

/// A search index over the texts of a table's rows.
struct StoreIndex: Sendable {
    /// The version of the table.
    let version: Int
    let keys: [SearchKey]
    /// The columns derived from the first row that can be shown; nil if there is no such row.
    let columns: [ColumnType]?
    let index: SearchIndex
    /// The keys of the rows in the table, in the order of the index.
    let rows: [Int64]
    /// The problems of the table's rows in this version.
    let problems: RowProblems?
}

/// The latest index, kept for the next search.
final class RememberedIndex: Sendable {
    private let index = Mutex<StoreIndex?>(nil)

    /// The index; nil before the first search.
    var last: StoreIndex? {
        get { index.withLock(\.self) }
        set { index.withLock { $0 = newValue } }
    }
}

extension StoreRows {
    /// Builds an index over the members that a search specifies.
    ///
    /// If the search specifies no members, the index is over the members that are shown as columns of the first row.
    ///
    /// - Parameters:
    ///   - keys: The members; empty for the members that are shown.
    ///   - known: The latest index, which is returned if it is over the same members and the table has not changed.
    ///   - cancellation: The cancellation, which is checked before each row.
    func index(_ keys: [SearchKey], _ known: StoreIndex?, _ cancellation: Cancellation) throws -> StoreIndex {
        let version = try StoreDatabase.version(of: name.text, in: db)
        let sql = "SELECT key, id, value FROM \(name.rows) ORDER BY position, key"
        let columns = try columnsOfFirstRow(sql)
        let keys = keys.isEmpty ? SearchKey.shown(by: columns ?? []) : keys
        if let known, known.version == version, known.keys == keys { return known }
        var texts = MemberTexts(keys.map(\.key))
        // An index needs at least one key.
        var index = SearchIndex(weights: keys.isEmpty ? [1] : keys.map(\.weight))
        var rows: [Int64] = []
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            try cancellation.check()
            guard let shown = try shown(id: row[1], text: row[2]) else { continue }
            let strings = shown.value.bytes.withUnsafeBytes { texts.strings(of: $0) }
            index.append(utf8: strings.isEmpty ? [[]] : strings)
            rows.append(row[0])
        }
        let types = columns.map { $0.map { ColumnType(key: $0.key, type: $0.type) } }
        return StoreIndex(
            version: version, keys: keys, columns: types, index: index, rows: rows, problems: faults?.problems)
    }

    /// Derives columns from the first row that can be shown; nil if there is no such row.
    private func columnsOfFirstRow(_ sql: String) throws -> [FHKindParts.Column]? {
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try cursor.next() {
            guard let shown = try shown(id: row[1], text: row[2]) else { continue }
            return Column.derived(from: shown.value.value)
        }
        return nil
    }

    /// Returns the row with an id.
    ///
    /// - Throws: `targetGone` if the row does not exist.
    func row(_ id: String) throws -> SourceRow { try StoreEdits(name: name, idKey: idKey, db: db).find(id).row.row }
}

extension TableSource {
    /// The maximum number of results that a search returns, on all pages together.
    private static let resultLimit = 10_000

    /// Returns the rows that match a query, with the best first.
    ///
    /// Rows are matched as in the host's own searches.
    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> {
        guard request.filter == nil else {
            return .now(
                .failure(Failure("invalidData", "this source knows no filters for searches", retryable: false)))
        }
        let start = request.cursor.map { Int($0) ?? -1 } ?? 0
        guard start >= 0 else { return .now(.failure(.noCursor)) }
        return .later { () async throws(Failure) in
            let index = try await self.index(request.keys).value
            let ranking = try await Self.ranking(request.query, index)
            let places = ranking.matches.dropFirst(start).prefix(request.limit).map { index.rows[Int($0.row)] }
            let rows = try await self.rows(places).value
            // Very long rows may fill the page before the limit is reached.
            let end = start + rows.read
            let endReached = end >= ranking.matches.count || places.isEmpty
            var page = Page(
                rows: rows.batch, nextCursor: endReached ? nil : "\(end)", endReached: endReached,
                totalCount: ranking.count, problems: index.problems)
            page.columns = index.columns
            return SearchPage(page)
        }
    }

    private static func ranking(_ query: String, _ index: StoreIndex) async throws(Failure) -> Ranking {
        do {
            var ranking = Ranking(Pattern(query), in: index.index, limit: resultLimit)
            while !ranking.isComplete { try await ranking.advance(by: 1 << 20, parts: Cores.count) }
            return ranking
        } catch {
            throw .cancelled
        }
    }
}
