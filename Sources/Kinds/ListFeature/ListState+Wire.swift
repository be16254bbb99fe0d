import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The JSON of a list's state.
extension List {
    /// Writes the member `state` of a list's snapshot.
    public func write(_ state: ListState, to json: inout JSONWriter) {
        if !json.isDeferring, state.head.cells == nil { return state.write(to: &json) }
        json.value(deferred: ListView(state, CellPainter.painter(state.head.cells, for: json.viewer)))
    }
}

/// The members of a list's snapshot.
///
/// They are read from the current ``ListState``, or from the ``ListView`` of an earlier snapshot.
protocol ListFields {
    var title: String { get }
    var phase: String { get }
    var hasContent: Bool { get }
    /// The reason why there is no row; nil if there are rows, or may be rows.
    var emptiness: String? { get }
    /// The author's text for an empty source; nil if there are rows, or if none is declared.
    var whenEmptyText: JSONText? { get }
    var columnsText: JSONText { get }
    var loads: ListLoads { get }
    var items: RowWindow { get }
    /// The window. It starts at the first row that is shown.
    var shownWindow: Window { get }
    /// The number of rows that the snapshot omits from the window because of its maximum length; nil if it omits none.
    var omitted: Int? { get }
    var count: Int { get }
    var totalCount: Int? { get }
    var namedChanges: NamedChanges { get }
    var filter: FilterChoice? { get }
    var filtersText: JSONText { get }
    var sort: [SortKey] { get }
    var selection: Selection { get }
    var activeID: String? { get }
    var isStale: Bool { get }
    var problems: RowProblems? { get }
    /// The declared actions on rows; nil if there are none.
    var actionsText: JSONText? { get }
    /// The ids of the actions that apply to the rows that an action would be about; nil if no action has a condition.
    var availableActions: [String]? { get }
    /// The operation that a source performs now; nil if there is none.
    var performing: RowOperation? { get }
}

extension ListFields {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        write(WritingVisitor(), to: &json)
        json.endObject()
    }

    func write(_ visitor: some MemberVisitor<Self>, to json: inout JSONWriter) {
        visitor.text("title", of: self, to: &json) { $0.title }
        visitor.text("phase", of: self, to: &json) { $0.phase }
        visitor.member("content", of: self, to: &json, { $0.hasContent }, { $0.value($1 ? "loaded" : "none") })
        visitor.text("empty", of: self, to: &json) { $0.emptiness }
        visitor.optional("whenEmpty", of: self, to: &json, { $0.whenEmptyText }, { $0.value($1) })
        visitor.member("columns", of: self, to: &json, { $0.columnsText }, { $0.value($1) })
        visitor.member("loads", of: self, to: &json, isSame: { $0.loads == $1.loads }, { $1.loads.write(to: &$0) })
        visitor.member("items", of: self, to: &json, deferred: { $0.items })
        let window = visitor.enter("window", to: &json)
        window.member("offset", of: self, to: &json, { $0.shownWindow.offset }, { $0.value($1) })
        window.member("limit", of: self, to: &json, { $0.shownWindow.limit }, { $0.value($1) })
        window.optional("omitted", of: self, to: &json, { $0.omitted }, { $0.value($1) })
        visitor.leave(to: &json)
        visitor.member("count", of: self, to: &json, { $0.count }, { $0.value($1) })
        visitor.member("totalCount", of: self, to: &json, { $0.totalCount }, { $0.value($1) })
        let changes = visitor.enter("changes", to: &json)
        changes.texts("inserted", of: self, to: &json) { $0.namedChanges.inserted }
        changes.texts("removed", of: self, to: &json) { $0.namedChanges.removed }
        changes.texts("moved", of: self, to: &json) { $0.namedChanges.moved }
        changes.texts("changed", of: self, to: &json) { $0.namedChanges.changed }
        changes.optional(
            "complete", of: self, to: &json, { $0.namedChanges.isComplete ? nil : false }, { $0.value($1) })
        visitor.leave(to: &json)
        visitor.member("filter", of: self, to: &json, isSame: { $0.filter.isSame(as: $1.filter) }) { json, list in
            if let filter = list.filter { filter.write(to: &json) } else { json.null() }
        }
        visitor.member("filters", of: self, to: &json, { $0.filtersText }, { $0.value($1) })
        visitor.member("sort", of: self, to: &json, isSame: { $0.sort.isSame(as: $1.sort) }) { json, list in
            if list.sort.isEmpty { json.raw("[]") } else { json.encodeAlways(list.sort) }
        }
        visitor.member("selection", of: self, to: &json, isSame: { $0.selection == $1.selection }) { json, list in
            list.selection.write(to: &json)
        }
        visitor.text("activeId", of: self, to: &json) { $0.activeID }
        visitor.member("isStale", of: self, to: &json, { $0.isStale }, { $0.value($1) })
        visitor.member("problems", of: self, to: &json, isSame: { $0.problems == $1.problems }) { json, list in
            if let problems = list.problems { problems.write(to: &json) } else { json.null() }
        }
        visitor.optional("actions", of: self, to: &json, { $0.actionsText }, { $0.value($1) })
        visitor.optional("availableActions", of: self, to: &json, { $0.availableActions }, { $0.value($1) })
        visitor.optional("performing", of: self, to: &json, { $0.performing }, { $1.writeRunning(to: &$0) })
    }
}

