import FeatureKit

/// What a search is made of.
public struct SearchConfiguration: Sendable {
    /// How many ``keys`` there are at most.
    public static let largestKeyCount = 16

    /// What a person reads as its name.
    public var title: String
    /// Where the rows are.
    public var source: any DataSource
    /// The members of a row that are matched, at most ``largestKeyCount``; empty means the first row's texts without its id.
    public var keys: [String]
    /// What a person reads where the query is empty.
    public var prompt: String
    /// How long no further key must come before a query is searched for, in milliseconds; 0 searches at once.
    public var debounceMs: Int
    /// What is drawn of a row; empty means the keys of the first row.
    public var columns: [Column]
    /// How many results the window has until a front end sets one.
    public var pageSize: Int
    /// How many rows are looked through before the first results are shown.
    public var firstChunk: Int
    /// How many rows are looked through between later results: as many as keep updates below 20 a second.
    public var chunk: Int

    /// Makes a configuration.
    public init(
        title: String, source: any DataSource, keys: [String] = [], prompt: String = "Search", debounceMs: Int = 300,
        columns: [Column] = [], pageSize: Int = 50, firstChunk: Int = 64_000, chunk: Int = 250_000
    ) {
        self.title = title
        self.source = source
        self.keys = keys
        self.prompt = prompt
        self.debounceMs = debounceMs
        self.columns = columns
        self.pageSize = pageSize
        self.firstChunk = firstChunk
        self.chunk = chunk
    }
}
