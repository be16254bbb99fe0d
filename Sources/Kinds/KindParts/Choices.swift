import FHJSON

extension JSONText {
    /// An array of what a list or a search offers by name: an object with `id` and `title` for each.
    static func choices(_ choices: [(id: String, title: String)]) -> JSONText {
        build { json in
            json.beginArray()
            for choice in choices {
                json.beginObject()
                json.field("id", choice.id)
                json.field("title", choice.title)
                json.endObject()
            }
            json.endArray()
        }
    }
}
