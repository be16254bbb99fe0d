import FHJSON

/// A source of rows, which can also be changed.
///
/// All members are called on the core thread and must not block. A source that has to wait or to compute returns
/// ``SourceAnswer/later(_:)``. Calls that change rows have an `opId`. If a call has the same `opId` as an earlier call,
/// the source must not apply it again.
///
/// ```swift
/// struct Colours: DataSource {
///     let capabilities: SourceCapabilities = []
///     func fetch(_ request: FetchRequest) -> SourceAnswer<Page> {
///         let rows = [SourceRow(id: "red", value: .object("title", .string("Red")))]
///         return .now(.success(Page(rows: rows, endReached: true, totalCount: rows.count)))
///     }
/// }
/// ```
public protocol DataSource: Sendable {
    /// The capabilities of the source in addition to ``fetch(_:)``.
    var capabilities: SourceCapabilities { get }
    /// The key of the member that contains a row's id, which edits must not change.
    var idKey: String { get }
    /// The names of the source's operations; nil if the source doesn't list them.
    var operations: [String]? { get }
    /// The members in which a filter searches for words if no columns are declared; empty for all members.
    ///
    /// A source that generates the ids of its rows excludes ``idKey``, because no user has written the ids.
    var wordKeys: [String] { get }
    /// The feed of changes; nil if the source can't detect changes.
    var changes: ChangeFeed? { get }

    /// Fetches a page of rows.
    ///
    /// Offsets count the rows that match the request's query, in the query's order.
    func fetch(_ request: FetchRequest) -> SourceAnswer<Page>
    /// Searches, and returns the best results first.
    ///
    /// This is called only for sources with the capability ``SourceCapabilities/search``.
    ///
    /// When the answer is cancelled, the source stops the search.
    func search(_ request: SearchRequest) -> SourceAnswer<SearchPage>
    /// Inserts rows in the given order.
    ///
    /// Either all rows are inserted, in one write, or none. The exception is a source with the capability
    /// ``SourceCapabilities/inTurn``, which may insert only some of the rows.
    ///
    /// - Returns: the rows as stored, in the order of `insertions`. A source may assign another id to a row.
    func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]>
    /// Updates rows.
    ///
    /// Either all rows are updated, in one write, or none. The exception is a source with the capability
    /// ``SourceCapabilities/inTurn``, which may update only some of the rows.
    ///
    /// Comparing versions and writing are one atomic step. If a row has another version than its update specifies, the
    /// call fails with ``Failure/conflict(current:message:retryable:)``.
    ///
    /// - Returns: the rows as stored, in the order of `updates`.
    func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]>
    /// Moves rows together, in their current order, before the row `before`; nil moves them to the end.
    func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done>
    /// Moves rows together, in their current order, after another row.
    ///
    /// `anchor` must not be one of the moved rows.
    func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done>
    /// Deletes rows. Unknown ids are ignored.
    func delete(_ ids: [String], opID: String) -> SourceAnswer<Done>
    /// Deletes rows if all of them have the versions that the deletions specify.
    ///
    /// Either all rows are deleted, or none.
    ///
    /// Comparing versions and deleting are one atomic step. If a version differs, the call fails with
    /// ``Failure/conflict(current:message:retryable:)``. Unknown ids are ignored.
    func delete(deletions: [RowDeletion], opID: String) -> SourceAnswer<Done>
    /// Deletes rows if all of them are unchanged since the caller read them.
    ///
    /// Either all rows are deleted, or none.
    ///
    /// Comparing and deleting are one atomic step. If a row has changed, the call fails with
    /// ``Failure/conflict(current:message:retryable:)``. A source that can't compare rows deletes them without
    /// comparing. Rows that no longer exist are ignored.
    func delete(unchanged rows: [SourceRow], opID: String) -> SourceAnswer<Done>
    /// True if a client can cancel an operation of the source while it runs.
    ///
    /// The answer of a cancelled operation ends soon, and the operation may have done a part of its work.
    func canCancel(_ operation: String) -> Bool
    /// Performs an operation of the source on a value, and returns its result.
    ///
    /// For invalid values, the call fails with a ``Failure`` that has ``Failure/mistakes``.
    func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText>
    /// Performs an operation on an input with secrets.
    ///
    /// The secrets must not appear in failures and logs.
    ///
    /// - Parameters:
    ///   - operation: the name of the operation.
    ///   - input: the value, with the secrets.
    ///   - secrets: the texts in the input that only the operation may read.
    ///   - opID: the id of the call. A retry of the call has the same id.
    func perform(_ operation: String, input: JSONText, secrets: [String], opID: String) -> SourceAnswer<JSONText>
}

