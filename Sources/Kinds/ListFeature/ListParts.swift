import DequeModule
import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The properties of a list that come from its declaration and its source.
struct ListHead: Sendable, Equatable {
    let title: String
    let capabilities: SourceCapabilities
    let idKey: String
    private(set) var columns: [Column]
    /// ``columns`` as JSON.
    private(set) var columnsText: JSONText
    /// The members that the source declares for its rows; nil if it declares none.
    var declaredKeys: [String]?
    let groupBy: SortKey?
    /// The available filters as JSON.
    let filtersText: JSONText
    /// The declared actions on rows.
    let actions: OfferedActions
    /// The author's text for an empty source as JSON; nil for none.
    let whenEmpty: JSONText?
    /// The condition that all rows of the list meet; nil for all rows.
    let fixed: Condition?
    /// The formats of the columns and the tones of the rows; nil if there are none.
    let cells: CellPlan?

    init(_ configuration: ListConfiguration) {
        title = configuration.title
        capabilities = configuration.source.capabilities
        idKey = configuration.source.idKey
        columns = configuration.columns
        columnsText = Column.encode(columns)
        groupBy = capabilities.contains(.query) ? configuration.groupBy : nil
        filtersText = NamedFilter.encode(configuration.filters)
        actions = OfferedActions(configuration.actions)
        whenEmpty = configuration.whenEmpty
        fixed = configuration.fixed
        cells = CellPlan(configuration.columns, rows: configuration.tones)
    }

    /// Sets the derived columns of a list without configured columns.
    mutating func setColumns(_ columns: [Column]) {
        self.columns = columns
        if !columns.isEmpty { columnsText = Column.encode(columns) }
    }
}

/// The rows that a client has requested.
struct ListRequest: Sendable, Equatable {
    /// The requested window.
    ///
    /// The shown window is clamped to the number of rows.
    var window: Window
    /// The row that becomes active as soon as it is loaded; nil if there is none.
    var goal: RowGoal?
    /// The query that was requested last.
    ///
    /// The confirmed rows may belong to an older query.
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

/// The rows to which actions without an id apply, and the feature about one of them.
struct ListTargets: Sendable, Equatable {
    var selection: Selection
    /// The id of the row that was made active last.
    ///
    /// It is kept while the row is not shown.
    var chosenID: String?
    /// The last loaded values of the rows that are selected or active, and not loaded now.
    var lastKnown: [ExactText: SourceRow] = [:]
    /// The feature that follows the active row.
    var detail = Pane()
}

/// The record of a list's edits: the edits that can be undone, the edits that can be retried, and the edits for which
/// other features wait.
struct ListWriting: Sendable, Equatable {
    var history = EditHistory()
    /// The ids of the newest operations of this list.
    ///
    /// Change notices for these operations are ignored.
    var ownOperations: Deque<String> = []
    /// The failed edits, by the ids of their errors.
    var failed: [String: Edit] = [:]
    /// Failed edits that the source may have applied.
    var uncertain = UncertainEdits()
    /// The edits for which other features wait, by undo step.
    var tracked: [String: TrackedEdit] = [:]
    /// The token of the feature that waits for the edit that is being made; nil if none does.
    var token: String?
    /// The ids assigned by the source.
    var renamed = RenamedIDs()
    /// The ids assigned by the source in the newest revision.
    var newlyRenamed = RenamedIDs()
    /// The last operation on rows; nil once it has succeeded.
    var operation: RowOperation?
    /// An edit of every row that waits until all rows are loaded.
    var bulk: BulkEdit?
}

/// The errors of a list, and the problems of its rows.
struct ListFaults: Sendable, Equatable {
    var list = ErrorList()
    /// The ids of the errors of each row, oldest first, by the id of the row.
    ///
    /// The user may have dismissed some of these errors.
    var ofRows: [ExactText: [String]] = [:]
    /// The problems that the source has found in its rows; nil if there are none.
    var problems: RowProblems?
}
