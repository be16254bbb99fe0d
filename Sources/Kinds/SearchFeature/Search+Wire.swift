import FHJSON
import FHKindParts
import FHRowCollections
import FeatureKit

/// The JSON of a search's state.
extension Search {
    /// Writes the member `state` of a search's snapshot.
    public func write(_ state: SearchState, to json: inout JSONWriter) {
        json.beginObject()
        json.field("title", state.title)
        json.field("prompt", state.prompt)
        json.field("minLength", state.minLength)
        json.field("query", state.query)
        json.field("isComposing", state.isComposing)
        json.field("status", state.status.rawValue)
        json.field("resultsQuery", state.results?.question.query)
        json.field("isStale", state.isStale)
        json.field("columns", state.columns)
        json.key("groups")
        let groups = ShownGroups(text: state.groups, ends: state.results?.ends.value ?? [])
        groups.write(to: &json, CellPainter.painter(cells, for: json.viewer), state.results)
        json.key("window")
        json.beginObject()
        json.field("offset", state.results == nil ? state.window.offset : state.shownPlaces.lowerBound)
        json.field("limit", state.wanted.limit)
        if let omitted = state.omitted { json.field("omitted", omitted) }
        json.endObject()
        json.field("count", state.results?.count ?? 0)
        json.field("totalCount", totalCount(state))
        json.field("activeId", state.activeRow?.id)
        json.field("selectedIds", state.selected.ids)
        json.field("empty", state.empty)
        if let text = configuration.whenEmpty, isSourceEmpty(state) { json.field("whenEmpty", text) }
        json.key("append")
        json.beginObject()
        state.append.write(to: &json, state.errors)
        json.field("endReached", state.continuation?.endReached ?? true)
        json.endObject()
        json.key("filter")
        if let filter = state.asked.filter { filter.write(to: &json) } else { json.null() }
        json.field("filters", state.filters)
        json.field("actions", state.actions.text)
        if let available = state.actions.available(for: state.targetedRows, active: state.activeRow) {
            json.field("availableActions", available)
        }
        json.key("performing")
        if let performing = state.performing { performing.writeRunning(to: &json) } else { json.null() }
        json.field("history", state.history)
        json.key("problems")
        if let problems = state.problems { problems.write(to: &json) } else { json.null() }
        json.endObject()
    }

    /// True if the host searches rows, and the source is known to have none.
    private func isSourceEmpty(_ state: SearchState) -> Bool { !configuration.isAsking && totalCount(state) == 0 }

    /// The number of rows to search; if the source searches by itself, the number of results.
    ///
    /// Nil while this number is unknown.
    private func totalCount(_ state: SearchState) -> Int? {
        if configuration.isAsking { return state.continuation?.totalCount }
        return if case .loaded(let corpus) = state.rows { corpus.rows.count } else { nil }
    }
}

extension SearchState {
    /// The reason why the query has no results: it is too short (`prompt`), or no row matches (`noResults`).
    ///
    /// Nil if there are results, while results are pending, and after a failure.
    fileprivate var empty: String? {
        if askable(query) == nil { return "prompt" }
        return status == .success && results?.count == 0 ? "noResults" : nil
    }
}
