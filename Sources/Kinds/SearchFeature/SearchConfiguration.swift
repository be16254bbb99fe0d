import FHJSON
import FHKindParts
import FeatureKit

/// The configuration of a search.
public struct SearchConfiguration: Sendable {
    /// The maximum number of ``keys``.
    public static let largestKeyCount = SearchKey.largestCount
    /// The permitted weights of a key.
    public static let weights = SearchKey.weights

    /// A member of a row in which a search looks for the query.
    public typealias Key = SearchKey

    /// The title shown to the user.
    public var title: String
    /// The source of the rows.
    ///
    /// If the source can search, it receives each query; otherwise the host matches the rows.
    public var source: any DataSource
    /// The members of a row in which the search looks for the query, at most ``largestKeyCount``.
    ///
    /// If the array is empty, the search looks in all ``columns``, except toggles and columns with the role `none`. A
    /// key that begins with `/` is a JSON Pointer.
    public var keys: [Key]
    /// The placeholder of an empty query.
    public var prompt: String
    /// The debounce time of a query in milliseconds; 0 searches immediately.
    public var debounceMs: Int
    /// The minimum length of a query in characters, without surrounding white space.
    ///
    /// With 0, an empty query shows all rows, unless the source searches by itself.
    public var minLength = 1
    /// The columns of a row; if empty, the columns are derived from the source's declarations or the first row.
    public var columns: [Column]
    /// The tones of the rows, of which the first one whose condition holds applies.
    public var tones: [ToneRule] = []
    /// The size of the window until a client sets it.
    ///
    /// It is also the number of results that are requested at a time from a source that searches.
    public var pageSize: Int
    /// The distance in rows: the next page is requested if the window is closer to the end of the loaded results.
    public var prefetchDistance = 10
    /// The condition that all results meet, beneath the filter that a user chooses; nil for all rows.
    ///
    /// It requires a source with the capability `query` or `search`.
    public var fixed: Condition?
    /// The filters that can be chosen by id.
    public var filters: [NamedFilter] = []
    /// The id of the initial filter; nil to search every row.
    public var filter: String?
    /// The name of the member by which results are grouped; nil for a single group.
    public var groupBy: String?
    /// The selection mode.
    public var selection = SelectionMode.none
    /// The actions on results, with the default action first.
    ///
    /// If the array is empty, `accept` may name any action.
    public var actions: [RowAction] = []
    /// The feature that follows the active result; nil for none.
    public var detail: PaneSource?
    /// The author's text for an empty source, the member `whenEmpty` of the state; nil for none.
    package var whenEmpty: JSONText?
    /// The condition under which a user can accept a row; nil if the user can accept every row.
    public var enabledWhen: Condition?
    /// The maximum number of queries in the history.
    public var historyLimit = 50
    /// The debounce, in milliseconds, between the last change of the source and the reload.
    public var reloadDebounceMs = 200
    /// The number of rows searched before the first results are shown.
    public var firstChunk: Int
    /// The number of rows up to which a search is not divided into chunks.
    ///
    /// With so few rows, the results of a first chunk would be replaced before the user sees them. Only the rows that
    /// may match are counted.
    public var onlyChunk = 12_000
    /// The number of rows in each chunk after the first; the results are updated after each chunk.
    ///
    /// The default is chosen so that a chunk takes about 20 ms.
    public var chunk: Int
    /// The generator of ids for operations.
    public var ids: IDGenerator

    /// Creates a configuration.
    public init(
        title: String, source: any DataSource, keys: [Key] = [], prompt: String = "Search", debounceMs: Int = 300,
        columns: [Column] = [], pageSize: Int = 50, firstChunk: Int = 2_000, chunk: Int = 1_000_000, ids: IDGenerator
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
        self.ids = ids
    }

    /// True if the source searches by itself, so that the host does not match rows.
    var isAsking: Bool { source.capabilities.contains(.search) }

    var arrangement: Arrangement { Arrangement(groupBy: groupBy, enabledWhen: enabledWhen) }

    /// The keys that are sent to a source that searches by itself; empty if ``keys`` and ``columns`` are empty.
    var askedKeys: [Key] { keys.isEmpty ? Key.shown(by: columns) : Array(keys.prefix(Self.largestKeyCount)) }

    var settings: Corpus.Settings { Corpus.Settings(keys: keys, columns: columns) }

    /// Returns the filter that the host applies to rows or results.
    ///
    /// It contains only the conditions that the source doesn't apply itself.
    func query(of question: Question) -> RowQuery {
        let isApplied = isAsking && source.capabilities.contains(.searchFilter)
        let declared = isApplied ? nil : filters.first { isSameText($0.id, question.filter?.id) }
        // Rows that the host searches were loaded by the fixed condition.
        return RowQuery(
            predicate: isAsking ? .both(fixed, declared?.predicate) : declared?.predicate,
            text: question.filter?.text ?? "", textKeys: columns.map(\.key))
    }
}
