import DequeModule
import FHJSON
import FeatureKit

/// The state of a list.
///
/// `ListState+Wire.swift` writes its wire shape.
public struct ListState: Sendable, Equatable {
    /// The shown rows: confirmed rows with the pending edits folded over them.
    struct Shown: Sendable, Equatable {
        var rows: Rows = [:]
        /// The query view with the pending edits applied to it.
        var queryView: QueryView
        /// The pending edit of each row.
        var pending: [ExactText: Edit.Pending] = [:]
        /// True if rows with equal sort keys may be in another order than in the confirmed rows.
        var mayTiesDiffer = false
    }

    let title: String
    let capabilities: SourceCapabilities
    let idKey: String
    var columns: [Column]
    /// ``columns``, encoded once.
    var columnsText: JSONText

    /// The members that the source declares for its rows; nil where it declares none.
    var declaredKeys: [String]?

    /// The rows as the source has confirmed them.
    var confirmed: Rows = [:]
    /// Edits that the source has not confirmed, in order.
    var edits: [Edit] = []
    var history = EditHistory()
    /// The ids of the newest operations of this list; change notices for them are ignored.
    var ownOperations: Deque<String> = []
    var shown: Shown
    /// The query of the confirmed rows, and the rows hidden by edits.
    var queryView: QueryView
    var isLoaded = false

    var loading = Loading()
    /// Tracks the rows that have values; nil if all rows keep their values.
    var retention: Retention?
    var failedEdits: [String: Edit] = [:]
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
    /// The last known values of the selected rows and of the active one that are not loaded.
    var lastKnown: [ExactText: SourceRow] = [:]
    /// An edit of every row that waits until all rows are loaded.
    var bulk: BulkEdit?
    /// The ids of each row's errors, oldest first; some may have been dismissed.
    var rowErrors: [ExactText: [String]] = [:]
    var errors = ErrorList()
    /// The problems that the source has found in its rows; nil if there are none.
    var problems: RowProblems?

    /// The requested window; the shown window is clamped to the rows.
    var wanted: Window
    /// The query requested last; ``queryView`` has the query of the confirmed rows.
    var query: RowQuery
    var filter: FilterChoice?
    var sort: [SortKey]
    let groupBy: SortKey?
    /// The available filters, encoded once.
    let filtersText: JSONText
    var selection: Selection
    /// The id of the row that was made active last; it is kept while the row is not shown.
    private(set) var chosenID: String?
    var changes = ChangeHints()

    init(_ configuration: ListConfiguration) {
        title = configuration.title
        capabilities = configuration.source.capabilities
        idKey = configuration.source.idKey
        columns = configuration.columns
        columnsText = Column.encode(columns)
        wanted = Window(offset: 0, limit: configuration.pageSize)
        let canQuery = configuration.source.capabilities.contains(.query)
        filter = canQuery ? configuration.filter.map { FilterChoice(id: $0) } : nil
        sort = canQuery ? configuration.sort : []
        groupBy = canQuery ? configuration.groupBy : nil
        query = canQuery ? configuration.query(filter, sort) : .all
        queryView = QueryView(query)
        shown = Shown(queryView: queryView)
        filtersText = NamedFilter.encode(configuration.filters)
        selection = Selection(configuration.selection)
        retention = configuration.maxPages.map {
            Retention(room: $0 * configuration.pageSize, distance: configuration.prefetchDistance)
        }
    }

    /// The ids of rows that are not shown because they can't be read, as far as the problems name them.
    var unreadIDs: Set<ExactText> {
        guard let problems else { return [] }
        return Set(texts: problems.listed.compactMap(\.id).filter { !confirmed.contains($0) })
    }

    var window: Window { wanted.clamped(to: shown.rows.count) }

    /// The id of the active row; keyboard actions apply to it.
    var activeID: String? { chosenID.flatMap { shown.rows[$0] == nil ? nil : $0 } }

    /// The position of the active row.
    var activePlace: Int? { chosenID.flatMap { shown.rows.index(forKey: $0) } }

    /// Clears the active row unless `isKept` accepts it.
    mutating func keepActive(_ isKept: (String) -> Bool) {
        if let id = chosenID, !isKept(id) { chosenID = nil }
    }

    /// Replaces the id of the active row if it was renamed.
    mutating func renameActive(_ ids: RenamedIDs) {
        chosenID = chosenID.map { ids[$0] }
    }

    /// Recomputes the shown rows from the confirmed rows and the edits.
    mutating func fold() {
        shown = Shown(rows: confirmed, queryView: queryView)
        for edit in edits { show(edit) }
    }

    /// Changes the rows, and keeps the first row of the window in place, or the next one that still exists.
    ///
    /// A window at the top stays at the top.
    mutating func keepingWindowAnchored(_ body: (inout ListState) -> Void) {
        let window = window
        let old = shown.rows
        body(&self)
        guard window.offset > 0 else { return }
        for place in window.offset..<max(window.offset, old.count) {
            guard let index = shown.rows.index(forKey: old.keys[place]) else { continue }
            wanted = Window(offset: index, limit: window.limit)
            return
        }
    }

