import FHJSON
import FeatureKit

/// An operation of a source on rows that the user accepted.
struct Operation: Sendable, Equatable {
    enum Status: Sendable {
        case running
        /// The operation has failed, or is no longer awaited. The source may have performed it.
        case ended
        /// The source has refused the operation for these rows.
        case refused
    }

    /// The operation's id, by which the source avoids performing it twice.
    var id: String
    /// The id of the search's action.
    let action: String
    /// The rows at the time of acceptance, in the order of selection.
    let rows: [SourceRow]
    /// The query at the time of acceptance.
    let query: String
    var status = Status.running

    var ids: [String] { rows.map(\.id) }

    /// The input of the operation, as an object with arrays.
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

    /// True if this operation has the same action and rows as `other`, and the source may have performed `other`.
    func repeats(_ other: Operation) -> Bool {
        other.status != .refused && action == other.action && rows == other.rows
    }
}
