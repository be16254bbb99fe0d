import FeatureKit
import FuzzyMatch
import GRDB
import JSON
import Querying
import Synchronization

/// The texts of a table's rows, ready to be matched.
struct StoreIndex: Sendable {
    /// The number of the table's state that it was made of.
    let version: Int
    let keys: [SearchKey]
    let index: SearchIndex
    /// The rows' keys in the table, in the index's order.
    let rows: [Int64]
}

/// The index that was made last, so that the next search makes none.
final class RememberedIndex: Sendable {
    private let index = Mutex<StoreIndex?>(nil)

    /// The index; nil before the first search.
    var last: StoreIndex? {
        get { index.withLock(\.self) }
        set { index.withLock { $0 = newValue } }
    }
}

extension StoreRows {
    /// The rows' texts by the members that a search names, or else by those that columns of the first row would show.
    ///
    /// - Parameter known: the one that was made last; it serves as long as the table has not changed.
    func index(_ keys: [SearchKey], _ known: StoreIndex?, _ cancellation: Cancellation) throws -> StoreIndex {
        let version = try StoreDatabase.version(of: name.text, in: db)
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT key, id, value FROM \(name.rows) ORDER BY position, key"))
        var row = try cursor.next()
        var keys = keys
        if keys.isEmpty, let row {
            let first = try value(row[2], id: row[1])
            keys = SearchKey.shown(by: Column.derived(from: nil, first.value))
        }
        if let known, known.version == version, known.keys == keys { return known }
        var texts = MemberTexts(keys.map(\.key))
        // An index has at least one key.
        var index = SearchIndex(weights: keys.isEmpty ? [1] : keys.map(\.weight))
        var rows: [Int64] = []
        while let found = row {
            try cancellation.check()
            let value = try value(found[2], id: found[1])
            let strings = value.bytes.withUnsafeBytes { texts.strings(of: $0) }
            index.append(utf8: strings.isEmpty ? [[]] : strings)
            rows.append(found[0])
            row = try cursor.next()
        }
        return StoreIndex(version: version, keys: keys, index: index, rows: rows)
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

extension TableSource {
    /// How many of the best rows can be shown.
    private static let resultLimit = 10_000

    /// The rows that match a query as the host's own searches match it, the best first.
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
            // One that is longer than others may leave no room for the rest.
            let end = start + rows.read
            let endReached = end >= ranking.matches.count || places.isEmpty
            return SearchPage(
                Page(
                    rows: rows.batch, nextCursor: endReached ? nil : "\(end)", endReached: endReached,
                    totalCount: ranking.count))
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
