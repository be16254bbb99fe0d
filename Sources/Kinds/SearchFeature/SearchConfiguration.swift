import FHJSON
import FHKindParts
import FeatureKit

/// The configuration of a search.
public struct SearchConfiguration: Sendable {
    /// The maximum number of ``keys``.
    public static let largestKeyCount = SearchKey.largestCount
    /// The permitted weights of a key.
    public static let weights = SearchKey.weights

    /// A member of a row that is matched.
    public typealias Key = SearchKey

    /// An action on results.
    public struct Choice: Sendable {
        /// An operation of a source on rows.
        ///
        /// The operation is performed before the rows are emitted as an output.
        public struct Performer: Sendable {
            /// A source that can perform ``operation``.
            public let source: any DataSource
            /// The operation's name.
            ///
            /// Its input is `{ids, values}`, two arrays in the order of selection.
            public let operation: String

            /// Creates a performer from a source and its operation.
            public init(source: any DataSource, operation: String) {
                self.source = source
                self.operation = operation
            }
        }

        /// The id that `accept` names, which is also the output's name.
        public let id: String
        /// The title shown to the user.
        public let title: String
        /// The performer; nil if the receiver of the output is to perform the action.
        public let performer: Performer?

        /// Creates a choice.
        public init(id: String, title: String, performer: Performer? = nil) {
            self.id = id
            self.title = title
            self.performer = performer
        }

        /// The member `actions` of a search's state.
        static func encode(_ choices: [Choice]) -> JSONText {
            JSONText.build { json in
                json.beginArray()
                for choice in choices {
                    json.beginObject()
                    json.field("id", choice.id)
                    json.field("title", choice.title)
                    json.endObject()
                }
                json.endArray()
            }
        }
    }

    /// The title shown to the user.
    public var title: String
    /// The source of the rows.
    ///
    /// If the source can search, it receives each query; otherwise the host matches the rows.
    public var source: any DataSource
    /// The matched members of a row, at most ``largestKeyCount``.
    ///
    /// If this is empty, all ``columns`` are matched, except toggles and columns with the role `none`. A key that
    /// begins with `/` is a JSON Pointer.
    public var keys: [Key]
    /// The placeholder of an empty query.
    public var prompt: String
    /// The debounce time of a query in milliseconds; 0 searches immediately.
    public var debounceMs: Int
    /// The minimum length of a query in characters, without surrounding white space.
    ///
    /// With 0, an empty query shows all rows, unless the source searches by itself.
    public var minLength = 1
    /// The columns of a row; if empty, the keys of the first row.
    public var columns: [Column]
    /// The size of the window until a client sets it.
    ///
    /// It is also the number of results that are requested from a source that searches.
    public var pageSize: Int
    /// The distance, in rows, between the window and the end of the results at which the next page is requested.
    public var prefetchDistance = 10
    /// The filters that can be chosen by id.
    public var filters: [NamedFilter] = []
    /// The id of the initial filter; nil to search every row.
    public var filter: String?
    /// The member by which results are grouped; nil for a single group.
    public var groupBy: String?
    /// The selection mode.
    public var selection = SelectionMode.none
    /// The actions on results, with the default action first.
    ///
    /// If empty, `accept` may use any name.
    public var actions: [Choice] = []
    /// The condition that a row must meet to be acceptable; nil if every row is acceptable.
    public var enabledWhen: Condition?
    /// The maximum number of queries in the history.
    public var historyLimit = 50
    /// The debounce, in milliseconds, between the last change of the source and the reload.
    public var reloadDebounceMs = 200
    /// The number of rows searched before the first results are shown.
    public var firstChunk: Int
    /// The maximum number of candidate rows that are searched in a single chunk.
    ///
    /// With so few rows, the first results would be replaced before they are seen.
    public var onlyChunk = 12_000
    /// The number of rows that are searched between later results.
    ///
    /// It is chosen to take about 20 ms.
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

    /// The keys that are sent to a source that searches by itself; empty if they are derived from the first row.
    var askedKeys: [Key] { keys.isEmpty ? Key.shown(by: columns) : Array(keys.prefix(Self.largestKeyCount)) }

    var settings: Corpus.Settings { Corpus.Settings(keys: keys, columns: columns) }

    /// The filter that the host applies to results.
    ///
    /// It has the parts that the source doesn't apply itself.
    func query(of question: Question) -> RowQuery {
        let isApplied = isAsking && source.capabilities.contains(.searchFilter)
        let declared = isApplied ? nil : filters.first { isSameText($0.id, question.filter?.id) }
        return RowQuery(
            predicate: declared?.predicate, text: question.filter?.text ?? "", textKeys: columns.map(\.key))
    }
}
