import JSON
import Querying

/// Where rows come from and where changes to them go.
///
/// Called on the core thread, where nothing may block: a source that has to wait or to compute answers
/// ``SourceAnswer/later(_:)``.
/// Calls that change something carry an `opId`; one that comes again is not done twice.
public protocol DataSource: Sendable {
    /// What the source can do beside ``fetch(_:)``.
    var abilities: SourceAbilities { get }
    /// The key of the rows' ids; edits must leave it alone.
    var idKey: String { get }
    /// The names of its operations; nil where it says no more than that it has some, or none.
    var operations: [String]? { get }
    /// The members that words of a filter are looked for in where no columns are declared; empty for all of them.
    ///
    /// A source that makes up the ids of its rows leaves the ids out: nobody wrote them.
    var wordKeys: [String] { get }
    /// Where it tells of changes; nil where it can't.
    var changes: ChangeFeed? { get }

    /// A page of rows; its offsets count the rows that the request's query lets through, in the query's order.
    func fetch(_ request: FetchRequest) -> SourceAnswer<Page>
    /// Results of a query, the best first; for sources with the ability ``SourceAbilities/search``.
    ///
    /// A call that is cancelled ends what the source does for it.
    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage>
    /// Inserts rows, one after the other: all of them in one write, or none.
    ///
    /// - Returns: the rows as the source has them, in the order of `insertions`; a source may give a row another id.
    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]>
    /// Changes rows: all of them in one write, or none.
    ///
    /// Versions are checked and rows are written in one step. Where a row has another version than its update names, the
    /// call fails with ``Failure/conflict(current:message:retryable:)``.
    ///
    /// - Returns: the rows as the source has them, in the order of `updates`.
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]>
    /// Moves rows together, in the order in which they stand, right before another; nil is the end.
    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done>
    /// Moves rows together, in the order in which they stand, right behind another, which is none of them.
    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done>
    /// Takes rows away; ids that are not there are fine.
    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done>
    /// Takes rows away, unless one has another version than its deletion names: all, or none.
    ///
    /// Versions are compared and rows are taken away in one step; a call that is refused fails with
    /// ``Failure/conflict(current:message:retryable:)``. Rows that are not there are fine.
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done>
    /// Takes rows away that are still as the caller knows them: all, or none where others have changed one.
    ///
    /// A source compares and writes in one step, and fails with ``Failure/conflict(current:message:retryable:)``; one that can't
    /// compare takes the rows away. Rows that are not there are fine.
    func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done>
    /// Does something of the source's own with a value, and gives what that brought.
    ///
    /// Values that are wrong are a ``Failure`` with ``Failure/mistakes``.
    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText>
    /// The same with an input that holds secrets, which the source repeats in no failure and no log.
    ///
    /// - Parameters:
    ///   - operation: the name of the operation.
    ///   - input: the value, with the secrets.
    ///   - secrets: the texts in the input that nobody but the operation may read.
    ///   - opID: the same for each try of one call.
    func perform(_ operation: String, input: JSONText, secrets: [String], opID: String) -> SourceAnswer<JSONText>
}

/// What a source can do.
public struct SourceAbilities: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It takes new rows.
    public static let insert = SourceAbilities(rawValue: 1)
    /// It changes rows.
    public static let update = SourceAbilities(rawValue: 2)
    /// It keeps the order of rows.
    public static let move = SourceAbilities(rawValue: 4)
    /// It takes rows away.
    public static let delete = SourceAbilities(rawValue: 8)
    /// It filters and sorts what it fetches.
    public static let query = SourceAbilities(rawValue: 16)
    /// It performs operations.
    public static let perform = SourceAbilities(rawValue: 32)
    /// It searches by itself.
    public static let search = SourceAbilities(rawValue: 64)
    /// It knows the filters of a search by their ids, and applies them.
    public static let searchFilter = SourceAbilities(rawValue: 128)
    /// It inserts many rows in one write; any source takes them, but one after the other where it is not said.
    public static let insertMany = SourceAbilities(rawValue: 256)
    /// It changes many rows in one write.
    public static let updateMany = SourceAbilities(rawValue: 512)
    /// It is asked for one row after the other where it can't insert or change many in one write: of several some may be
    /// done when one is refused.
    public static let inTurn = SourceAbilities(rawValue: 1 << 18)
    /// It takes rows away also where they can't be read, and only their ids are known.
    public static let deleteUnread = SourceAbilities(rawValue: 1 << 17)
    /// It matches the members that a search names, in the language of the host's own searches.
    public static let searchKeys = SourceAbilities(rawValue: 1 << 16)
    /// All edits.
    public static let all: SourceAbilities = [.insert, .update, .move, .delete]
}

/// A call's answer that says nothing but that it is done.
public struct Done: Sendable, Equatable {
    /// The one value.
    public init() {}
}

/// Which page is asked for.
public struct FetchRequest: Sendable, Equatable {
    /// Where a page begins.
    public enum Start: Sendable, Equatable {
        /// At this many rows from the first.
        case offset(Int)
        /// Where the source said that it goes on.
        case cursor(String)
    }

