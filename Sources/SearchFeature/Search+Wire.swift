import FeatureKit
import JSON

/// The wire shape of a search and what it refuses.
extension Search {
    /// Writes `state` of a search's snapshot.
    public func write(_ state: SearchState, to json: inout JSONWriter) {
        let window = state.window
        json.beginObject()
        json.field("title", state.title)
        json.field("prompt", state.prompt)
        json.field("query", state.query)
        json.field("isComposing", state.isComposing)
        json.field("status", state.status.rawValue)
        json.field("resultsQuery", state.results?.query)
        json.field("isStale", state.isStale)
        json.field("columns", state.columns)
        json.field("groups", state.groups)
        json.key("window")
        json.beginObject()
        json.field("offset", window.offset)
        json.field("limit", window.limit)
        json.endObject()
        json.field("count", state.results?.count ?? 0)
        json.field("totalCount", state.totalCount)
        json.field("activeId", state.activeRow?.id)
        json.raw(#""selectedIds":[]"#)
        json.field("empty", state.empty)
        json.raw(#""append":{"status":"idle","endReached":true},"filter":null,"filters":[],"history":[]"#)
        json.endObject()
    }

    /// What would be refused whatever its params.
    public func unavailable(in state: SearchState) -> [Unavailable] {
        if state.isStale { return [Unavailable("accept", "staleResults")] }
        return state.activeRow == nil ? [Unavailable("accept", "gone")] : []
    }

    /// What is refused because of its params.
    public func refusal(of action: Action, in state: SearchState) -> ActionRefusal? {
        guard case .wire(let action) = action else { return nil }
        switch action {
        case .setActive(let id):
            return state.results?.place(of: id) == nil ? .unavailable("gone") : nil
        case .accept(let id, _):
            if state.isStale { return .unavailable("staleResults") }
            return (id ?? state.activeRow?.id).flatMap { state.results?.place(of: $0) } == nil
                ? .unavailable("gone") : nil
        default: return nil
        }
    }
}

extension SearchState {
    /// How many rows there are; nil while they are not all loaded.
    fileprivate var totalCount: Int? {
        if case .loaded(let corpus) = rows { corpus.rows.count } else { nil }
    }

    /// Why there is nothing to show, where that is no matter of waiting.
    fileprivate var empty: String? {
        if query.allSatisfy(\.isWhitespace) { return "prompt" }
        return status == .success && results?.count == 0 ? "noResults" : nil
    }
}
