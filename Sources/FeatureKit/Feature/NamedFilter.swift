import JSON
import Querying

/// A filter that a list or a search offers by name.
public struct NamedFilter: Sendable, Equatable {
    /// What a front end chooses it by.
    public let id: String
    /// What a person reads.
    public let title: String
    /// Which rows it lets through.
    public let predicate: Condition

    /// Makes a filter.
    public init(id: String, title: String, predicate: Condition) {
        self.id = id
        self.title = title
        self.predicate = predicate
    }

    /// The member `filters` of a list's or a search's state.
    public static func encode(_ filters: [NamedFilter]) -> JSONText {
        JSONText.build { json in
            json.beginArray()
            for filter in filters {
                json.beginObject()
                json.field("id", filter.id)
                json.field("title", filter.title)
                json.endObject()
            }
            json.endArray()
        }
    }
}
