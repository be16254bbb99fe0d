import FHFuzzyMatch
import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// Rows of a source with their search index.
///
/// A corpus is immutable, so that any thread can search it.
///
/// Adding rows to a corpus returns a new corpus, which shares its existing rows with the old one.
public final class Corpus: Sendable {
    /// The settings for reading and indexing rows.
    struct Settings: Sendable {
        /// The row members in which the search looks for the query; if empty, the members shown by ``columns``.
        let keys: [SearchConfiguration.Key]
        /// The configured columns; if empty, they are derived from the source's declarations or the first row.
        let columns: [Column]
    }

    /// An object that a corpus shares with the corpora that were made from it by adding rows without replacing any.
    private final class Origin: Sendable {}

    /// The rows in the source's order.
    ///
    /// In the index, a row's number is its position in this collection.
    let rows: RowCollection
    /// The row members in which the search looks for the query, in the order of the index's keys.
    let keys: [SearchConfiguration.Key]
    /// The columns derived from the source's declarations or the first row.
    let columns: [Column]
    let index: SearchIndex
    /// The ranges of text that match the query, as the source has returned them, by row number.
    let matches: [Int: JSONText]
    /// True if no further page is to be loaded: the last page was loaded, or ``failure`` has ended the loading.
    ///
    /// Always true for the results of a source that searches by itself.
    let isWhole: Bool
    /// The problems that the source has found in its rows; nil if there are none.
    let problems: RowProblems?
    /// The failure because of which rows of the source are missing; nil if there was none.
    let failure: Failure?
    private let origin: Origin
    /// Rows that the source has returned again, with other values than before.
    ///
    /// The new values are used once the last row has arrived. The index is rebuilt for this, because rows can only be
    /// added to an index.
    private let replacements: [SourceRow]
    /// The length of all rows in bytes.
    private let length: Int

    convenience init() {
        self.init(rows: RowCollection(), keys: [], columns: [], index: SearchIndex(), origin: Origin())
    }

    private init(
        rows: RowCollection, keys: [SearchConfiguration.Key], columns: [Column], index: SearchIndex,
        matches: [Int: JSONText] = [:], isWhole: Bool = false, problems: RowProblems? = nil, failure: Failure? = nil,
        origin: Origin, replacements: [SourceRow] = [], length: Int = 0
    ) {
        self.rows = rows
        self.keys = keys
        self.columns = columns
        self.index = index
        self.matches = matches
        self.isWhole = isWhole
        self.problems = problems
        self.failure = failure
        self.origin = origin
        self.replacements = replacements
        self.length = length
    }

    /// True if this corpus is `other`, or was made from it by adding rows without replacing any.
    ///
    /// This corpus then contains all rows of `other` at the same positions.
    func isGrown(from other: Corpus) -> Bool { origin === other.origin && rows.count >= other.rows.count }

    /// Returns the corpus with additional rows.
    ///
    /// A row whose id the corpus already has keeps its position. Its new value replaces the old one in the corpus that
    /// has the last row.
    ///
    /// - Parameters:
    ///   - batch: the rows.
    ///   - matches: the ranges of text that match the query, from the source, by position in the batch.
    ///   - declared: the types that the source declares for the rows' members; nil if it declares none.
    ///   - problems: the problems that the source has found so far; nil if they are unchanged.
    ///   - failure: the failure because of which rows of the source are missing; nil if there was none.
    ///   - isLast: true if no more rows follow.
    /// - Throws: `CancellationError`; `systemLimit` if there is too little memory.
    func appending(
        _ batch: RowBatch, matches new: [Int: JSONText] = [:], declared: [ColumnType]? = nil,
        problems: RowProblems? = nil, failure: Failure? = nil, isLast: Bool, _ settings: Settings
    ) throws -> Corpus {
        let problems = problems ?? self.problems
        let isFirst = rows.isEmpty
        let columns = isFirst ? Column.derived(from: declared, batch.first?.value.value) : columns
        let keys = isFirst ? Self.keys(settings, columns) : keys
        var rows = rows
        var index = isFirst ? Self.index(of: keys) : index
        var texts = MemberTexts(keys.map(\.key))
        var replacements = replacements
        var length = length
        var matches = matches
        for (number, row) in batch.enumerated() {
            if number.isMultiple(of: 1024) { try Self.checkRoom(for: length) }
            length += row.withTexts { _, value in value.count }
            let known = rows.place(of: row.id)
            matches[known ?? rows.count] = new[number]
            if let known {
                if rows[known] != row { replacements.append(row) }
            } else {
                rows.put(row)
                Self.append(row, &texts, to: &index)
            }
        }
        guard isLast, !replacements.isEmpty else {
            return Corpus(
                rows: rows, keys: keys, columns: columns, index: index, matches: matches, isWhole: isLast,
                problems: problems, failure: failure, origin: origin, replacements: replacements, length: length)
        }
        for row in replacements { rows.put(row) }
        index = Self.index(of: keys)
        for (number, row) in rows.enumerated() {
            if number.isMultiple(of: 1024) { try Self.checkRoom(for: length) }
            Self.append(row, &texts, to: &index)
        }
        return Corpus(
            rows: rows, keys: keys, columns: columns, index: index, matches: matches, isWhole: true,
            problems: problems, failure: failure, origin: Origin(), length: length)
    }

    /// Checks that the task is not cancelled, that the rows are not too long, and that there is enough memory for more
    /// of them.
    private static func checkRoom(for length: Int) throws {
        try Task.checkCancellation()
        guard length <= RowLimits.file else {
            throw Failure(
                "invalidData",
                "the source has more than \(RowLimits.file) bytes of rows, which is more than can be looked through",
                retryable: false)
        }
        try MemoryRoom.check("the rows that are looked through")
    }

    private static func keys(_ settings: Settings, _ columns: [Column]) -> [SearchConfiguration.Key] {
        let keys =
            settings.keys.isEmpty
            ? SearchKey.shown(by: settings.columns.isEmpty ? columns : settings.columns) : settings.keys
        return Array(keys.prefix(SearchConfiguration.largestKeyCount))
    }

    private static func index(of keys: [SearchConfiguration.Key]) -> SearchIndex {
        // An index has at least one key.
        SearchIndex(weights: keys.isEmpty ? [1] : keys.map(\.weight))
    }

    private static func append(_ row: SourceRow, _ texts: inout MemberTexts, to index: inout SearchIndex) {
        let strings = row.withTexts { _, value in texts.strings(of: value) }
        index.append(utf8: strings.isEmpty ? [[]] : strings)
    }
}

extension Corpus: Equatable {
    /// True if both have the same rows and search the same members.
    public static func == (a: Corpus, b: Corpus) -> Bool {
        a === b
            || a.rows == b.rows && a.keys == b.keys && a.matches == b.matches && a.isWhole == b.isWhole
                && a.problems == b.problems && a.failure == b.failure
    }
}
