import FeatureKit
import JSON
import OrderedCollections

/// What a list remembers.
///
/// What a front end sees of it is written in `ListState+Wire.swift`.
public struct ListState: Sendable, Equatable {
    /// What is shown: confirmed rows with the pending edits folded over them.
    struct Shown: Sendable, Equatable {
        var rows: Rows = [:]
        /// The edit that each row waits for.
        var pending: [String: Edit.Pending] = [:]
    }

    let title: String
    let abilities: SourceAbilities
    let idKey: String
    var columns: [Column]
    /// ``columns``, encoded once.
    var columnsText: JSONText

    /// The rows as the source has confirmed them.
    var confirmed: Rows = [:]
    /// Edits that the source has not confirmed, in order.
    var edits: [Edit] = []
    var shown = Shown()
    var isLoaded = false

    var loading = Loading()
    var failedEdits: [String: Edit] = [:]
    /// The errors on each row whose edits failed, oldest first; some may have been dismissed.
    var rowErrors: [String: [String]] = [:]
    var errors = ErrorList()

    /// The window that was asked for; what is shown is clamped to the rows that there are.
    var wanted: Window
    var selection: Selection
    var activeID: String?
    var changes = ChangeHints()

    init(_ configuration: ListConfiguration) {
        title = configuration.title
        abilities = configuration.source.abilities
        idKey = configuration.source.idKey
        columns = configuration.columns
        columnsText = Column.encode(columns)
        wanted = Window(offset: 0, limit: configuration.pageSize)
        selection = Selection(configuration.selection)
    }

    var window: Window { wanted.clamped(to: shown.rows.count) }

    /// Folds the edits over the confirmed rows anew, and drops what points at rows that are gone.
    mutating func fold() {
        shown = Shown(rows: confirmed)
        for edit in edits { show(edit) }
        if let id = activeID, shown.rows[id] == nil { activeID = nil }
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

    /// Shows one more edit over those that are shown.
    mutating func show(_ edit: Edit) {
        edit.apply(to: &shown.rows)
        for id in edit.ids where shown.rows[id] != nil { shown.pending[id] = edit.pending }
    }

    /// Makes a row active and brings the window to it.
    mutating func activate(_ id: String) {
        guard let index = shown.rows.index(forKey: id) else { return }
        activeID = id
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
    enum Status: Sendable, Equatable {
        case idle
        case loading
        case failed(errorID: String)
    }

    var refresh = Status.idle
    var append = Status.idle
    /// Counts refreshes: what an older one brings is not applied.
    var generation = 0
    /// Counts confirmed writes: a page that was asked for before one may not know of it.
    var writes = 0
    var endReached = false
    var totalCount: Int?
    /// Where the next page begins.
    var next = FetchRequest.Start.offset(0)
    /// Whether a refresh is wanted as soon as no write is on its way.
    var isRefreshWanted = false
    /// Whether a page was dropped because of a write, and is wanted when no write is on its way.
    var isAppendWanted = false
    /// Rows that stand behind the pages not loaded yet, in the source.
    ///
    /// They are what was put at the end of an unfinished list.
    /// They come again with their page, which then says where they belong.
    var tail: Set<String> = []
}

/// What a load was when it began; its result counts only if that still holds.
public struct LoadTicket: Sendable, Equatable {
    let isAppend: Bool
    let generation: Int
    let writes: Int
}
