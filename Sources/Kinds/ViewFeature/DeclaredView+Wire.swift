import FHJSON
import FHKindParts
import FeatureKit

/// The JSON of a view's state.
extension DeclaredView {
    /// Writes the member `state` of a view's snapshot, without the features in panes.
    public func write(_ state: ViewState, to json: inout JSONWriter) {
        json.beginObject()
        let rows = state.row.map { [$0] } ?? []
        let formatter: any ValueFormatter = json.viewer ?? Viewing()
        json.field("title", configuration.title.filled(with: rows, count: rows.count, by: formatter))
        json.field("phase", state.phase)
        json.field("isStale", state.isStale)
        json.key("row")
        if let row = state.row {
            json.beginObject()
            json.field("id", row.id)
            json.field("version", row.version)
            json.field("value", row.value)
            json.endObject()
        } else {
            json.null()
        }
        json.key("layout")
        json.beginArray()
        for line in configuration.layout where line.isShown(for: state.row) { line.write(state.row, to: &json) }
        json.endArray()
        if let arrangement = configuration.arrangement { json.field("panes", arrangement) }
        json.endObject()
    }
}

extension ViewLine {
    /// True if the row meets the condition of the line.
    fileprivate func isShown(for row: SourceRow?) -> Bool {
        guard let condition else { return true }
        return row?.matches(condition) == true
    }

    fileprivate func write(_ row: SourceRow?, to json: inout JSONWriter) {
        json.beginObject()
        switch content {
        case .member(let member): json.field("key", member.description)
        case .pane(let name): json.field("key", name)
        case nil: break
        }
        json.field("label", label)
        json.field("type", type.rawValue)
        if case .member(let member) = content {
            json.key("value")
            if let value = row?.text(of: member) { json.value(value) } else { json.null() }
            if let cell = row.flatMap({ look?.cell(of: $0, for: json.viewer) }) {
                json.key("cell")
                cell.write(to: &json)
            }
        }
        if let action { json.field("action", action) }
        if let params { json.field("params", params) }
        if let role { json.field("role", role) }
        json.endObject()
    }
}
