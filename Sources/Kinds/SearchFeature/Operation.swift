import FHJSON
import FeatureKit

/// An operation of a source on rows that the user accepted.
struct Operation: Sendable, Equatable {
    enum Status: Sendable {
        case running
        /// The operation has failed, or the search has stopped waiting for it. The source may have performed it.
        case ended
        /// The source has refused the operation for these rows.
        case refused
    }

    /// The operation's id, by which the source recognizes an operation that it has already performed.
    var id: String
    /// The id of the action that the user has chosen for the accepted rows.
    let action: String
    /// The accepted rows as they were when the user accepted them, in the order of selection.
    let rows: [SourceRow]
    /// The query when the user accepted the rows.
    let query: String
    var status = Status.running

    var ids: [String] { rows.map(\.id) }

    /// The input of the operation: an object with the arrays `ids` and `values`.
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
