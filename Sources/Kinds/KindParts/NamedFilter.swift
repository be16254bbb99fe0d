import FHJSON
import FeatureKit

/// A filter that a list or a search offers by name.
public struct NamedFilter: Sendable, Equatable {
    /// The id by which clients choose the filter.
    public let id: String
    /// The title shown to users.
    public let title: String
    /// The condition that rows must meet.
    public let predicate: Condition

    /// Makes a filter from its parts.
    public init(id: String, title: String, predicate: Condition) {
        self.id = id
        self.title = title
        self.predicate = predicate
    }

    /// Encodes the member `filters` of a list's or a search's state.
    public static func encode(_ filters: [NamedFilter]) -> JSONText {
        .build { json in
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
