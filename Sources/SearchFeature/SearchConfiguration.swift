import FeatureKit
import JSON
import Querying

/// What a search is made of.
public struct SearchConfiguration: Sendable {
    /// How many ``keys`` there are at most.
    public static let largestKeyCount = SearchKey.largestCount
    /// The weights that a key may have.
    public static let weights = SearchKey.weights

    /// A member of a row that is matched.
    public typealias Key = SearchKey

    /// What can be done with a result.
    public struct Choice: Sendable {
        /// What a source does with rows before they are handed on.
        public struct Performer: Sendable {
            /// One that can perform ``operation``.
            public let source: any DataSource
            /// What the source performs with `{ids, values}`, which are arrays in the order of selection.
            public let operation: String

            /// Names an operation of a source.
            public init(source: any DataSource, operation: String) {
                self.source = source
                self.operation = operation
            }
        }

        /// What `accept` names it by, which is its output's name.
        public let id: String
        /// What a person reads.
        public let title: String
        /// Who does it; nil where it is whoever takes the output.
        public let performer: Performer?

        /// Makes a choice.
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

    /// What a person reads as its name.
    public var title: String
    /// Where the rows are; one that can search is asked, over any other the host matches.
    public var source: any DataSource
    /// The members of a row that are matched, at most ``largestKeyCount``.
    ///
    /// Empty means the texts and numbers that ``columns`` show. A key that begins with `/` is a JSON Pointer.
    public var keys: [Key]
    /// What a person reads where the query is empty.
    public var prompt: String
    /// How long no further key must come before a query is searched for, in milliseconds; 0 searches at once.
    public var debounceMs: Int
    /// How many characters a query must have, without the white space around it, to be searched for.
    ///
    /// With 0 the empty query shows all rows, unless the source searches by itself.
    public var minLength = 1
    /// What is drawn of a row; empty means the keys of the first row.
    public var columns: [Column]
    /// How many results the window has until a front end sets one, and how many a source that searches is asked for.
    public var pageSize: Int
    /// How near to the end of the results the window must come for a source to be asked for more, in rows.
    public var prefetchDistance = 10
    /// The filters that can be chosen by name.
    public var filters: [NamedFilter] = []
    /// The filter that is chosen at first; nil looks at every row.
    public var filter: String?
    /// The member that results are grouped by; nil makes one group of them.
    public var groupBy: String?
    /// How many results can be selected.
    public var selection = SelectionMode.none
    /// What can be done with a result, the default first; empty lets `accept` name anything.
    public var actions: [Choice] = []
    /// What a row that can be accepted passes; nil means every row.
    public var enabledWhen: Condition?
    /// How many queries are remembered.
    public var historyLimit = 50
    /// How long a source that tells of changes must be quiet before they are read, in milliseconds.
    public var reloadDebounceMs = 200
    /// How many rows are looked through before the first results are shown.
    public var firstChunk: Int
    /// Where no more rows than this may match, all are looked through at once: first results would be gone before anybody
    /// saw them.
    public var onlyChunk = 12_000
    /// How many rows are looked through between later results: as many as take some 20 ms.
    public var chunk: Int
    /// Ids for operations.
    public var ids: IDGenerator

    /// Makes a configuration.
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

    /// Whether the source is asked, and not the host's own matcher.
    var isAsking: Bool { source.abilities.contains(.search) }

    var arrangement: Arrangement { Arrangement(groupBy: groupBy, enabledWhen: enabledWhen) }

    /// The keys that a source which searches by itself is asked for; none where its first row is to give them.
    var askedKeys: [Key] { keys.isEmpty ? Key.shown(by: columns) : Array(keys.prefix(Self.largestKeyCount)) }

    var settings: Corpus.Settings { Corpus.Settings(keys: keys, columns: columns) }

    /// What the host lets through of a question's rows: all of its filter that the source doesn't apply itself.
    func query(of question: Question) -> RowQuery {
        let isApplied = isAsking && source.abilities.contains(.searchFilter)
        let declared = isApplied ? nil : filters.first { isSameText($0.id, question.filter?.id) }
        return RowQuery(
            predicate: declared?.predicate, text: question.filter?.text ?? "", textKeys: columns.map(\.key))
    }
}
