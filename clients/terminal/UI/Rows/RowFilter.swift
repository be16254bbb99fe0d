import FHJSON
import FHTerminalClient

/// A filter of rows: a declared filter, a text that rows must contain, or both.
///
/// An empty filter shows all rows.
struct RowFilter {
    /// The id of the declared filter; nil if none is chosen.
    var id: String?
    /// The text that rows must contain; empty for none.
    var text = ""

    /// Makes a filter.
    init(id: String? = nil, text: String = "") {
        self.id = id
        self.text = text
    }

    /// Reads the filter in a state.
    init(_ state: JSONValue) {
        guard let chosen = state.value("filter") else { return }
        id = chosen.stringValue ?? chosen.value("id")?.stringValue
        text = chosen.text("text")
    }

    /// The params of `setFilter`.
    var params: Params {
        Params { json in
            json.key("filter")
            guard !text.isEmpty else { return json.value(id) }
            json.beginObject()
            if let id { json.field("id", id) }
            json.field("text", text)
            json.endObject()
        }
    }

    /// Returns the title of the declared filter and the quoted text for users; each is empty if there is none.
    func names(_ state: JSONValue) -> [String] {
        let title = id.map { id in Self.declared(state).first { isSameText($0.id, id) }?.title ?? id }
        return [title ?? "", text.isEmpty ? "" : "“\(text)”"]
    }

    /// Returns the declared filters.
    static func declared(_ state: JSONValue) -> [(id: String, title: String)] {
        state.objects("filters").compactMap { json in
            guard let id = json["id"]?.stringValue else { return nil }
            let title = json.text("title")
            return (id, title.isEmpty ? id : title)
        }
    }

    /// Opens a menu with the declared filters and "All".
    ///
    /// - Parameter set: called with the id of the chosen filter; nil for "All".
    static func choose(_ state: JSONValue, _ interface: Interface, set: @escaping (String?) -> Void) {
        let chosen = RowFilter(state).id
        let declared = declared(state)
        let ids: [String?] = [nil] + declared.map(\.id)
        let entries = zip(ids, ["All"] + declared.map(\.title)).map { id, title in
            Menu.Entry(title, mark: isSameText(id, chosen) ? "●" : "")
        }
        let current = ids.firstIndex { isSameText($0, chosen) } ?? 0
        interface.open(Menu(interface, "Filters", entries, current: current) { set(ids[$0]) })
    }
}

/// The sort order of rows.
enum RowSort {
    /// Returns the marks for the headings of sorted columns, by the key of the column.
    static func marks(_ state: JSONValue) -> [ExactText: String] {
        var marks: [ExactText: String] = [:]
        for entry in state.objects("sort") { marks[entry.text("key")] = entry.isTrue("descending") ? "▼" : "▲" }
        return marks
    }

    /// Returns the params of `setSort` after a column was chosen.
    ///
    /// If one column is chosen again and again, the order becomes, in turn, ascending, descending, and the order of the
    /// source.
    static func turned(_ state: JSONValue, _ key: String) -> Params {
        let current = state.objects("sort").first { isSameText($0.text("key"), key) }
        return Params { json in
            json.key("sort")
            json.beginArray()
            if current?.isTrue("descending") != true {
                json.beginObject()
                json.field("key", key)
                json.field("descending", current != nil)
                json.endObject()
            }
            json.endArray()
        }
    }

    /// Opens a menu with the columns to sort by.
    ///
    /// - Parameter sort: called with the key of the chosen column.
    static func choose(_ columns: [Column], _ interface: Interface, sort: @escaping (String) -> Void) {
        let entries = columns.map { column in
            let detail = ["▲": "changes to ▼", "▼": "changes to the order of the source"][column.mark] ?? ""
            return Menu.Entry(column.label.isEmpty ? column.key : column.label, mark: column.mark, detail: detail)
        }
        let current = columns.firstIndex { !$0.mark.isEmpty } ?? 0
        interface.open(Menu(interface, "Sort by", entries, current: current) { sort(columns[$0].key) })
    }
}