extension FilterChoice? {
    fileprivate func isSame(as other: FilterChoice?) -> Bool {
        (self == nil) == (other == nil) && isSameText(self?.id, other?.id) && isSameText(self?.text, other?.text)
    }
}

extension [SortKey] {
    fileprivate func isSame(as other: [SortKey]) -> Bool { self == other && isSameText(map(\.key), other.map(\.key)) }
}

extension ListState: ListFields {
    var title: String { head.title }
    var columnsText: JSONText { head.columnsText }
    var filtersText: JSONText { head.filtersText }
    var actionsText: JSONText? { head.actions.isEmpty ? nil : head.actions.text }
    var filter: FilterChoice? { request.filter }
    var sort: [SortKey] { request.sort }
    var selection: Selection { targets.selection }
    var problems: RowProblems? { faults.problems }

    /// True after the source has returned a page, even an empty one, or if an inserted row is already shown.
    var hasContent: Bool { loading.isLoaded || !shown.rows.isEmpty }

    /// The member `phase`: `loaded` if there is content, otherwise `idle`, `loading` or `failed`.
    var phase: String {
        loading.refresh.phase(hasContent: hasContent)
    }

    var emptiness: String? {
        guard shown.rows.isEmpty, loading.isAllLoaded else { return nil }
        var chosen = queryView.query
        if chosen.predicate == head.fixed { chosen.predicate = nil }
        return chosen.isFilter ? "noMatch" : "noData"
    }

    var whenEmptyText: JSONText? { head.whenEmpty.flatMap { emptiness == "noData" ? $0 : nil } }

    var loads: ListLoads {
        ListLoads(
            refresh: loading.isRefreshShown ? loading.refresh : .idle, append: loading.append,
            restore: retention?.status,
            endReached: loading.endReached, errors: faults.list)
    }

    var namedChanges: NamedChanges { NamedChanges(changes) }

    var items: RowWindow { items(nil) }

    /// The rows in the window, with their cells.
    func items(_ painter: CellPainter?) -> RowWindow { RowWindow(self, shownPlaces, painter) }

    var shownWindow: Window { Window(offset: loading.skipped + shownPlaces.lowerBound, limit: request.window.limit) }

    var omitted: Int? { window.omitted(shown: shownPlaces.count, of: count) }

    /// The positions of the shown rows, including the active row if the window contains it.
    private var shownPlaces: Range<Int> {
        let window = localWindow
        let places = window.offset..<min(window.offset + window.limit, shown.rows.count)
        return shown.rows.collection.fitting(places, with: activePlace)
    }

    var count: Int { loadedEnd }

    var totalCount: Int? { loading.totalCount }

    /// True if the rows are known to be outdated.
    var isStale: Bool {
        if loading.isRefreshWanted || loading.isReloadDue { return true }
        return loading.isLoaded && (loading.isOutdated || loading.refresh.hasFailed || !showsQuery)
    }

    /// Returns the id of a row's newest error that the user has not dismissed; nil if there is none.
    func rowError(of id: String) -> String? { faults.ofRows[id]?.last { faults.list.find($0) != nil } }
}

/// The load statuses of a list, as clients see them.
struct ListLoads: Sendable, Equatable {
    let refresh: LoadStatus
    let append: LoadStatus
    /// The status of loading dropped values; nil if values are never dropped.
    let restore: LoadStatus?
    let endReached: Bool
    /// The errors that are shown.
    ///
    /// A failed status names its error only if the error is among them: the user may have dismissed it.
    let errors: ErrorList

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("refresh")
        json.beginObject()
        refresh.write(to: &json, errors)
        json.endObject()
        json.key("append")
        json.beginObject()
        append.write(to: &json, errors)
        json.field("endReached", endReached)
        json.endObject()
        if let restore {
            json.key("restore")
            json.beginObject()
            restore.write(to: &json, errors)
            json.endObject()
        }
        json.endObject()
    }
}
