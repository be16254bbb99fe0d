import FeatureKit
import FuzzyMatch
import JSON
import Querying

/// Rows of a source with their index, to be searched on any thread.
///
/// It never changes: one with further rows is another corpus, which shares what both have.
public final class Corpus: Sendable {
    /// What rows are read by.
    struct Settings: Sendable {
        /// The members that are matched; empty means those that ``columns`` show.
        let keys: [SearchConfiguration.Key]
        /// The declared columns; empty means those that the first row gives.
        let columns: [Column]
    }

    /// What corpora have in common that grew from one another.
    private final class Origin: Sendable {}

    /// The rows in the source's order; a row's number is its place.
    let rows: RowCollection
    /// The members that are matched, in the order of the index's keys.
    let keys: [SearchConfiguration.Key]
    /// The columns that the first row gives.
    let columns: [Column]
    let index: SearchIndex
    /// Where the source says that rows match, by their places.
    let matches: [Int: JSONText]
    /// Whether these are all rows that the source has.
    let isWhole: Bool
    /// The problems that the source has found in them; nil where it has found none.
    let problems: RowProblems?
    /// Why the rows ended too early; nil where they did not.
    let failure: Failure?
    private let origin: Origin
    /// Rows that came again; they take their places when the last row has come, since the index only grows.
    private let replacements: [SourceRow]

    /// No rows yet.
    convenience init() {
        self.init(rows: RowCollection(), keys: [], columns: [], index: SearchIndex(), origin: Origin())
    }

    private init(
        rows: RowCollection, keys: [SearchConfiguration.Key], columns: [Column], index: SearchIndex,
        matches: [Int: JSONText] = [:], isWhole: Bool = false, problems: RowProblems? = nil, failure: Failure? = nil,
        origin: Origin, replacements: [SourceRow] = []
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
    }

    /// Whether this one has all rows of another at the same places.
    func isGrown(from other: Corpus) -> Bool { origin === other.origin && rows.count >= other.rows.count }

    /// The corpus with further rows; one that comes again is updated where it stands.
    ///
    /// - Parameters:
    ///   - batch: the rows.
    ///   - matches: where the source says that they match, by their places in the batch.
    ///   - declared: the types that the source declares for the rows' members; nil where it declares none.
    ///   - problems: those that the source has found so far; nil where that has not changed.
    ///   - failure: why no others follow though there should be some.
    ///   - isLast: whether no others follow.
    /// - Throws: `CancellationError`; `systemLimit` where there is too little memory.
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
        var matches = matches
        for (number, row) in batch.enumerated() {
            if number.isMultiple(of: 1024) { try Self.checkRoom() }
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
                problems: problems, failure: failure, origin: origin, replacements: replacements)
        }
        for row in replacements { rows.put(row) }
        index = Self.index(of: keys)
        for (number, row) in rows.enumerated() {
            if number.isMultiple(of: 1024) { try Self.checkRoom() }
            Self.append(row, &texts, to: &index)
        }
        return Corpus(
            rows: rows, keys: keys, columns: columns, index: index, matches: matches, isWhole: true,
            problems: problems, failure: failure, origin: Origin())
    }

    /// Looks whether the task goes on, and there is memory for further rows.
    private static func checkRoom() throws {
        try Task.checkCancellation()
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
    /// Whether both have the same rows, to be searched in the same way.
    public static func == (a: Corpus, b: Corpus) -> Bool {
        a === b
            || a.rows == b.rows && a.keys == b.keys && a.matches == b.matches && a.isWhole == b.isWhole
                && a.problems == b.problems && a.failure == b.failure
    }
}
