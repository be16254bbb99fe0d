import FHJSON

/// A request to a source that has its own search.
public struct SearchRequest: Sendable, Equatable {
    /// The query without surrounding white space.
    ///
    /// It is never empty.
    public let query: String
    /// The maximum number of results.
    public let limit: Int
    /// The cursor from the source's previous page; nil for the first page.
    public let cursor: String?
    /// The id of the filter that results must pass; nil for none.
    ///
    /// Only sources with the capability ``SourceCapabilities/searchFilter`` get a filter.
    public let filter: String?
    /// The members to match; empty to derive them from the first row.
    ///
    /// Only sources with the capability ``SourceCapabilities/searchKeys`` get keys.
    public let keys: [SearchKey]
    /// The condition under which the source answers while it is still searching.
    public let wait: FetchRequest.Wait
    /// The values of the feature's params that the source needs, as an object; nil if it needs none.
    public var params: JSONText?

    /// Makes a request.
    public init(
        query: String, limit: Int, cursor: String? = nil, filter: String? = nil, keys: [SearchKey] = [],
        wait: FetchRequest.Wait = .page
    ) {
        self.query = query
        self.keys = keys
        self.limit = limit
        self.cursor = cursor
        self.filter = filter
        self.wait = wait
    }
}

/// A page of results.
public struct SearchPage: Sendable {
    /// The found rows, with the best first.
    ///
    /// A request with the cursor ``Page/nextCursor`` gets the next page.
    public let page: Page
    /// The matched ranges of rows, encoded as in the items of a snapshot; the key is the index of the row in the page.
    ///
    /// If a row has no entry, its matched ranges are unknown.
    public let matches: [Int: JSONText]
    /// An object that keeps the source's data for the next pages in memory.
    ///
    /// The source may free the data when this object is released; nil if the source keeps no data.
    public let hold: (any AnyObject & Sendable)?

    /// Makes a page of results from a page of rows.
    public init(_ page: Page, matches: [Int: JSONText] = [:], hold: (any AnyObject & Sendable)? = nil) {
        self.page = page
        self.matches = matches
        self.hold = hold
    }
}

extension Failure {
    /// The failure of a source that has no search of its own.
    public static let cannotSearch = Failure("cannotSearch", "this source has no search of its own", retryable: false)
}