/// The capabilities of a source.
public struct SourceCapabilities: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The source inserts rows.
    public static let insert = SourceCapabilities(rawValue: 1)
    /// The source updates rows.
    public static let update = SourceCapabilities(rawValue: 2)
    /// The source moves rows and stores their order.
    public static let move = SourceCapabilities(rawValue: 4)
    /// The source deletes rows.
    public static let delete = SourceCapabilities(rawValue: 8)
    /// The source filters and sorts the rows that it fetches.
    public static let query = SourceCapabilities(rawValue: 16)
    /// The source performs operations.
    public static let perform = SourceCapabilities(rawValue: 32)
    /// The source has its own search.
    public static let search = SourceCapabilities(rawValue: 64)
    /// The source applies the filters of a search, which a request names by their ids.
    public static let searchFilter = SourceCapabilities(rawValue: 128)
    /// The source inserts several rows in one write.
    ///
    /// Only a source with ``inTurn`` needs this capability. Other sources always insert several rows in one write.
    public static let insertMany = SourceCapabilities(rawValue: 256)
    /// The source updates several rows in one write.
    ///
    /// Only a source with ``inTurn`` needs this capability. Other sources always update several rows in one write.
    public static let updateMany = SourceCapabilities(rawValue: 512)
    /// The source inserts several rows one at a time if it lacks ``insertMany``, and updates several rows one at a time
    /// if it lacks ``updateMany``.
    ///
    /// Some of the rows may then be changed before the source refuses another row.
    public static let inTurn = SourceCapabilities(rawValue: 1 << 18)
    /// The source can delete a record that can't be read as a row, because it needs only the record's id.
    public static let deleteUnread = SourceCapabilities(rawValue: 1 << 17)
    /// The source accepts any offset, although its pages have cursors; a page behind the last row has the total.
    public static let offsets = SourceCapabilities(rawValue: 1 << 19)
    /// The source matches the members that a search specifies, with the query language of the host's own searches.
    public static let searchKeys = SourceCapabilities(rawValue: 1 << 16)
    /// All four kinds of edits of rows.
    public static let all: SourceCapabilities = [.insert, .update, .move, .delete]
}

/// The empty result of a successful call.
public struct Done: Sendable, Equatable {
    /// Makes the only value.
    public init() {}
}

/// A request for a page.
public struct FetchRequest: Sendable, Equatable {
    /// The start of a page.
    public enum Start: Sendable, Equatable {
        /// An index, from 0.
        case offset(Int)
        /// A cursor from the source's previous page.
        case cursor(String)
    }

    /// The start of the page.
    public let start: Start
    /// The maximum number of rows.
    public let limit: Int
    /// True to bypass caches of the source.
    public let isRefresh: Bool
    /// The filter and the order of the rows.
    ///
    /// Any query other than `RowQuery.all` requires the capability ``SourceCapabilities/query``.
    public let query: RowQuery
    /// The condition under which the source answers while it is still producing rows.
    public let wait: Wait

    /// The condition under which the source answers while it is still producing rows.
    public enum Wait: Sendable {
        /// The page is full, or the rows have ended.
        case page
        /// The page has at least one row, or the source has produced no row for some time, or the rows have ended.
        case rows
        /// The page has at least one row, or the rows have ended. The answer may take any time.
        case further
    }

