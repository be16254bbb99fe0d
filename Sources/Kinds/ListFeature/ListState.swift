import DequeModule
import FHJSON
import FHRowCollections
import FeatureKit

/// The state of a list.
///
/// `ListState+Wire.swift` writes it as JSON.
public struct ListState: Sendable, Equatable {
    /// The shown rows: confirmed rows with the pending edits folded over them.
    struct Shown: Sendable, Equatable {
        var rows: Rows = [:]
        /// The query view with the pending edits applied to it.
        var queryView: QueryView
        /// The kinds of the pending edits, by the ids of their rows.
        var pending: [ExactText: Edit.Pending] = [:]
        /// True if rows with equal sort keys may have another order than in the confirmed rows.
        var mayTiesDiffer = false
    }

    var head: ListHead
    /// The rows that the source has confirmed.
    var confirmed: Rows = [:]
    /// The query of the confirmed rows, and the rows hidden by edits.
    var queryView: QueryView
    /// Edits that the source has not confirmed yet, in order.
    var edits: [Edit] = []
    var shown: Shown
    var writing = ListWriting()
    var loading = Loading()
    /// The record of the rows that have values; nil if all rows keep their values.
    var retention: Retention?
    var request: ListRequest
    var targets: ListTargets
    var faults = ListFaults()
    var changes = ChangeHints()

    init(_ configuration: ListConfiguration) {
        head = ListHead(configuration)
        request = ListRequest(configuration)
        targets = ListTargets(selection: Selection(configuration.selection))
        queryView = QueryView(request.query)
        shown = Shown(queryView: queryView)
        retention = configuration.maxPages.map {
            Retention(room: $0 * configuration.pageSize, distance: configuration.prefetchDistance)
        }
    }

    /// The ids of rows that are not shown because they can't be read.
    ///
    /// Only the ids that the list's problems contain are included.
    var unreadIDs: Set<ExactText> {
        guard let problems = faults.problems else { return [] }
        return Set(texts: problems.listed.compactMap(\.id).filter { !confirmed.contains($0) })
    }

    /// The shown window: the requested one, moved so that it shows as many loaded rows as possible.
    ///
    /// While rows far from the loaded ones are requested, the window stays where it was.
    var window: Window {
        let place = loading.segment.heldWindow?.offset ?? request.window.offset
        return Window(offset: place, limit: request.window.limit).clamped(to: loading.skipped..<loadedEnd)
    }

    /// The shown window, with its offset counted from the first loaded row.
    var localWindow: Window { Window(offset: window.offset - loading.skipped, limit: request.window.limit) }

    /// The id of the active row.
    ///
    /// Keyboard actions apply to it.
    var activeID: String? { targets.chosenID.flatMap { shown.rows[$0] == nil ? nil : $0 } }

    /// The position of the active row.
    var activePlace: Int? { targets.chosenID.flatMap { shown.rows.index(forKey: $0) } }

    /// Makes no row active if `isKept` rejects the active row.
    mutating func keepActive(_ isKept: (String) -> Bool) {
        if let id = targets.chosenID, !isKept(id) { targets.chosenID = nil }
    }

    /// Replaces the id of the active row if it was renamed.
    mutating func renameActive(_ ids: RenamedIDs) {
        targets.chosenID = targets.chosenID.map { ids[$0] }
    }

    /// Recomputes the shown rows from the confirmed rows and the edits.
    mutating func fold() {
        shown = Shown(rows: confirmed, queryView: queryView)
        for edit in edits { show(edit) }
    }

    /// Changes the rows, and moves the window so that it still begins with the same row.
    ///
    /// If that row no longer exists, the window begins with the next row that still exists. A window at the top stays
    /// at the top.
    mutating func keepingWindowAnchored(_ body: (inout ListState) -> Void) {
        let (window, first) = (window, localWindow.offset)
        let old = shown.rows
        body(&self)
        guard window.offset > 0 else { return }
        for place in first..<max(first, old.count) {
            guard let index = shown.rows.index(forKey: old.keys[place]) else { continue }
            request.window = Window(offset: loading.skipped + index, limit: window.limit)
            return
        }
    }

    /// Changes the rows; if the active row disappears, the row at its position becomes active.
    mutating func passingOnActive(_ body: (inout ListState) -> Void) {
        let place = activeID.flatMap { shown.rows.index(forKey: $0) }
        body(&self)
        guard let place, activeID == nil else { return }
        targets.chosenID = shown.rows.isEmpty ? nil : shown.rows.keys[min(place, shown.rows.count - 1)]
    }

    /// Changes the rows; if the active row was visible, it is kept in the window.
    mutating func keepingActiveVisible(_ body: (inout ListState) -> Void) {
        let wasVisible = isActiveVisible
        body(&self)
        if wasVisible, request.goal == nil, !isActiveVisible, let id = activeID { activate(id) }
    }

    /// True if the active row is in the window, also when all rows of the requested window are loaded.
    private var isActiveVisible: Bool {
        guard let index = activePlace else { return false }
        return [window, wantedWindow].allSatisfy { window in
            (window.offset..<window.offset + window.limit).contains(loading.skipped + index)
        }
    }

    /// Remembers the id of one of this list's own operations.
    mutating func noteOperation(_ opID: String) {
        writing.ownOperations.append(opID)
        // The limit is high, because an undo step may have many operations before the first notice arrives.
        if writing.ownOperations.count > 1_000 { writing.ownOperations.removeFirst() }
    }

    /// Applies one more edit to the shown rows.
    mutating func show(_ edit: Edit) {
        edit.apply(to: &shown.rows, in: &shown.queryView)
        for id in edit.ids { shown.pending[id] = shown.rows.contains(id) ? edit.pending : nil }
    }

    /// Makes a row active and scrolls the window to it; another row on whose arrival it was to become active is given up.
    mutating func activate(_ id: String) {
        guard let index = shown.rows.index(forKey: id) else { return }
        targets.chosenID = id
        request.goal = nil
        // This starts from the clamped window, so that the requested window doesn't move the row out of view again.
        request.window = window
        loading.segment.heldWindow = nil
        moveWindow(to: loading.skipped + index)
    }

    /// Moves the requested window as little as possible, so that it contains a row.
    mutating func moveWindow(to place: Int) {
        let window = request.window
        if place < window.offset {
            request.window = Window(offset: place, limit: window.limit)
        } else if place - window.offset >= window.limit {
            request.window = Window(offset: place - window.limit + 1, limit: window.limit)
        }
    }
}
