import FHJSON
import FeatureKit

/// An operation of a source on rows that the user chose.
public struct RowOperation: Sendable, Equatable {
    /// The progress of an operation.
    public enum Status: Sendable {
        /// The source has not answered.
        case running
        /// The operation has failed, or the feature has stopped waiting for it. The source may have performed it.
        case ended
        /// The source has refused the operation for these rows.
        case refused
    }

    /// The operation's id, by which the source recognizes an operation that it has already performed.
    public var id: String
    /// The id of the action that the user has chosen.
    public let action: String
    /// The rows as they were when the user chose the action, in the order of selection.
    public let rows: [SourceRow]
    /// The value that a form has supplied; nil for none.
    public let value: JSONText?
    /// The progress.
    public var status = Status.running

    /// Creates an operation that runs.
    public init(id: String, action: String, rows: [SourceRow], value: JSONText? = nil) {
        self.id = id
        self.action = action
        self.rows = rows
        self.value = value
    }

    /// The ids of the rows.
    public var ids: [String] { rows.map(\.id) }

    /// The input of the operation: an object with the arrays `ids` and `values`, and `input`, if there is a value.
    public var input: JSONText {
        JSONText.build { json in
            json.beginObject()
            json.field("ids", ids)
            json.key("values")
            json.beginArray()
            for row in rows { json.value(row.value) }
            json.endArray()
            if let value { json.field("input", value) }
            json.endObject()
        }
    }

    /// Takes the id of the previous operation if this one repeats it, and a new id otherwise.
    public mutating func identify(after last: RowOperation?, _ ids: IDGenerator) {
        id = last.flatMap { repeats($0) ? $0.id : nil } ?? ids.next()
    }

    /// True if this operation has the same action, rows and value as `other`, and the source may have performed
    /// `other`.
    private func repeats(_ other: RowOperation) -> Bool {
        other.status != .refused && action == other.action && rows == other.rows && value == other.value
    }

    /// Makes the request of the operation again: after a refusal by the source, it is a new operation.
    public mutating func begin(_ ids: IDGenerator) {
        if status == .refused { id = ids.next() }
        status = .running
    }

    /// Ends the operation with an error of the source.
    public mutating func fail(_ failure: Failure) { status = failure.mistakes.isEmpty ? .ended : .refused }

    /// Writes the member `performing` of a state.
    public func writeRunning(to json: inout JSONWriter) {
        json.beginObject()
        json.field("action", action)
        json.field("ids", ids)
        json.endObject()
    }
}
