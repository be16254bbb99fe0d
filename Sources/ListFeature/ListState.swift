import DequeModule
import FeatureKit
import JSON
import Querying

/// What a list remembers.
///
/// What a front end sees of it is written in `ListState+Wire.swift`.
public struct ListState: Sendable, Equatable {
    /// What is shown: confirmed rows with the pending edits folded over them.
    struct Shown: Sendable, Equatable {
        var rows: Rows = [:]
        /// What of the rows is out of sight, with the pending edits made to it.
        var sight: Sight
        /// The edit that each row waits for.
        var pending: [ExactText: Edit.Pending] = [:]
        /// Whether rows that a sort doesn't tell apart may stand otherwise than among the confirmed ones.
        var mayTiesDiffer = false
    }

    let title: String
    let abilities: SourceAbilities
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
    /// The newest operations of this list, of which the source need not tell it.
    var ownOperations: Deque<String> = []
    var shown: Shown
    /// What the rows were asked for by, and what edits took out of sight.
    var sight: Sight
    var isLoaded = false

    var loading = Loading()
    /// Of which rows the values are kept; nil where they are of all.
    var retention: Retention?
    var failedEdits: [String: Edit] = [:]
    /// The edits that have failed, and may have been made.
    var uncertain = UncertainEdits()
    /// The edits that somebody waits for, by their steps.
    var tracked: [String: TrackedEdit] = [:]
    /// Who waits for the edit that is made now.
    var token: String?
    /// The ids that the source has assigned.
    var renamed = RenamedIDs()
    /// Those of the newest revision.
    var newlyRenamed = RenamedIDs()
    /// Marked rows that are not among those loaded, as they were seen last.
    var marked: [ExactText: SourceRow] = [:]
    /// An edit of every row that waits until all are loaded.
    var bulk: BulkEdit?
    /// The errors on each row whose edits failed, oldest first; some may have been dismissed.
    var rowErrors: [ExactText: [String]] = [:]
    var errors = ErrorList()
    /// The problems that the source has found in its rows; nil where it has found none.
    var problems: RowProblems?

    /// The window that was asked for; what is shown is clamped to the rows that there are.
    var wanted: Window
    /// What was asked for last; ``sight`` is what is shown.
    var query: RowQuery
    var filter: FilterChoice?
    var sort: [SortKey]
    let groupBy: SortKey?
    /// The filters that there are, encoded once.
    let filtersText: JSONText
    var selection: Selection
    /// The row that was made active last, also while it is not among those shown.
    private var chosenID: String?
    var changes = ChangeHints()

