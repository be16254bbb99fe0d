import FeatureKit
import JSON

/// What a source was asked to do with rows that a person accepted.
struct Operation: Sendable, Equatable {
    enum Status: Sendable {
        case running
        /// It failed, or nobody waits for it any more: the source may have done it all the same.
        case ended
        /// The source has said that it can't be done with these rows.
        case refused
    }

    /// Under which the source knows it, so that it is not done twice.
    var id: String
    /// The one of the search's actions that it was accepted for.
    let action: String
    /// In the order of selection, as they were then.
    let rows: [SourceRow]
    /// What had been asked for, whatever is asked for meanwhile.
    let query: String
    var status = Status.running

    var ids: [String] { rows.map(\.id) }

    /// The object that the source gets; its arrays are arrays also of one row.
    var input: JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("ids", ids)
            json.key("values")
            json.beginArray()
            for row in rows { json.value(row.value) }
            json.endArray()
            json.endObject()
        }
    }

    /// Whether this would be the same work for the source, which it may have done already.
    func repeats(_ other: Operation) -> Bool {
        other.status != .refused && action == other.action && rows == other.rows
    }
}
