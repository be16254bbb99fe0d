import DequeModule
import FHJSON
import FeatureKit

/// The properties of a list that its declaration and its source give.
struct ListHead: Sendable, Equatable {
    let title: String
    let capabilities: SourceCapabilities
    let idKey: String
    private(set) var columns: [Column]
    /// ``columns``, encoded once.
    private(set) var columnsText: JSONText
    /// The members that the source declares for its rows; nil where it declares none.
    var declaredKeys: [String]?
    let groupBy: SortKey?
    /// The available filters, encoded once.
    let filtersText: JSONText

    init(_ configuration: ListConfiguration) {
        title = configuration.title
        capabilities = configuration.source.capabilities
        idKey = configuration.source.idKey
        columns = configuration.columns
        columnsText = Column.encode(columns)
        groupBy = capabilities.contains(.query) ? configuration.groupBy : nil
        filtersText = NamedFilter.encode(configuration.filters)
    }

    /// Sets the columns that a source without configured ones has.
    mutating func setColumns(_ columns: [Column]) {
        self.columns = columns
        if !columns.isEmpty { columnsText = Column.encode(columns) }
    }
}

/// The rows that a client has requested.
struct ListRequest: Sendable, Equatable {
    /// The requested window; the shown window is clamped to the rows.
    var window: Window
    /// The query requested last; that of the confirmed rows may be an older one.
    var query: RowQuery
    var filter: FilterChoice?
    var sort: [SortKey]

    init(_ configuration: ListConfiguration) {
        window = Window(offset: 0, limit: configuration.pageSize)
        let canQuery = configuration.source.capabilities.contains(.query)
        filter = canQuery ? configuration.filter.map { FilterChoice(id: $0) } : nil
        sort = canQuery ? configuration.sort : []
        query = canQuery ? configuration.query(filter, sort) : .all
    }
}

/// The rows that actions without an id apply to.
struct ListTargets: Sendable, Equatable {
    var selection: Selection
    /// The id of the row that was made active last; it is kept while the row is not shown.
    var chosenID: String?
    /// The last known values of the selected rows and of the active one that are not loaded.
    var lastKnown: [ExactText: SourceRow] = [:]
}

/// The record of a list's edits: what can be undone, retried, and what others wait for.
struct ListWriting: Sendable, Equatable {
    var history = EditHistory()
    /// The ids of the newest operations of this list; change notices for them are ignored.
    var ownOperations: Deque<String> = []
    /// The failed edits by the ids of their errors.
    var failed: [String: Edit] = [:]
    /// Failed edits that the source may have applied.
    var uncertain = UncertainEdits()
    /// The edits that other features wait for, by undo step.
    var tracked: [String: TrackedEdit] = [:]
    /// The token of the feature that waits for the edit being made.
    var token: String?
    /// The ids assigned by the source.
    var renamed = RenamedIDs()
    /// The ids assigned by the source in the newest revision.
    var newlyRenamed = RenamedIDs()
    /// An edit of every row that waits until all rows are loaded.
    var bulk: BulkEdit?
}

/// The errors of a list, and the problems of its rows.
struct ListFaults: Sendable, Equatable {
    var list = ErrorList()
    /// The ids of each row's errors, oldest first; some may have been dismissed.
    var ofRows: [ExactText: [String]] = [:]
    /// The problems that the source has found in its rows; nil if there are none.
    var problems: RowProblems?
}
