import FeatureKit
import FuzzyMatch
import JSON

/// All rows of a source with their index, to be searched on any thread.
///
/// It never changes; rows that are loaded anew are another corpus.
public final class Corpus: Sendable {
    /// How many members of a row are matched at most.
    private static let largestKeyCount = 16

    /// The rows in the source's order; a row's number is its place.
    let rows: [SourceRow]
    /// The members that are matched, in the order of the index's keys.
    let keys: [String]
    /// The columns that the first row gives.
    let columns: [Column]
    let index: SearchIndex

    /// Indexes rows; one that comes again is updated where it stands.
    ///
    /// - Throws: `CancellationError`.
    init(_ source: some Sequence<SourceRow>, keys declared: [String], idKey: String) throws {
        let rows = try Self.unique(source)
        let columns = rows.first.map { Column.derived(from: $0.value.value) } ?? []
        let derived = columns.filter { $0.type == .text && $0.key != idKey }.map(\.key)
        let keys = Array((declared.isEmpty ? derived : declared).prefix(Self.largestKeyCount))
        // An index has at least one key.
        var index = SearchIndex(weights: Array(repeating: 1, count: max(1, keys.count)))
        for row in rows {
            if index.count.isMultiple(of: 1024) { try Task.checkCancellation() }
            let value = row.value.value
            index.append(keys.isEmpty ? [""] : keys.map { value[$0]?.stringValue ?? "" })
        }
        self.rows = rows
        self.keys = keys
        self.columns = columns
        self.index = index
    }

    private static func unique(_ source: some Sequence<SourceRow>) throws -> [SourceRow] {
        var rows: [SourceRow] = []
        var places: [String: Int] = [:]
        for row in source {
            if rows.count.isMultiple(of: 1024) { try Task.checkCancellation() }
            if let place = places.updateValue(rows.count, forKey: row.id) {
                places[row.id] = place
                rows[place] = row
            } else {
                rows.append(row)
            }
        }
        return rows
    }
}

extension Corpus: Equatable {
    /// Whether both are the same load.
    public static func == (a: Corpus, b: Corpus) -> Bool { a === b }
}
