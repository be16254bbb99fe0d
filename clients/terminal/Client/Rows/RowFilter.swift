public import FHJSON

/// A filter of rows: a declared filter, a text that rows must contain, or both.
///
/// An empty filter shows all rows.
public struct RowFilter {
    /// The id of the declared filter; nil if none is chosen.
    public var id: String?
    /// The text that rows must contain; empty for none.
    public var text = ""

    /// Makes a filter.
    public init(id: String? = nil, text: String = "") {
        self.id = id
        self.text = text
    }

    /// Reads the filter in a state.
    public init(_ state: JSONValue) {
        guard let chosen = state.value("filter") else { return }
        id = chosen.stringValue ?? chosen.value("id")?.stringValue
        text = chosen.text("text")
    }

    /// The params of `setFilter`.
    public var params: Params {
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
    public func names(_ state: JSONValue) -> [String] {
        let title = id.map { id in Self.declared(state).first { isSameText($0.id, id) }?.title ?? id }
        return [title ?? "", text.isEmpty ? "" : "“\(text)”"]
    }

    /// Returns the declared filters.
    public static func declared(_ state: JSONValue) -> [(id: String, title: String)] {
        state.objects("filters").compactMap { json in
            guard let id = json["id"]?.stringValue else { return nil }
            let title = json.text("title")
            return (id, title.isEmpty ? id : title)
        }
    }
}

/// The sort order of rows.
public enum RowSort {
    /// Returns the marks for the headings of sorted columns, by the key of the column.
    public static func marks(_ state: JSONValue) -> [ExactText: String] {
        var marks: [ExactText: String] = [:]
        for entry in state.objects("sort") { marks[entry.text("key")] = entry.isTrue("descending") ? "▼" : "▲" }
        return marks
    }

    /// Returns the params of `setSort` after a column was chosen.
    ///
    /// If one column is chosen again and again, the order becomes, in turn, ascending, descending, and the order of the
    /// source.
    public static func turned(_ state: JSONValue, _ key: String) -> Params {
        let current = state.objects("sort").first { isSameText($0.text("key"), key) }
        return current?.isTrue("descending") == true ? params(nil) : params(key, isDescending: current != nil)
    }

    /// Returns the params of `setSort` for one column.
    ///
    /// - Parameter key: the key of the column; nil for the order of the source.
    public static func params(_ key: String?, isDescending: Bool = false) -> Params {
        Params { json in
            json.key("sort")
            json.beginArray()
            if let key {
                json.beginObject()
                json.field("key", key)
                json.field("descending", isDescending)
                json.endObject()
            }
            json.endArray()
        }
    }
}
