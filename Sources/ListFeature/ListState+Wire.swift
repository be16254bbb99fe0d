import FeatureKit
import JSON
import OrderedCollections
import Querying

/// The wire shape of a list and what it refuses.
extension List {
    /// Writes `state` of a list's snapshot.
    public func write(_ state: ListState, to json: inout JSONWriter) {
        let window = state.window
        json.beginObject()
        json.field("title", state.title)
        json.field("phase", state.phase)
        json.field("content", state.hasContent ? "loaded" : "none")
        if state.isLoaded, state.shown.rows.isEmpty, state.loading.endReached {
            json.field("empty", state.sight.query.isFilter ? "noMatch" : "noData")
        } else {
            json.raw(#""empty":null"#)
        }
        json.field("columns", state.columnsText)
        json.key("loads")
        json.beginObject()
        json.key("refresh")
        json.beginObject()
        state.loading.refresh.write(to: &json, state.errors)
        json.endObject()
        json.key("append")
        json.beginObject()
        state.loading.append.write(to: &json, state.errors)
        json.field("endReached", state.loading.endReached)
        json.endObject()
        if let retention = state.retention {
            json.key("restore")
            json.beginObject()
            retention.status.write(to: &json, state.errors)
            json.endObject()
        }
        json.endObject()
        json.key("items")
        writeItems(of: state, in: window, to: &json)
        json.key("window")
        json.beginObject()
        json.field("offset", window.offset)
        json.field("limit", window.limit)
        json.endObject()
        json.field("count", state.shown.rows.count)
        json.field("totalCount", state.loading.totalCount)
        json.key("changes")
        state.changes.write(to: &json)
        state.writeQuery(to: &json)
        json.key("selection")
        state.selection.write(to: &json)
        json.field("activeId", state.activeID)
        json.field("isStale", state.isStale)
        json.endObject()
    }

    private func writeItems(of state: ListState, in window: Window, to json: inout JSONWriter) {
        let rows = state.shown.rows
        let places = window.offset..<min(window.offset + window.limit, rows.count)
        if json.notesLists { return json.note(RowWindow(state, places)) }
        json.beginArray()
        var start = places.lowerBound
        for place in state.remarkedPlaces(in: places) {
            rows.writeItems(in: start..<place, to: &json)
            let (id, row) = rows[place]
            row.write(
                pending: state.shown.pending[id], errorID: state.rowError(of: id), section: state.section(of: row),
                to: &json)
            start = place + 1
        }
        rows.writeItems(in: start..<places.upperBound, to: &json)
        json.endArray()
    }
}

extension ListState {
    /// Whether there is something to show: rows of the source, or one that was added before they came.
    fileprivate var hasContent: Bool { isLoaded || !shown.rows.isEmpty }

    /// The derived phase; `loading` and `failed` only where there is nothing to show.
    fileprivate var phase: String {
        if hasContent { return "loaded" }
        switch loading.refresh {
        case .idle: return "idle"
        case .loading: return "loading"
        case .failed: return "failed"
        }
    }

    /// Whether the rows are known to be older than what was asked for.
    fileprivate var isStale: Bool {
        if loading.isRefreshWanted || loading.isReloadDue { return true }
        return isLoaded && (loading.isOutdated || loading.refresh.hasFailed || !showsQuery)
    }

    /// Those of these places, in order, of whose rows more may be to say than what the source says.
    fileprivate func remarkedPlaces(in places: Range<Int>) -> [Int] {
        if shown.pending.isEmpty, rowErrors.isEmpty, groupBy == nil { return [] }
        if groupBy != nil || shown.pending.count + rowErrors.count > places.count { return Array(places) }
        let remarked =
            shown.pending.keys.compactMap { shown.rows.index(forKey: $0) }
            + rowErrors.keys.compactMap { shown.pending[$0] == nil ? shown.rows.index(forKey: $0) : nil }
        return remarked.filter(places.contains).sorted()
    }

    /// The newest error of a row that is still shown; nil where there is none.
    func rowError(of id: String) -> String? { rowErrors[id]?.last { errors.find($0) != nil } }

    /// What rows were asked for, and what could be asked for.
    func writeQuery(to json: inout JSONWriter) {
        if filter == nil, sort.isEmpty {
            json.raw(#""filter":null"#)
            json.field("filters", filtersText)
            return json.raw(#""sort":[]"#)
        }
        json.key("filter")
        if let filter { filter.write(to: &json) } else { json.null() }
        json.field("filters", filtersText)
        json.key("sort")
        json.encodeAlways(sort)
    }
}