    /// Changes the rows; if the active row disappears, the row at its position becomes active.
    mutating func passingOnActive(_ body: (inout ListState) -> Void) {
        let place = activeID.flatMap { shown.rows.index(forKey: $0) }
        body(&self)
        guard let place, activeID == nil else { return }
        chosenID = shown.rows.isEmpty ? nil : shown.rows.keys[min(place, shown.rows.count - 1)]
    }

    /// Changes the rows, and keeps the active row in the window if it was visible.
    mutating func keepingActiveVisible(_ body: (inout ListState) -> Void) {
        let wasVisible = isActiveVisible
        body(&self)
        if wasVisible, !isActiveVisible, let id = activeID { activate(id) }
    }

    private var isActiveVisible: Bool {
        guard let index = activeID.flatMap({ shown.rows.index(forKey: $0) }) else { return false }
        return (window.offset..<window.offset + window.limit).contains(index)
    }

    /// Remembers the id of one of this list's own operations.
    mutating func noteOperation(_ opID: String) {
        ownOperations.append(opID)
        // An undo step may have many operations before the first notice arrives.
        if ownOperations.count > 1_000 { ownOperations.removeFirst() }
    }

    /// Applies one more edit to the shown rows.
    mutating func show(_ edit: Edit) {
        edit.apply(to: &shown.rows, in: &shown.queryView)
        for id in edit.ids { shown.pending[id] = shown.rows.contains(id) ? edit.pending : nil }
    }

    /// Makes a row active and scrolls the window to it.
    mutating func activate(_ id: String) {
        guard let index = shown.rows.index(forKey: id) else { return }
        chosenID = id
        let window = window
        // Starts from the clamped window, so that the requested one doesn't push the row out again.
        wanted = window
        if index < window.offset {
            wanted = Window(offset: index, limit: window.limit)
        } else if index >= window.offset + window.limit {
            wanted = Window(offset: index - window.limit + 1, limit: window.limit)
        }
    }

    mutating func moveActive(by steps: Int) {
        guard !shown.rows.isEmpty else { return }
        let last = shown.rows.count - 1
        let index: Int
        if let current = activeID.flatMap({ shown.rows.index(forKey: $0) }) {
            let (sum, overflow) = current.addingReportingOverflow(steps)
            index = overflow ? (steps > 0 ? last : 0) : min(max(sum, 0), last)
        } else {
            // Without an active row, down begins at the first row and up at the last.
            index = steps < 0 ? last : 0
        }
        activate(shown.rows.keys[index])
    }
}

/// The progress of loading.
struct Loading: Sendable, Equatable {
    var refresh = LoadStatus.idle
    var append = LoadStatus.idle
    /// The number of refreshes; results of older refreshes are discarded.
    var generation = 0
    /// The number of confirmed writes; a page requested before one of them may miss it.
    var writes = 0
    var endReached = false
    var totalCount: Int?
    /// The start of the next page.
    var next = FetchRequest.Start.offset(0)
    /// True if the source must not answer the next refresh from its cache.
    var isFreshWanted = true
    /// True if a refresh is due after the last pending write.
    var isRefreshWanted = false
    /// True if the source has announced changes that will be loaded soon.
    var isReloadDue = false
    /// True if the rows are known to be outdated, until new rows are loaded.
    var isOutdated = false
    /// True if a page was dropped because of a write, and is due after the last pending write.
    var isAppendWanted = false
    /// The cursors returned since the last refresh; a repeated cursor is an error.
    var cursors: Set<ExactText> = []
    /// Rows that are behind the pages not loaded yet, in the source.
    ///
    /// They are rows that were put at the end of an unfinished list.
    /// Their page brings them again, and with it their position.
    var tail: Set<ExactText> = []
    /// The growth mode of rows that are still being produced; nil if all pages were full.
    var growth: Page.Growth?
    /// The number of the source's run that produced the rows; nil if the source doesn't report it.
    var edition: Int?
    /// The failure that ended the rows too early; nil if there was none.
    var failure: Failure?
    /// A notice of further rows, or of their end, that arrived while a page was loading.
    var notice: SourceChange?
    /// Rows of a sorted list that were changed or came back since the last refresh; the source may have them elsewhere.
    var resorted: Set<ExactText> = []
}

/// The state of a list when a load began; the load's result is applied only if that state is still current.
public struct LoadTicket: Sendable, Equatable {
    /// The kind of load.
    enum Kind: Sendable, Equatable {
        case refresh, append
        /// Loads dropped values of rows beginning at `place`, including the row at `wanted`.
        case restore(place: Int, wanted: Int)

        /// The name of the load in errors and effects.
        var name: String {
            switch self {
            case .refresh: "refresh"
            case .append: "append"
            case .restore: "restore"
            }
        }
    }

    let kind: Kind
    let start: FetchRequest.Start
    let limit: Int
    let generation: Int
    let writes: Int
}