    /// Makes a request.
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
    /// The cursor of the next page; nil if the source has no cursors, or if no page follows.
    public let nextCursor: String?
    /// True for the last page.
    public let endReached: Bool
    /// The number of all rows; nil if unknown.
    public let totalCount: Int?
    /// All problems of the source so far, including the problems of earlier pages; nil if there are none.
    public private(set) var problems: RowProblems?
    /// The types that the source declares for the members of its rows; nil if it declares none.
    public var columns: [ColumnType]?
    /// The reason why the page has fewer rows than requested although more rows follow; nil if the page is full or the
    /// last one.
    ///
    /// A full page is ``Growth/running`` if the source doesn't know yet how many rows it has.
    public let growth: Growth?
    /// The failure that ends the rows early; nil if there is none.
    public let failure: Failure?
    /// The number of the rows' edition; nil if the source has no editions.
    ///
    /// The number changes whenever the source produces its rows again. The pages before the change are outdated then.
    public let edition: Int?

    /// The way in which further rows arrive while the source is still producing them.
    public enum Growth: String, Sendable {
        /// More rows are being produced.
        ///
        /// The next request waits for them.
        case running
        /// With this page, all rows that exist now were returned.
        ///
        /// ``DataSource/changes`` announces further rows.
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

    /// Makes a page from an array of rows.
    public init(
        rows: [SourceRow], nextCursor: String? = nil, endReached: Bool, totalCount: Int? = nil,
        problems: RowProblems? = nil, growth: Growth? = nil, failure: Failure? = nil, edition: Int? = nil
    ) {
        self.init(
            rows: RowBatch(rows), nextCursor: nextCursor, endReached: endReached, totalCount: totalCount,
            problems: problems, growth: growth, failure: failure, edition: edition)
    }

    /// The page with one more problem.
    ///
    /// - Parameter source: the name of the file or command, used if ``RowProblems/source`` is nil.
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
    /// `id` by default.
    public var idKey: String { "id" }
    /// Nil by default: the operations are not listed.
    public var operations: [String]? { nil }
    /// Empty by default: a filter searches all members.
    public var wordKeys: [String] { [] }
    /// No feed by default.
    public var changes: ChangeFeed? { nil }

    /// Fails by default, because the source has no search of its own.
    public func search(_ request: SearchRequest) -> SourceAnswer<SearchPage> { .now(.failure(.cannotSearch)) }
    /// Fails by default, because the source is read-only.
    public func insert(_ insertions: [RowInsertion], opID: String) -> SourceAnswer<[SourceRow]> {
        .now(.failure(.readOnly))
    }
    /// Fails by default, because the source is read-only.
    public func update(_ updates: [RowUpdate], opID: String) -> SourceAnswer<[SourceRow]> {
        .now(.failure(.readOnly))
    }
    /// Fails by default, because the source is read-only.
    public func move(_ ids: [String], before: String?, opID: String) -> SourceAnswer<Done> {
        .now(.failure(.readOnly))
    }
    /// Fails by default, because the source is read-only.
    public func move(_ ids: [String], behind anchor: String, opID: String) -> SourceAnswer<Done> {
        .now(.failure(.readOnly))
    }
    /// Fails by default, because the source is read-only.
    public func delete(_ ids: [String], opID: String) -> SourceAnswer<Done> {
        .now(.failure(.readOnly))
    }
    /// False by default.
    public func canCancel(_ operation: String) -> Bool { false }
    /// Fails by default, because the source has no operations.
    public func perform(_ operation: String, input: JSONText, opID: String) -> SourceAnswer<JSONText> {
        .now(.failure(.unknownOperation(operation)))
    }
    /// Calls ``perform(_:input:opID:)`` by default.
    ///
    /// The default is suitable only for sources whose failures never contain a part of an input.
    public func perform(
        _ operation: String, input: JSONText, secrets: [String], opID: String
    ) -> SourceAnswer<JSONText> {
        perform(operation, input: input, opID: opID)
    }
}