    /// Where the page begins.
    public let start: Start
    /// How many rows it has at most.
    public let limit: Int
    /// Whether what the source may have cached is to be read anew.
    public let isRefresh: Bool
    /// Which rows it wants, in which order; anything but `RowQuery.all` is for sources with the ability
    /// ``SourceAbilities/query``.
    public let query: RowQuery
    /// What it waits for where the rows are still being made.
    public let wait: Wait

    /// What a request waits for where the rows are still being made.
    public enum Wait: Sendable {
        /// A full page, or the end of the rows.
        case page
        /// Some rows, or a while without any.
        case rows
        /// Some rows, however long that takes.
        case further
    }

    /// Asks for a page.
    public init(start: Start, limit: Int, isRefresh: Bool = false, query: RowQuery = .all, wait: Wait = .page) {
        self.start = start
        self.limit = limit
        self.isRefresh = isRefresh
        self.query = query
        self.wait = wait
    }
}

/// A page of rows.
public struct Page: Sendable, Equatable {
    /// The rows, in the source's order.
    public let rows: RowBatch
    /// Where the next page begins, for a source that counts by cursors.
    public let nextCursor: String?
    /// Whether this is the last page.
    public let endReached: Bool
    /// How many rows there are in all; nil if that is unknown.
    public let totalCount: Int?
    /// All problems that the source has found so far, not those of this page alone; nil where it has found none.
    public private(set) var problems: RowProblems?
    /// The types that the source declares for the members of its rows; nil where it declares none.
    public var columns: [ColumnType]?
    /// Why there are fewer rows than were asked for, though these are not the last; nil where that is not so.
    public let growth: Growth?
    /// Why the rows end here and not where they should, or will; nil where they don't.
    public let failure: Failure?
    /// Which making of the rows these are of; nil where a source doesn't tell.
    public let edition: Int?

    /// How rows that are still being made come to be there.
    public enum Growth: String, Sendable {
        /// More of them are awaited: the next request waits for them.
        case running
        /// These are all for now; the source's ``DataSource/changes`` tell of others.
        case live
    }

    /// Makes a page.
    public init(
        rows: RowBatch, nextCursor: String? = nil, endReached: Bool, totalCount: Int? = nil,
        problems: RowProblems? = nil, growth: Growth? = nil, failure: Failure? = nil, edition: Int? = nil
    ) {
        self.rows = rows
        self.nextCursor = nextCursor
        self.endReached = endReached
        self.totalCount = totalCount
        self.problems = problems?.nonEmpty
        self.growth = growth
        self.failure = failure
        self.edition = edition
    }

    /// Makes a page of rows that are listed.
    public init(
        rows: [SourceRow], nextCursor: String? = nil, endReached: Bool, totalCount: Int? = nil,
        problems: RowProblems? = nil, growth: Growth? = nil, failure: Failure? = nil, edition: Int? = nil
    ) {
        self.init(
            rows: RowBatch(rows), nextCursor: nextCursor, endReached: endReached, totalCount: totalCount,
            problems: problems, growth: growth, failure: failure, edition: edition)
    }

    /// The page with one problem more.
    ///
    /// - Parameter source: the file or the command, where the problems don't name it yet.
    package func adding(_ problem: RowProblems.Problem, of source: String) -> Page {
        var page = self
        var problems = problems ?? RowProblems()
        problems.source = problems.source ?? source
        problems.add(problem)
        page.problems = problems
        return page
    }
}

extension DataSource {
    /// `id`.
    public var idKey: String { "id" }
    /// It says no more than its abilities do.
    public var operations: [String]? { nil }
    /// All members.
    public var wordKeys: [String] { [] }
    /// None.
    public var changes: ChangeFeed? { nil }

    /// Refused: the source has no search of its own.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> { .now(.failure(.cannotSearch)) }
    /// Refused: the source is read-only.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        .now(.failure(.readOnly))
    }
    /// Refused: the source is read-only.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        .now(.failure(.readOnly))
    }
    /// Refused: the source is read-only.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        .now(.failure(.readOnly))
    }
    /// Refused: the source is read-only.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        .now(.failure(.readOnly))
    }
    /// Refused: the source is read-only.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        .now(.failure(.readOnly))
    }
    /// Refused: the source has no operations.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        .now(.failure(.unknownOperation(operation)))
    }
    /// ``perform(_:input:opID:)``, for sources whose failures never repeat an input.
    public func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        perform(operation, input: input, opID: opID)
    }
}

extension Failure {
    /// The source can't be written to.
    public static let readOnly = Failure(
        "readOnly", "this source can be read but not changed; declare a source that can", retryable: false)
    /// The source does not know an operation.
    public static func unknownOperation(_ operation: String) -> Failure {
        Failure("unknownOperation", "this source has no operation \(operation)", retryable: false)
    }
    /// The source gives pages that lead back to one another.
    public static func repeatedCursor(_ cursor: String) -> Failure {
        Failure(
            "invalidData",
            "the source gave the cursor \(LikelyName.shown(cursor)) a second time, which would go on for ever; each page needs another",
            retryable: true)
    }
    /// The source gives a page of rows that it has given before, and says that others follow.
    public static let repeatedRows = Failure(
        "invalidData",
        "the source gave a page of rows that it had given before, and says that there are more, which would go on for ever; each page needs other rows",
        retryable: true)
    /// The call was cancelled before it was answered, so that nobody waits for it.
    public static let cancelled = Failure("cancelled", "nobody waits for this any more")
}
