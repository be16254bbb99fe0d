import JSON

/// What a source that can search is asked for.
public struct SearchRequest: Sendable, Equatable {
    /// The query, without the white space around it; never empty.
    public let query: String
    /// How many results are wanted at most.
    public let limit: Int
    /// Where the source said that the results go on; nil for the first ones.
    public let cursor: String?
    /// The id of the filter that results must pass; nil lets all of them through.
    ///
    /// Only sources with the ability ``SourceAbilities/searchFilter`` are given one.
    public let filter: String?
    /// The members that are matched; empty where the first row is to say them.
    ///
    /// Only sources with the ability ``SourceAbilities/searchKeys`` are given any.
    public let keys: [SearchKey]
    /// What it waits for where the results are still being found.
    public let wait: FetchRequest.Wait

    /// Asks for results.
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
    /// The rows, the best first; its cursor is what asks for the next ones.
    public let page: Page
    /// Where rows match, by their places in the page, as the items of a snapshot say it; of rows that are not named
    /// the source doesn't say.
    public let matches: [Int: JSONText]
    /// What the source keeps for the next pages; it may let go of that when nobody holds this any more.
    public let hold: (any AnyObject & Sendable)?

    /// Makes a page.
    public init(_ page: Page, matches: [Int: JSONText] = [:], hold: (any AnyObject & Sendable)? = nil) {
        self.page = page
        self.matches = matches
        self.hold = hold
    }
}

extension Failure {
    /// The source can't search.
    public static let cannotSearch = Failure("cannotSearch", "this source has no search of its own", retryable: false)
}