    init(_ configuration: ListConfiguration) {
        title = configuration.title
        abilities = configuration.source.abilities
        idKey = configuration.source.idKey
        columns = configuration.columns
        columnsText = Column.encode(columns)
        wanted = Window(offset: 0, limit: configuration.pageSize)
        let canQuery = configuration.source.abilities.contains(.query)
        filter = canQuery ? configuration.filter.map { FilterChoice(id: $0) } : nil
        sort = canQuery ? configuration.sort : []
        groupBy = canQuery ? configuration.groupBy : nil
        query = canQuery ? configuration.query(filter, sort) : .all
        sight = Sight(query)
        shown = Shown(sight: sight)
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

    /// The row that keys act on.
    var activeID: String? { chosenID.flatMap { shown.rows[$0] == nil ? nil : $0 } }

    /// Where the active row stands.
    var activePlace: Int? { chosenID.flatMap { shown.rows.index(forKey: $0) } }

    /// Keeps the active row only where it is one of these.
    mutating func keepActive(_ isKept: (String) -> Bool) {
        if let id = chosenID, !isKept(id) { chosenID = nil }
    }

    /// The active row has another id.
    mutating func renameActive(_ ids: RenamedIDs) {
        chosenID = chosenID.map { ids[$0] }
    }

    /// Folds the edits over the confirmed rows anew.
    mutating func fold() {
        shown = Shown(rows: confirmed, sight: sight)
        for edit in edits { show(edit) }
    }

    /// Does something to the rows, after which the window still begins with the same row, or with the next one that is
    /// still there; a window at the top stays there.
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

    /// Does something to the rows; the row that takes an active row's place is active after it.
    mutating func passingOnActive(_ body: (inout ListState) -> Void) {
        let place = activeID.flatMap { shown.rows.index(forKey: $0) }
        body(&self)
        guard let place, activeID == nil else { return }
        chosenID = shown.rows.isEmpty ? nil : shown.rows.keys[min(place, shown.rows.count - 1)]
    }

    /// Does something to the rows, and keeps the active row in the window if it was there.
    mutating func keepingActiveVisible(_ body: (inout ListState) -> Void) {
        let wasVisible = isActiveVisible
        body(&self)
        if wasVisible, !isActiveVisible, let id = activeID { activate(id) }
    }

    private var isActiveVisible: Bool {
        guard let index = activeID.flatMap({ shown.rows.index(forKey: $0) }) else { return false }
        return (window.offset..<window.offset + window.limit).contains(index)
    }

    /// Remembers what the source is asked for.
    mutating func noteOperation(_ opID: String) {
        ownOperations.append(opID)
        // A step that is undone may have many, before the first notice comes.
        if ownOperations.count > 1_000 { ownOperations.removeFirst() }
    }

    /// Shows one more edit over those that are shown.
    mutating func show(_ edit: Edit) {
        edit.apply(to: &shown.rows, in: &shown.sight)
        for id in edit.ids { shown.pending[id] = shown.rows.contains(id) ? edit.pending : nil }
    }

    /// Makes a row active and brings the window to it.
    mutating func activate(_ id: String) {
        guard let index = shown.rows.index(forKey: id) else { return }
        chosenID = id
        let window = window
        // What was wanted and can't be shown must not push the row out again.
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
            // From nowhere, down begins at the first row and up at the last.
            index = steps < 0 ? last : 0
        }
        activate(shown.rows.keys[index])
    }
}

/// How far a list has been loaded, and what is being loaded.
struct Loading: Sendable, Equatable {
    var refresh = LoadStatus.idle
    var append = LoadStatus.idle
    /// Counts refreshes: what an older one brings is not applied.
    var generation = 0
    /// Counts confirmed writes: a page that was asked for before one may not know of it.
    var writes = 0
    var endReached = false
    var totalCount: Int?
    /// Where the next page begins.
    var next = FetchRequest.Start.offset(0)
    /// Whether rows are wanted as they are now, not as the source may remember them.
    var isFreshWanted = true
    /// Whether a refresh is wanted as soon as no write is on its way.
    var isRefreshWanted = false
    /// Whether the source has told of changes that are to be read soon.
    var isReloadDue = false
    /// Whether the rows are older than what was told, until others are there.
    var isOutdated = false
    /// Whether a page was dropped because of a write, and is wanted when no write is on its way.
    var isAppendWanted = false
    /// The places that the source named since the last refresh: one that comes again leads nowhere.
    var cursors: Set<ExactText> = []
    /// Rows that stand behind the pages not loaded yet, in the source.
    ///
    /// They are what was put at the end of an unfinished list.
    /// They come again with their page, which then says where they belong.
    var tail: Set<ExactText> = []
    /// How rows that are still being made come to be there; nil where all pages were full.
    var growth: Page.Growth?
    /// Which making of the rows is shown; nil where the source doesn't tell.
    var edition: Int?
    /// Why the rows ended too early; nil where they did not.
    var failure: Failure?
    /// A notice of further rows, or of their end, that came while a page was on its way.
    var notice: SourceChange?
    /// Rows of a sorted list that were changed, or came back, since the last refresh: the source may have them elsewhere.
    var resorted: Set<ExactText> = []
}

/// What a load was when it began; its result counts only if that still holds.
public struct LoadTicket: Sendable, Equatable {
    /// What is loaded.
    enum Kind: Sendable, Equatable {
        case refresh, append
        /// Values that were dropped: those of the rows from a place on, of which one is wanted.
        case restore(place: Int, wanted: Int)

        /// As errors and effects name it.
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
